//! Why BLEU and BERTScore differ for this pair.

use std::collections::HashSet;

use super::words::{ComparedWord, MatchTarget};
use crate::sides::Sides;
use crate::words::is_punctuation;
use bertscope_overlap::PairCounts;
use bertscope_overlap::bleu::MAX_ORDER;

/// The reason; the first variant that applies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OverlapReason {
    /// BLEU is undefined, because the reference has no spaces between words.
    NoSpaces,
    /// BLEU finds no word in one of the texts.
    NoWords,
    /// Both texts have the same words in the same order.
    SameWords,
    /// BLEU does not count all words of the candidate.
    OtherWords {
        /// Those that the model matches with one word of the reference: most similar first, punctuation last.
        matched: Vec<usize>,
        /// Whether the reference has one of the others too, but less often.
        clipped: bool,
    },
    /// BLEU counts every word of the candidate, but not all n-grams.
    OtherOrder {
        /// The shortest order whose n-grams it does not all count; `None` if only n-grams longer than BLEU uses differ.
        order: Option<usize>,
    },
    /// BLEU counts every n-gram of the candidate, but the reference is longer.
    Shorter {
        /// Words of the reference that BLEU does not count: least similar first, punctuation last.
        missing: Vec<usize>,
    },
}

impl OverlapReason {
    pub(super) fn classify(counts: &PairCounts, words: &Sides<Vec<ComparedWord>>) -> Self {
        if counts.tokenizer.is_none() {
            return Self::NoSpaces;
        }
        let counts = &counts.bleu;
        let candidate = &words.candidate;
        let reference = &words.reference;
        if candidate.is_empty() || reference.is_empty() {
            return Self::NoWords;
        }
        if texts(candidate).eq(texts(reference)) {
            return Self::SameWords;
        }
        let shortest_order = (0..MAX_ORDER)
            .find(|i| counts.matches[*i] < counts.totals[*i])
            .map(|i| i + 1);
        if shortest_order == Some(1) {
            return Self::OtherWords {
                matched: matched_words(candidate),
                clipped: is_clipped(candidate, reference, counts.matches[0]),
            };
        }
        if shortest_order.is_some() || candidate.len() >= reference.len() {
            return Self::OtherOrder {
                order: shortest_order,
            };
        }
        Self::Shorter {
            missing: missing_words(reference),
        }
    }
}

fn texts(words: &[ComparedWord]) -> impl Iterator<Item = &str> {
    words.iter().map(|word| word.text.as_str())
}

/// Whether the reference has a word of the candidate less often than the candidate. BLEU counts each only as often as both
/// have it, `counted` in all.
fn is_clipped(candidate: &[ComparedWord], reference: &[ComparedWord], counted: u64) -> bool {
    let known: HashSet<&str> = texts(reference).collect();
    let shared = texts(candidate).filter(|text| known.contains(text)).count();
    shared as u64 > counted
}

/// The words of the candidate that only BERTScore matches.
fn matched_words(candidate: &[ComparedWord]) -> Vec<usize> {
    let mut matched: Vec<usize> = (0..candidate.len())
        .filter(|&i| is_uncounted(&candidate[i]) && is_matched_with_word(&candidate[i]))
        .collect();
    matched.sort_by(|&a, &b| similarity(&candidate[b]).total_cmp(&similarity(&candidate[a])));
    matched.sort_by_key(|&i| is_punctuation(&candidate[i].text));
    matched
}

/// The words of the reference that the candidate lacks.
fn missing_words(reference: &[ComparedWord]) -> Vec<usize> {
    let mut missing: Vec<usize> = (0..reference.len())
        .filter(|&i| is_uncounted(&reference[i]) && reference[i].best.is_some())
        .collect();
    missing.sort_by(|&a, &b| similarity(&reference[a]).total_cmp(&similarity(&reference[b])));
    missing.sort_by_key(|&i| is_punctuation(&reference[i].text));
    missing
}

/// Whether BLEU does not count a word that has weight in BERTScore.
fn is_uncounted(word: &ComparedWord) -> bool {
    word.counted.is_none() && word.weight > 0.0
}

fn is_matched_with_word(word: &ComparedWord) -> bool {
    match word.best {
        Some(best) => matches!(best.target, MatchTarget::Word(_)),
        None => false,
    }
}

fn similarity(word: &ComparedWord) -> f64 {
    word.best.map_or(0.0, |best| best.similarity)
}
