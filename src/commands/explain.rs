//! Explanations for the headless subcommands.

use bertscope_metric::{DocumentFrequencies, Pair};
use std::sync::Arc;

use crate::cli::ExplainArgs;
use bertscope_analysis::{Analysis, Analyzer};
use bertscope_explain::{KeptTexts, Question, Topic, explain_whole};
use bertscope_models::ModelError;
use bertscope_report::explanation::Section;

/// Width of a page in a file, in columns.
const WIDTH: u16 = 100;

/// Answers all questions about a pair, each completely. `references` are all references of the candidate; `counted` are
/// the document frequencies that [`bertscope_analysis::Idf::References`] uses.
pub fn explanations(
    analyzer: &mut Analyzer,
    analysis: &Arc<Analysis>,
    args: &ExplainArgs,
    references: &[String],
    counted: Option<&DocumentFrequencies>,
) -> Result<Vec<Section>, ModelError> {
    let own = &*analysis.reference.tokenized.text;
    let before = match &args.before {
        Some(before) if args.topics().contains(&Topic::Edit) => {
            Some(Arc::new(analyzer.analyze_with_frequencies(
                Pair {
                    reference: own,
                    candidate: before,
                },
                analysis.settings,
                counted,
            )?))
        }
        _ => None,
    };
    let mut sections = Vec::new();
    for topic in args.topics() {
        let question = Question {
            topic,
            before: before.clone(),
            candidates: args
                .against
                .iter()
                .map(|text| text.as_str().into())
                .collect(),
            references: other_references(references, own),
            frequencies: counted.cloned(),
        };
        let whole = explain_whole(analyzer, analysis, &question)?;
        sections.extend(whole.map(|explanation| Section::new(&explanation, analysis, WIDTH)));
    }
    Ok(sections)
}

/// The other references of the pair, each with its number among all.
fn other_references(references: &[String], own: &str) -> KeptTexts {
    let shown = references.iter().position(|text| text == own);
    let others = references
        .iter()
        .enumerate()
        .filter(|(i, _)| Some(*i) != shown);
    KeptTexts::with_shown_position(
        shown.unwrap_or(0),
        others.map(|(_, text)| Arc::from(text.as_str())),
    )
}
