//! BLEU (Papineni et al., 2002), as `sacrebleu` 2 computes it with its defaults: tokenizer 13a (zh for Chinese), exponential
//! smoothing.
//!
//! BLEU = BP · exp(mean of ln pₙ), n = 1 to 4, where pₙ is the share of the candidate's n-grams that occur in a reference, each
//! counted at most as often as in the reference. BP = min(1, exp(1 − reference words / candidate words)) stands in for recall.

mod tokenizer;

use std::ops::AddAssign;

use crate::ngrams::{Counts, ItemKind, ngram_count};
use crate::word::{Numbering, Word};
pub use tokenizer::{Tokenizer, words};

/// The longest n-gram, in words.
pub const MAX_ORDER: usize = 4;

/// The counts behind the BLEU of a pair. Summed over pairs, they give the BLEU of a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BleuCounts {
    /// The candidate's n-grams that occur in a reference, of order 1 to 4.
    pub matches: [u64; MAX_ORDER],
    /// All n-grams of the candidate.
    pub totals: [u64; MAX_ORDER],
    pub candidate_words: u64,
    /// Words of the reference whose length is closest to the candidate's; on a tie, of the shorter one.
    pub reference_words: u64,
}

/// BLEU and its factors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bleu {
    /// The score, 0 to 100.
    pub score: f64,
    /// Precisions of order 1 to 4, 0 to 100, smoothed if nothing matched. All 0 if no word matched.
    pub precisions: [f64; MAX_ORDER],
    /// The number of orders in the geometric mean.
    pub orders: usize,
    /// The brevity penalty, 0 to 1.
    pub brevity_penalty: f64,
}

impl BleuCounts {
    /// Counts a candidate against its references. Without references nothing matches.
    pub fn count(candidate: &str, references: &[&str], tokenizer: Tokenizer) -> Self {
        let references: Vec<Vec<Word>> = references
            .iter()
            .map(|text| words(text, tokenizer))
            .collect();
        Self::from_words(&words(candidate, tokenizer), &references)
    }

    fn from_words(candidate: &[Word], references: &[Vec<Word>]) -> Self {
        let mut numbering = Numbering::default();
        let candidate = numbering.assign(candidate);
        let references: Vec<Vec<u32>> = references
            .iter()
            .map(|words| numbering.assign(words))
            .collect();
        Self {
            matches: std::array::from_fn(|i| count_matches(&candidate, &references, i + 1)),
            totals: std::array::from_fn(|i| ngram_count(candidate.len(), i + 1)),
            candidate_words: candidate.len() as u64,
            reference_words: closest_length(candidate.len(), &references) as u64,
        }
    }

    /// BLEU of one pair: only orders for which the candidate has n-grams count (`sentence_bleu`).
    pub fn sentence(&self) -> Bleu {
        let orders = self.totals.iter().take_while(|total| **total > 0).count();
        self.score(orders)
    }

    /// BLEU of a corpus: all four orders count (`corpus_bleu`).
    pub fn corpus(&self) -> Bleu {
        self.score(MAX_ORDER)
    }

    fn score(&self, orders: usize) -> Bleu {
        let mut bleu = Bleu {
            score: 0.0,
            precisions: [0.0; MAX_ORDER],
            orders,
            brevity_penalty: self.brevity_penalty(),
        };
        // Without any match, sacrebleu does not smooth.
        if self.matches == [0; MAX_ORDER] {
            return bleu;
        }
        bleu.precisions = self.precisions();
        let counted = &bleu.precisions[..orders];
        if !counted.contains(&0.0) {
            let logs: f64 = counted.iter().map(|precision| precision.ln()).sum();
            bleu.score = bleu.brevity_penalty * (logs / orders as f64).exp();
        }
        bleu
    }

    /// Matches / n-grams of each order. If nothing matched, half a match is assumed, at the next such order a quarter,
    /// and so on. An order without n-grams, and all orders after it, are 0.
    fn precisions(&self) -> [f64; MAX_ORDER] {
        let mut precisions = [0.0; MAX_ORDER];
        let mut assumed = 1.0;
        for (i, precision) in precisions.iter_mut().enumerate() {
            let total = self.totals[i] as f64;
            if total == 0.0 {
                break;
            }
            *precision = if self.matches[i] == 0 {
                assumed /= 2.0;
                100.0 * assumed / total
            } else {
                100.0 * self.matches[i] as f64 / total
            };
        }
        precisions
    }

    fn brevity_penalty(&self) -> f64 {
        if self.candidate_words >= self.reference_words {
            1.0
        } else if self.candidate_words == 0 {
            0.0
        } else {
            (1.0 - self.reference_words as f64 / self.candidate_words as f64).exp()
        }
    }
}

impl AddAssign for BleuCounts {
    fn add_assign(&mut self, other: Self) {
        for i in 0..MAX_ORDER {
            self.matches[i] += other.matches[i];
            self.totals[i] += other.totals[i];
        }
        self.candidate_words += other.candidate_words;
        self.reference_words += other.reference_words;
    }
}

/// The n-grams of the candidate that a reference has, each counted at most as often as in the reference that has most.
fn count_matches(candidate: &[u32], references: &[Vec<u32>], order: usize) -> u64 {
    let allowed = references
        .iter()
        .map(|reference| Counts::count(reference, order, ItemKind::Words))
        .reduce(|a, b| a.max_each(&b))
        .unwrap_or_default();
    Counts::count(candidate, order, ItemKind::Words).shared(&allowed)
}

/// The length of the reference closest to this length, of the shorter one on a tie; 0 without references.
fn closest_length(length: usize, references: &[Vec<u32>]) -> usize {
    references
        .iter()
        .map(Vec::len)
        .min_by_key(|other| (other.abs_diff(length), *other))
        .unwrap_or(0)
}
