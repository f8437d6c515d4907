//! Why BLEU and BERTScore differ for this pair.

use std::collections::HashSet;

use super::words::{ComparedWord, MatchTarget};
use crate::sides::Sides;
use bertscope_overlap::BleuCounts;
use bertscope_overlap::bleu::MAX_ORDER;

/// The reason; the first variant that applies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OverlapReason {
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
    pub(super) fn classify(counts: &BleuCounts, words: &Sides<Vec<ComparedWord>>) -> Self {
        let Sides {
            candidate,
            reference,
        } = words;
        if candidate.is_empty() || reference.is_empty() {
            return Self::NoWords;
        }
        if candidate
            .iter()
            .map(|word| &word.text)
            .eq(reference.iter().map(|word| &word.text))
        {
            return Self::SameWords;
        }
        if counts.matches[0] < counts.totals[0] {
            let mut matched = uncounted_words(candidate, |word| {
                word.weight > 0.0
                    && word
                        .best
                        .is_some_and(|best| matches!(best.target, MatchTarget::Word(_)))
            });
            matched
                .sort_by(|a, b| similarity(&candidate[*b]).total_cmp(&similarity(&candidate[*a])));
            matched.sort_by_key(|i| is_punctuation(&candidate[*i]));
            let known: HashSet<&str> = reference.iter().map(|word| word.text.as_str()).collect();
            let there = candidate
                .iter()
                .filter(|word| known.contains(word.text.as_str()))
                .count() as u64;
            let clipped = there > counts.matches[0];
            return Self::OtherWords { matched, clipped };
        }
        let order = (0..MAX_ORDER)
            .find(|i| counts.matches[*i] < counts.totals[*i])
            .map(|i| i + 1);
        if order.is_some() || candidate.len() >= reference.len() {
            return Self::OtherOrder { order };
        }
        let mut missing =
            uncounted_words(reference, |word| word.weight > 0.0 && word.best.is_some());
        missing.sort_by(|a, b| similarity(&reference[*a]).total_cmp(&similarity(&reference[*b])));
        missing.sort_by_key(|i| is_punctuation(&reference[*i]));
        Self::Shorter { missing }
    }
}

fn uncounted_words(words: &[ComparedWord], also: impl Fn(&ComparedWord) -> bool) -> Vec<usize> {
    words
        .iter()
        .enumerate()
        .filter(|(_, word)| word.counted.is_none() && also(word))
        .map(|(i, _)| i)
        .collect()
}

fn is_punctuation(word: &ComparedWord) -> bool {
    !word.text.contains(char::is_alphanumeric)
}

fn similarity(word: &ComparedWord) -> f64 {
    word.best.map_or(0.0, |best| best.similarity)
}
