//! Describes a picture in words, for readers who cannot see it.

use super::axes::shown_tokens;
use super::label;
use crate::export::ExportOptions;
use crate::label::list_names;
use crate::number::short;
use bertscope_analysis::{Analysis, Side};

/// Most matches that are named; a longer list would not be a description.
const MAX_LISTED_TOKENS: usize = 40;

/// The size of the matrix, the range of its cosines, and the best match of each token with weight, in the direction that
/// is shown.
pub fn description(analysis: &Analysis, options: &ExportOptions) -> String {
    let [rows, columns] =
        Side::BOTH.map(|side| shown_tokens(analysis, side, options.special).len());
    let range = match analysis.similarity.range() {
        Some((low, high)) => format!(
            ", cosines from {} to {}",
            short(analysis.scaled_similarity(low)),
            short(analysis.scaled_similarity(high))
        ),
        None => String::new(),
    };
    let mut sentences = vec![format!(
        "Matrix of {rows} candidate tokens (rows) by {columns} reference tokens (columns){range}."
    )];
    for side in options.direction.sides() {
        let list = matches(analysis, side);
        if !list.is_empty() {
            sentences.push(format!("Best matches of the {}: {list}.", side.name()));
        }
    }
    sentences.join(" ")
}

/// `boat – ferry .62, departs – leaves .55`.
fn matches(analysis: &Analysis, side: Side) -> String {
    let own = analysis.side(side);
    let others = &analysis.side(side.other()).tokenized.tokens;
    let mut named = Vec::new();
    for (i, found) in analysis.matches_of(side).iter().enumerate() {
        if own.weights.as_slice()[i] > 0.0 {
            named.push(format!(
                "{} – {} {}",
                label::token(&own.tokenized.tokens[i]),
                label::token(&others[found.token]),
                short(analysis.scaled_similarity(found.similarity))
            ));
        }
    }
    list_names(&named, MAX_LISTED_TOKENS)
}
