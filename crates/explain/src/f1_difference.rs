//! Explains, word by word, why one pair has a higher F1 than another pair that shares a text with it.
//!
//! The difference of F1 is a·ΔP + b·ΔR with the slopes of an [edit](crate::edit), and the differences of P and R are sums
//! over words ([`crate::mean_difference`]). So F1 is a sum over words too.

use serde::Serialize;

use super::edit::F1Slopes;
use super::mean_difference::{MeanDifference, punctuation_last};
use super::sides::rescaling_factor;
use bertscope_analysis::Analysis;

/// A word's share of the difference of F1, with all its occurrences.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct F1Share {
    /// The word.
    pub word: String,
    /// Its parts of the differences of precision and of recall.
    pub means: [f64; 2],
    /// Its part of the difference of F1.
    pub f1: f64,
}

/// The shares of all words, by descending absolute value, punctuation last. They sum to the difference of F1 between the
/// first pair and the second, whose differences of precision and recall are `means`. Empty where a score is 0 or undefined
/// by convention, or P + R is 0 or less.
pub(crate) fn f1_shares(pairs: [&Analysis; 2], means: &[MeanDifference; 2]) -> Vec<F1Share> {
    let [first, second] = pairs;
    let Some(slopes) = F1Slopes::between(second, first) else {
        return Vec::new();
    };
    let f1_factor = rescaling_factor(first.baseline().map(|row| row.f1));
    let mut shares: Vec<F1Share> = Vec::new();
    for (i, slope) in [slopes.precision, slopes.recall].into_iter().enumerate() {
        for part in &means[i].words {
            let share = share_of_word(&mut shares, part.word());
            share.means[i] += part.contribution;
            // The slopes are those of raw scores, so the contribution's own rescaling is undone first.
            share.f1 += part.contribution / means[i].rescaling_factor * slope * f1_factor;
        }
    }
    shares.sort_by(|a, b| punctuation_last((&a.word, a.f1), (&b.word, b.f1)));
    shares
}

/// The share of a word, which is added if it is not there yet.
fn share_of_word<'a>(shares: &'a mut Vec<F1Share>, word: &str) -> &'a mut F1Share {
    let position = shares.iter().position(|share| share.word == word);
    let position = position.unwrap_or(shares.len());
    if position == shares.len() {
        shares.push(F1Share {
            word: word.to_owned(),
            means: [0.0; 2],
            f1: 0.0,
        });
    }
    &mut shares[position]
}
