//! chrF (Popović, 2015), as `sacrebleu` 2 computes it with its defaults: characters only, β = 2.
//!
//! chrF = (1 + β²)·P·R / (β²·P + R), where P and R are means over n = 1 to 6: the share of the candidate's (P) or reference's (R)
//! character n-grams that the other text has.
//! Whitespace is ignored; case is not.

use std::ops::AddAssign;

use crate::ngrams::{Counts, ItemKind, ngram_count};
use crate::word::is_space;

/// The longest n-gram, in characters.
pub const MAX_ORDER: usize = 6;

/// β²: recall has four times the weight of precision.
pub const BETA_SQUARED: f64 = 4.0;

/// The counts behind the chrF of a pair. Summed over pairs, they give the chrF of a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct ChrfCounts {
    /// Shared n-grams of order 1 to 6, each counted as often as in the text that has fewer.
    pub matches: [u64; MAX_ORDER],
    /// N-grams of the candidate; 0 if the reference has none of this order.
    pub candidate: [u64; MAX_ORDER],
    /// N-grams of the reference with the best score, the first on a tie.
    pub reference: [u64; MAX_ORDER],
}

/// chrF with its precision and recall.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Chrf {
    /// The score, 0 to 100.
    #[serde(skip)]
    pub score: f64,
    /// Mean precision, 0 to 1.
    pub precision: f64,
    /// Mean recall, 0 to 1.
    pub recall: f64,
    /// The number of orders in the means: those for which both texts have n-grams.
    pub orders: usize,
}

impl ChrfCounts {
    /// Counts a candidate against the reference with the best score. Without references nothing matches.
    pub fn count(candidate: &str, references: &[&str]) -> Self {
        let candidate = CharNgrams::new(candidate);
        let mut best: Option<(f64, Self)> = None;
        for reference in references {
            let counts = candidate.count_matches(&CharNgrams::new(reference));
            let score = counts.score().score;
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, counts));
            }
        }
        best.map_or_else(Self::default, |(_, counts)| counts)
    }

    /// chrF of a pair, or of a corpus.
    pub fn score(&self) -> Chrf {
        let counted = (0..MAX_ORDER).filter(|i| self.candidate[*i] > 0 && self.reference[*i] > 0);
        let orders = counted.clone().count();
        let mean = |totals: &[u64; MAX_ORDER]| {
            let sum: f64 = counted
                .clone()
                .map(|i| self.matches[i] as f64 / totals[i] as f64)
                .sum();
            if orders == 0 {
                0.0
            } else {
                sum / orders as f64
            }
        };
        let (precision, recall) = (mean(&self.candidate), mean(&self.reference));
        let score = if precision + recall > 0.0 {
            100.0 * (1.0 + BETA_SQUARED) * precision * recall / (BETA_SQUARED * precision + recall)
        } else {
            0.0
        };
        Chrf {
            score,
            precision,
            recall,
            orders,
        }
    }
}

impl AddAssign for ChrfCounts {
    fn add_assign(&mut self, other: Self) {
        for i in 0..MAX_ORDER {
            self.matches[i] += other.matches[i];
            self.candidate[i] += other.candidate[i];
            self.reference[i] += other.reference[i];
        }
    }
}

/// The n-grams of a text, by order.
struct CharNgrams {
    characters: usize,
    counts: [Counts; MAX_ORDER],
}

impl CharNgrams {
    fn new(text: &str) -> Self {
        let items = characters(text);
        Self {
            characters: items.len(),
            counts: std::array::from_fn(|i| Counts::count(&items, i + 1, ItemKind::Characters)),
        }
    }

    fn count_matches(&self, reference: &Self) -> ChrfCounts {
        let totals = |characters| std::array::from_fn(|i| ngram_count(characters, i + 1));
        let reference_totals: [u64; MAX_ORDER] = totals(reference.characters);
        let own: [u64; MAX_ORDER] = totals(self.characters);
        ChrfCounts {
            matches: std::array::from_fn(|i| self.counts[i].shared(&reference.counts[i])),
            candidate: std::array::from_fn(|i| if reference_totals[i] > 0 { own[i] } else { 0 }),
            reference: reference_totals,
        }
    }
}

/// The code points of a text without whitespace.
pub(crate) fn characters(text: &str) -> Vec<u32> {
    text.chars()
        .filter(|c| !is_space(*c))
        .map(u32::from)
        .collect()
}
