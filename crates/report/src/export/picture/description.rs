//! Describes a picture in words, for readers who cannot see it.

use super::axes::shown_tokens;
use super::label;
use crate::export::ExportOptions;
use crate::number::short;
use bertscope_analysis::{Analysis, Side};

/// Most matches that are named; a longer list would not be a description.
const MAX_LISTED_TOKENS: usize = 40;

/// The size of the matrix, the range of its cosines, and the best match of each token with weight, in the direction that
/// is shown.
pub fn description(analysis: &Analysis, options: &ExportOptions) -> String {
    let [rows, columns] = [Side::Candidate, Side::Reference]
        .map(|side| shown_tokens(analysis, side, options.special).len());
    let range = analysis
        .similarity
        .range()
        .map_or_else(String::new, |(low, high)| {
            format!(
                ", cosines from {} to {}",
                short(analysis.scaled_similarity(low)),
                short(analysis.scaled_similarity(high))
            )
        });
    let size = format!(
        "Matrix of {rows} candidate tokens (rows) by {columns} reference tokens (columns){range}."
    );
    let directions = [
        (Side::Candidate, options.direction.has_precision()),
        (Side::Reference, options.direction.has_recall()),
    ];
    let lists = directions
        .into_iter()
        .filter(|(_, has)| *has)
        .map(|(side, _)| (side, matches(analysis, side)));
    let best = lists
        .filter(|(_, list)| !list.is_empty())
        .map(|(side, list)| format!("Best matches of the {}: {list}.", side.name()));
    std::iter::once(size)
        .chain(best)
        .collect::<Vec<_>>()
        .join(" ")
}

/// `boat – ferry .62, departs – leaves .55`.
fn matches(analysis: &Analysis, side: Side) -> String {
    let name = |side: Side, i: usize| label::token(&analysis.side(side).tokenized.tokens[i]);
    let weights = analysis.side(side).weights.as_slice();
    let found = analysis
        .matches_of(side)
        .iter()
        .enumerate()
        .filter(|(i, _)| weights.get(*i).is_some_and(|w| *w > 0.0));
    let mut named: Vec<_> = found
        .map(|(i, found)| {
            let number = short(analysis.scaled_similarity(found.similarity));
            format!(
                "{} – {} {number}",
                name(side, i),
                name(side.other(), found.token)
            )
        })
        .collect();
    let more = named.len().saturating_sub(MAX_LISTED_TOKENS);
    named.truncate(MAX_LISTED_TOKENS);
    if more > 0 {
        named.push(format!("and {more} more"));
    }
    named.join(", ")
}
