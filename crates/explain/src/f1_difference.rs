//! Explains, word by word, why one pair has a higher F1 than another pair that shares a text with it.

use serde::Serialize;

use super::edit::slopes;
use super::mean_difference::{MeanDifference, punctuation_last};
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

/// The shares of all words, by descending absolute value, punctuation last. They sum to the difference, because ΔF1 is
/// a·ΔP + b·ΔR with the slopes of an edit. Empty where a score is 0 or undefined by convention.
pub(crate) fn f1_shares(pairs: [&Analysis; 2], means: &[MeanDifference; 2]) -> Vec<F1Share> {
    let follows = pairs.iter().all(|pair| !pair.has_empty_side());
    let slopes = slopes(pairs[1].raw, pairs[0].raw).filter(|_| follows);
    let factor = pairs[0]
        .rescaling()
        .map_or(1.0, |rescaled| 1.0 / (1.0 - rescaled.baseline.f1));
    let mut shares: Vec<F1Share> = Vec::new();
    for (i, slope) in slopes.into_iter().flat_map(|(a, b)| [(0, a), (1, b)]) {
        for part in &means[i].words {
            let at = shares
                .iter()
                .position(|share| share.word == part.word())
                .unwrap_or_else(|| {
                    shares.push(F1Share {
                        word: part.word().to_owned(),
                        means: [0.0; 2],
                        f1: 0.0,
                    });
                    shares.len() - 1
                });
            shares[at].means[i] += part.contribution;
            shares[at].f1 += part.contribution / means[i].rescaling_factor * slope * factor;
        }
    }
    shares.sort_by(|a, b| punctuation_last((&a.word, a.f1), (&b.word, b.f1)));
    shares
}
