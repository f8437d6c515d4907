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
        let mut best = Self::default();
        let mut highest = f64::NEG_INFINITY;
        for reference in references {
            let counts = candidate.count_matches(&CharNgrams::new(reference));
            let score = counts.score().score;
            if score > highest {
                best = counts;
                highest = score;
            }
        }
        best
    }

    /// chrF of a pair, or of a corpus.
    pub fn score(&self) -> Chrf {
        let precision = self.mean_share(&self.candidate);
        let recall = self.mean_share(&self.reference);
        let score = if precision + recall > 0.0 {
            100.0 * (1.0 + BETA_SQUARED) * precision * recall / (BETA_SQUARED * precision + recall)
        } else {
            0.0
        };
        Chrf {
            score,
            precision,
            recall,
            orders: self.shared_orders().count(),
        }
    }

    /// The indices of the orders for which both texts have n-grams.
    fn shared_orders(&self) -> impl Iterator<Item = usize> {
        (0..MAX_ORDER).filter(|i| self.candidate[*i] > 0 && self.reference[*i] > 0)
    }

    /// The mean of matches / totals over the orders that both texts have.
    fn mean_share(&self, totals: &[u64; MAX_ORDER]) -> f64 {
        let mut sum = 0.0;
        let mut orders = 0;
        for i in self.shared_orders() {
            sum += self.matches[i] as f64 / totals[i] as f64;
            orders += 1;
        }
        if orders == 0 {
            0.0
        } else {
            sum / f64::from(orders)
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

    fn totals(&self) -> [u64; MAX_ORDER] {
        std::array::from_fn(|i| ngram_count(self.characters, i + 1))
    }

    fn count_matches(&self, reference: &Self) -> ChrfCounts {
        let reference_totals = reference.totals();
        let mut candidate_totals = self.totals();
        for (total, reference) in candidate_totals.iter_mut().zip(reference_totals) {
            // As sacrebleu, which counts no n-grams of the candidate in orders for which the reference is too short.
            if reference == 0 {
                *total = 0;
            }
        }
        ChrfCounts {
            matches: std::array::from_fn(|i| self.counts[i].shared(&reference.counts[i])),
            candidate: candidate_totals,
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
