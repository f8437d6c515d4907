//! ROUGE (Lin, 2004), as `rouge-score` 0.1.2 computes it without stemming.
//!
//! ROUGE-1 and -2: shared n-grams as a share of the candidate's (precision) and of the reference's (recall). ROUGE-L: the
//! same with the longest common subsequence. The score is F1, the harmonic mean of the two.

pub(crate) mod lcs;

use crate::ngrams::{Counts, ItemKind, ngram_count};
use crate::word::{Numbering, Word};

/// Precision, recall and F1 of one kind of ROUGE, 0 to 1, and the counts behind them.
#[derive(Debug, Clone, Copy, PartialEq, Default, serde::Serialize)]
pub struct RougeScore {
    /// Shared n-grams; for ROUGE-L, words of the longest common subsequence.
    pub shared: u64,
    /// N-grams, or words, of the candidate.
    pub candidate: u64,
    /// N-grams, or words, of the reference.
    pub reference: u64,
    /// Shared / in the candidate.
    pub precision: f64,
    /// Shared / in the reference.
    pub recall: f64,
    /// Their harmonic mean.
    pub f1: f64,
}

/// The three kinds of ROUGE. Corpus scores are means over pairs.
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
    /// With several references, each kind uses the one with its highest F1, the first on a tie. Without references all are 0.
    pub fn score(candidate: &str, references: &[&str]) -> Self {
        let candidate = words(candidate);
        let each = references
            .iter()
            .map(|reference| Self::from_words(&candidate, &words(reference)));
        let better = |a: RougeScore, b: RougeScore| if b.f1 > a.f1 { b } else { a };
        let best = each.reduce(|best, new| Self {
            rouge1: better(best.rouge1, new.rouge1),
            rouge2: better(best.rouge2, new.rouge2),
            rouge_l: better(best.rouge_l, new.rouge_l),
        });
        best.unwrap_or_default()
    }

    fn from_words(candidate: &[Word], reference: &[Word]) -> Self {
        let mut numbering = Numbering::default();
        let (a, b) = (numbering.assign(candidate), numbering.assign(reference));
        let ngrams = |order| {
            let shared = Counts::count(&a, order, ItemKind::Words).shared(&Counts::count(
                &b,
                order,
                ItemKind::Words,
            ));
            RougeScore::from_counts(
                shared,
                ngram_count(a.len(), order),
                ngram_count(b.len(), order),
            )
        };
        let common = lcs::length(&a, &b, numbering.len()) as u64;
        Self {
            rouge1: ngrams(1),
            rouge2: ngrams(2),
            rouge_l: RougeScore::from_counts(common, a.len() as u64, b.len() as u64),
        }
    }
}

impl RougeScore {
    fn from_counts(shared: u64, candidate: u64, reference: u64) -> Self {
        let counts = Self {
            shared,
            candidate,
            reference,
            ..Self::default()
        };
        if shared == 0 {
            return counts;
        }
        let (precision, recall) = (
            shared as f64 / candidate as f64,
            shared as f64 / reference as f64,
        );
        Self {
            precision,
            recall,
            f1: 2.0 * precision * recall / (precision + recall),
            ..counts
        }
    }
}

/// The words of a text: runs of lower-case letters a to z and digits; everything else separates them. A text in another
/// script has no words.
pub fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut open = false;
    for (at, c) in text.char_indices() {
        // One character may become several: `İ` is `i` and a dot above, which ends the word.
        for lower in c.to_lowercase() {
            if !lower.is_ascii_alphanumeric() {
                open = false;
                continue;
            }
            let end = at + c.len_utf8();
            match words.last_mut() {
                Some(word) if open => {
                    word.text.push(lower);
                    word.bytes.end = end;
                }
                _ => words.push(Word {
                    text: lower.into(),
                    bytes: at..end,
                }),
            }
            open = true;
        }
    }
    words
}
