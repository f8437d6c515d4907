//! The parts of one mean's change, token by token.

use super::Cause;
use crate::sides::Sides;
use crate::token_diff::TokenDiff;
use bertscope_analysis::{Analysis, Side};

/// One token's part of the change of its side's mean, for one cause.
pub struct MeanPart {
    pub cause: Cause,
    /// Index before the edit; `None` for an added token.
    pub old: Option<usize>,
    /// Index after the edit; `None` for a removed token.
    pub new: Option<usize>,
    /// Before rescaling.
    pub raw: f64,
}

/// A token's term p·s of the mean M = Σ p·s.
#[derive(Clone, Copy)]
struct MeanTerm {
    share: f64,
    similarity: f64,
}

/// The parts of the change of a side's mean, in the order of the tokens, the removed ones first. A part of 0 is left out,
/// unless the token has another best match.
pub fn mean_parts(
    side: Side,
    before: &Analysis,
    after: &Analysis,
    tokens: &Sides<TokenDiff>,
) -> Vec<MeanPart> {
    let diff = tokens.side(side);
    let old_terms = mean_terms(before, side);
    let new_terms = mean_terms(after, side);
    let middle = f64::midpoint(mean(&old_terms), mean(&new_terms));
    let mut parts = Vec::new();
    for (i, term) in old_terms.iter().enumerate() {
        if diff.after[i].is_none() {
            parts.push(MeanPart {
                cause: Cause::Removed,
                old: Some(i),
                new: None,
                raw: -term.share * (term.similarity - middle),
            });
        }
    }
    for (j, new) in new_terms.iter().enumerate() {
        let Some(i) = diff.before[j] else {
            parts.push(MeanPart {
                cause: Cause::Added,
                old: None,
                new: Some(j),
                raw: new.share * (new.similarity - middle),
            });
            continue;
        };
        let old = old_terms[i];
        parts.push(MeanPart {
            cause: match_cause(
                tokens.side(side.other()),
                before.matches_of(side)[i].token,
                after.matches_of(side)[j].token,
            ),
            old: Some(i),
            new: Some(j),
            raw: f64::midpoint(new.share, old.share) * (new.similarity - old.similarity),
        });
        parts.push(MeanPart {
            cause: Cause::Share,
            old: Some(i),
            new: Some(j),
            raw: (new.share - old.share) * (f64::midpoint(new.similarity, old.similarity) - middle),
        });
    }
    parts.retain(|part| {
        part.raw != 0.0 || has_other_match(part) && has_weight(part, &old_terms, &new_terms)
    });
    parts
}

fn mean_terms(analysis: &Analysis, side: Side) -> Vec<MeanTerm> {
    let weights = &analysis.side(side).weights;
    let sum = weights.sum();
    weights
        .as_slice()
        .iter()
        .zip(analysis.matches_of(side))
        .map(|(weight, found)| MeanTerm {
            share: weight / sum,
            similarity: f64::from(found.similarity),
        })
        .collect()
}

fn mean(terms: &[MeanTerm]) -> f64 {
    terms.iter().map(|term| term.share * term.similarity).sum()
}

/// Why the similarity of a kept token changed, whose best match was `old` and is `new`, tokens of the other side.
fn match_cause(others: &TokenDiff, old: usize, new: usize) -> Cause {
    match (others.after[old], others.before[new]) {
        (Some(kept), _) if kept == new => Cause::Drift,
        (Some(_), Some(_)) => Cause::MovedMatch,
        (None, _) | (_, None) => Cause::NewMatch,
    }
}

fn has_other_match(part: &MeanPart) -> bool {
    matches!(part.cause, Cause::NewMatch | Cause::MovedMatch)
}

/// Whether the token has weight, before or after. A special token without weight, with another best match, would only
/// distract.
fn has_weight(part: &MeanPart, old_terms: &[MeanTerm], new_terms: &[MeanTerm]) -> bool {
    part.old.is_some_and(|i| old_terms[i].share > 0.0)
        || part.new.is_some_and(|j| new_terms[j].share > 0.0)
}
