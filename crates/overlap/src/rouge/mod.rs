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
        references
            .iter()
            .map(|reference| Self::from_words(&candidate, &words(reference)))
            .reduce(|best, new| Self {
                rouge1: better(best.rouge1, new.rouge1),
                rouge2: better(best.rouge2, new.rouge2),
                rouge_l: better(best.rouge_l, new.rouge_l),
            })
            .unwrap_or_default()
    }

    fn from_words(candidate: &[Word], reference: &[Word]) -> Self {
        let mut numbering = Numbering::default();
        let candidate = numbering.assign(candidate);
        let reference = numbering.assign(reference);
        let common = lcs::length(&candidate, &reference, numbering.len());
        Self {
            rouge1: RougeScore::from_ngrams(&candidate, &reference, 1),
            rouge2: RougeScore::from_ngrams(&candidate, &reference, 2),
            rouge_l: RougeScore::from_counts(
                common as u64,
                candidate.len() as u64,
                reference.len() as u64,
            ),
        }
    }
}

/// The score with the higher F1, the first on a tie.
fn better(first: RougeScore, second: RougeScore) -> RougeScore {
    if second.f1 > first.f1 { second } else { first }
}

impl RougeScore {
    fn from_ngrams(candidate: &[u32], reference: &[u32], order: usize) -> Self {
        let candidate_ngrams = Counts::count(candidate, order, ItemKind::Words);
        let reference_ngrams = Counts::count(reference, order, ItemKind::Words);
        Self::from_counts(
            candidate_ngrams.shared(&reference_ngrams),
            ngram_count(candidate.len(), order),
            ngram_count(reference.len(), order),
        )
    }

    fn from_counts(shared: u64, candidate: u64, reference: u64) -> Self {
        let counts = Self {
            shared,
            candidate,
            reference,
            ..Self::default()
        };
        if shared == 0 {
            // Nothing is divided by 0: a text may have no words.
            return counts;
        }
        let precision = shared as f64 / candidate as f64;
        let recall = shared as f64 / reference as f64;
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
    // Whether the next letter continues the last word.
    let mut is_open = false;
    for (start, c) in text.char_indices() {
        // One character may become several: `İ` is `i` and a dot above, which ends the word.
        for lower in c.to_lowercase() {
            if !lower.is_ascii_alphanumeric() {
                is_open = false;
                continue;
            }
            let end = start + c.len_utf8();
            match words.last_mut() {
                Some(word) if is_open => {
                    word.text.push(lower);
                    word.bytes.end = end;
                }
                _ => words.push(Word {
                    text: lower.into(),
                    bytes: start..end,
                }),
            }
            is_open = true;
        }
    }
    words
}
