//! Scores pairs with the bundled model and compares them with `bert_score`.

use std::sync::Arc;

use crate::checkup::Section;
use bertscope_analysis::{Analyzer, Settings};
use bertscope_encoder::InstructionSet;
use bertscope_metric::{BERT_SCORE_TOLERANCE, Pair};
use bertscope_models::{Model, ModelError, bundled};
use bertscope_report::number::decimals;

/// Pairs with the P, R and F1 of `bert_score`: some of `tests/data/minilm_golden.json`.
const GOLDEN: &str = include_str!("golden.tsv");

/// What to do where one instruction set gives wrong scores.
const WAY_OUT: &str = "set BERTSCOPE_INSTRUCTION_SET to another one, and report this";

pub fn section() -> Section {
    let mut section = Section::new("Self-test");
    let model = match bundled::model() {
        Ok(model) => Arc::new(model),
        Err(error) => {
            section.fact("bundled model", "does not open");
            section.problems.push(format!(
                "the bundled model does not open: {error}; install the program again"
            ));
            return section;
        }
    };
    let pairs = GOLDEN.lines().count() - 1;
    for set in InstructionSet::available() {
        let name = set.name();
        match set.run(|| largest_difference(&model)) {
            Ok(largest) => {
                let largest_text = decimals(largest, 7);
                section.fact(
                    name,
                    format!("{pairs} pairs within {largest_text} of bert_score"),
                );
                if largest > BERT_SCORE_TOLERANCE {
                    section.problems.push(format!(
                        "with {name}, a score of the bundled model differs by {largest_text} from bert_score; {WAY_OUT}"
                    ));
                }
            }
            Err(error) => {
                section.fact(name, "fails");
                section.problems.push(format!(
                    "with {name}, the bundled model fails: {error}; {WAY_OUT}"
                ));
            }
        }
    }
    section
}

/// The largest difference of P, R or F1; infinite if one of them is undefined.
fn largest_difference(model: &Arc<Model>) -> Result<f64, ModelError> {
    let settings = Settings::plain(model.default_layer);
    let mut analyzer = Analyzer::new(Arc::clone(model));
    let mut largest: f64 = 0.0;
    for line in GOLDEN.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, reference, candidate, golden @ ..] = &fields[..] else {
            continue;
        };
        let pair = Pair {
            reference: *reference,
            candidate: *candidate,
        };
        let score = analyzer.analyze(pair, settings)?.score();
        for (number, golden) in score.numbers().into_iter().zip(golden) {
            let golden: f64 = golden.parse().unwrap_or(f64::INFINITY);
            let difference = number.map_or(f64::INFINITY, |number| (number - golden).abs());
            largest = largest.max(difference);
        }
    }
    Ok(largest)
}
