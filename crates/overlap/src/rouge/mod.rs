//! ROUGE (Lin, 2004), as `rouge-score` 0.1.2 computes it without stemming.
//!
//! ROUGE-1 and -2: shared n-grams as a share of the candidate's (precision) and of the reference's (recall). ROUGE-L: the
//! longest common subsequence in their place. The score is F1, the harmonic mean of the two.

pub(crate) mod subsequence;
mod tokenizer;

use crate::ngrams::{Counts, Items, total};
use crate::word::Numbering;
pub use tokenizer::words;

/// Precision, recall and F1 of one kind of ROUGE, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RougeScore {
    /// Shared / in the candidate.
    pub precision: f64,
    /// Shared / in the reference.
    pub recall: f64,
    /// Their harmonic mean.
    pub f1: f64,
}

/// The three kinds. Those of a corpus are means over its pairs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rouge {
    /// ROUGE-1: words.
    pub rouge1: RougeScore,
    /// ROUGE-2: pairs of neighbouring words.
    pub rouge2: RougeScore,
    /// ROUGE-L: the longest common subsequence of words.
    pub rouge_l: RougeScore,
}

impl Rouge {
    /// Of several references each kind has its own best one by F1, the first of equals. Without references all are 0.
    #[must_use]
    pub fn of(candidate: &str, references: &[&str]) -> Self {
        let candidate = words(candidate);
        let mut best = Self::default();
        for reference in references {
            let reference = words(reference);
            let mut numbering = Numbering::default();
            let (a, b) = (numbering.of(&candidate), numbering.of(&reference));
            let grams = |order| {
                let shared = Counts::of(&a, order, Items::Words).shared(&Counts::of(&b, order, Items::Words));
                RougeScore::of(shared, total(a.len(), order), total(b.len(), order))
            };
            let common = subsequence::length(&a, &b, numbering.len()) as u64;
            best.rouge1 = best.rouge1.better(grams(1));
            best.rouge2 = best.rouge2.better(grams(2));
            best.rouge_l = best.rouge_l.better(RougeScore::of(common, a.len() as u64, b.len() as u64));
        }
        best
    }
}

impl RougeScore {
    fn of(shared: u64, candidate: u64, reference: u64) -> Self {
        if shared == 0 {
            return Self::default();
        }
        let (precision, recall) = (shared as f64 / candidate as f64, shared as f64 / reference as f64);
        Self { precision, recall, f1: 2.0 * precision * recall / (precision + recall) }
    }

    fn better(self, other: Self) -> Self {
        if other.f1 > self.f1 { other } else { self }
    }
}
