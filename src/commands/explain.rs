//! Explanations for the headless subcommands.

use std::sync::Arc;

use crate::cli::ExplainArgs;
use crate::usage_error::refuse;
use bertscope_analysis::{Analysis, Analyzer};
use bertscope_explain::{KeptTexts, Question, Topic, explain_whole};
use bertscope_metric::{DocumentFrequencies, Pair};
use bertscope_report::explanation::Section;
use color_eyre::eyre::Result;

/// Texts that are compared with each other, at most: the time grows with the square, and 1,000 take seconds.
const MAX_COMPARED_TEXTS: usize = 1_000;

/// Answers all questions about a pair, each completely. `references` are all references of the candidate; `counted` are
/// the document frequencies that [`bertscope_analysis::Idf::References`] uses.
pub fn explanations(
    analyzer: &mut Analyzer,
    analysis: &Arc<Analysis>,
    args: &ExplainArgs,
    references: &[String],
    counted: Option<&DocumentFrequencies>,
) -> Result<Vec<Section>> {
    let topics = args.topics();
    if topics.contains(&Topic::Compare) {
        check_compared_count(args.against.len() + references.len())?;
    }
    let compared = &*analysis.reference.tokenized.text;
    let before = match &args.before {
        Some(before) if topics.contains(&Topic::Edit) => {
            let texts = Pair {
                reference: compared,
                candidate: before,
            };
            let before = analyzer.analyze_with_frequencies(texts, analysis.settings, counted)?;
            Some(Arc::new(before))
        }
        _ => None,
    };
    let candidates = args.against.iter().map(|text| text.as_str().into());
    let candidates: KeptTexts = candidates.collect();
    let mut sections = Vec::new();
    for topic in topics {
        let question = Question {
            topic,
            before: before.clone(),
            candidates: candidates.clone(),
            references: other_references(references, compared),
            frequencies: counted.cloned(),
        };
        if let Some(explanation) = explain_whole(analyzer, analysis, &question)? {
            sections.push(Section::new(&explanation, analysis));
        }
    }
    Ok(sections)
}

fn check_compared_count(count: usize) -> Result<()> {
    if count > MAX_COMPARED_TEXTS {
        return refuse(format!(
            "{count} texts are too many to compare with each other; compare at most {MAX_COMPARED_TEXTS} references and \
             other candidates, or leave out the explanation \"compare\""
        ));
    }
    Ok(())
}

/// The references besides the compared one, each with its number among all.
fn other_references(references: &[String], compared: &str) -> KeptTexts {
    let position = references.iter().position(|text| text == compared);
    let others = references
        .iter()
        .enumerate()
        .filter(|(index, _)| Some(*index) != position)
        .map(|(_, text)| Arc::from(text.as_str()));
    KeptTexts::with_shown_position(position.unwrap_or(0), others)
}
