//! The n-grams that two texts share, as byte ranges for highlighting.

use std::cmp::Ordering;
use std::ops::Range;

use crate::bleu::Tokenizer;
use crate::ngrams::{ItemKind, keys};
use crate::rouge::lcs;
use crate::word::{Numbering, Word, is_space};
use crate::{bleu, chrf, rouge};

/// An n-gram that also occurs in the other text.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct NGram {
    /// The index of its first word, or character, in its text.
    #[serde(rename = "word")]
    pub position: usize,
    /// Its number of words, or of characters for chrF.
    pub order: usize,
    /// The bytes of the text from its first word to its last.
    #[serde(skip)]
    pub bytes: Range<usize>,
}

/// The matched n-grams of a pair, by order and then by position. If one text has an n-gram more often than the other,
/// occurrences within longer matched n-grams are chosen first, then those nearest to the start.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct MatchedNgrams {
    pub candidate: Vec<NGram>,
    /// As many of each order as in the candidate.
    pub reference: Vec<NGram>,
}

impl MatchedNgrams {
    /// The matches that BLEU counts: n-grams of 1 to 4 words; none where it is undefined.
    pub fn bleu(candidate: &str, reference: &str) -> Self {
        let Some(tokenizer) = Tokenizer::for_references(&[reference]) else {
            return Self::default();
        };
        let candidate = bleu::words(candidate, tokenizer);
        let reference = bleu::words(reference, tokenizer);
        Self::of_words(&candidate, &reference, bleu::MAX_ORDER)
    }

    /// The matches that ROUGE-1 and ROUGE-2 count: n-grams of 1 and 2 words.
    pub fn rouge(candidate: &str, reference: &str) -> Self {
        Self::of_words(&rouge::words(candidate), &rouge::words(reference), 2)
    }

    /// The matches that ROUGE-L counts: the words of one longest common subsequence.
    pub fn rouge_l(candidate: &str, reference: &str) -> Self {
        let candidate_words = rouge::words(candidate);
        let reference_words = rouge::words(reference);
        let mut numbering = Numbering::default();
        let candidate = Items::from_words(&candidate_words, &mut numbering);
        let reference = Items::from_words(&reference_words, &mut numbering);
        let common = lcs::positions(&candidate.numbers, &reference.numbers, numbering.len());
        Self {
            candidate: common.iter().map(|(i, _)| candidate.ngram(*i, 1)).collect(),
            reference: common.iter().map(|(_, j)| reference.ngram(*j, 1)).collect(),
        }
    }

    /// The matches that chrF counts: n-grams of 1 to 6 characters, across whitespace.
    pub fn chrf(candidate: &str, reference: &str) -> Self {
        let candidate = Items::from_characters(candidate);
        let reference = Items::from_characters(reference);
        Self::of_items(
            &candidate,
            &reference,
            chrf::MAX_ORDER,
            ItemKind::Characters,
        )
    }

    fn of_words(candidate: &[Word], reference: &[Word], orders: usize) -> Self {
        let mut numbering = Numbering::default();
        let candidate = Items::from_words(candidate, &mut numbering);
        let reference = Items::from_words(reference, &mut numbering);
        Self::of_items(&candidate, &reference, orders, ItemKind::Words)
    }

    fn of_items(candidate: &Items, reference: &Items, orders: usize, kind: ItemKind) -> Self {
        let mut all = Self::default();
        let mut matched = MatchedPositions::default();
        // Longest first, because an order prefers the occurrences within matched n-grams of the next one.
        for order in (1..=orders).rev() {
            matched = MatchedPositions::find(
                &occurrences(&candidate.numbers, order, kind, &matched.candidate),
                &occurrences(&reference.numbers, order, kind, &matched.reference),
            );
            for position in &matched.candidate {
                all.candidate.push(candidate.ngram(*position, order));
            }
            for position in &matched.reference {
                all.reference.push(reference.ngram(*position, order));
            }
        }
        for side in [&mut all.candidate, &mut all.reference] {
            side.sort_by_key(|ngram| (ngram.order, ngram.position));
        }
        all
    }
}

/// The words or characters of a text.
struct Items {
    /// Equal items have equal numbers.
    numbers: Vec<u32>,
    /// The bytes of the text with each item.
    bytes: Vec<Range<usize>>,
}

impl Items {
    fn from_words<'a>(words: &'a [Word], numbering: &mut Numbering<'a>) -> Self {
        Self {
            numbers: numbering.assign(words),
            bytes: words.iter().map(|word| word.bytes.clone()).collect(),
        }
    }

    fn from_characters(text: &str) -> Self {
        let characters = text.char_indices().filter(|(_, c)| !is_space(*c));
        Self {
            numbers: chrf::characters(text),
            bytes: characters
                .map(|(start, c)| start..start + c.len_utf8())
                .collect(),
        }
    }

    fn ngram(&self, position: usize, order: usize) -> NGram {
        NGram {
            position,
            order,
            bytes: self.bytes[position].start..self.bytes[position + order - 1].end,
        }
    }
}

/// An n-gram at a position. Sorting puts equal ones next to each other, in the order in which they are chosen.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Occurrence {
    key: u128,
    /// Whether it is in no matched n-gram of the next order.
    is_alone: bool,
    position: usize,
}

/// The n-grams of order `order`. `longer` are the sorted positions of the matched n-grams of the next order.
fn occurrences(items: &[u32], order: usize, kind: ItemKind, longer: &[usize]) -> Vec<Occurrence> {
    let mut all: Vec<Occurrence> = keys(items, order, kind)
        .enumerate()
        .map(|(position, key)| Occurrence {
            key,
            is_alone: !is_within(longer, position),
            position,
        })
        .collect();
    all.sort_unstable();
    all
}

/// Whether an n-gram is the beginning or the end of an n-gram of the next order at one of these sorted positions.
fn is_within(longer: &[usize], position: usize) -> bool {
    longer.binary_search(&position).is_ok()
        || position > 0 && longer.binary_search(&(position - 1)).is_ok()
}

/// The sorted positions of the shared n-grams of one order.
#[derive(Default)]
struct MatchedPositions {
    candidate: Vec<usize>,
    reference: Vec<usize>,
}

impl MatchedPositions {
    /// Pairs equal n-grams one by one, in the order in which they are chosen.
    fn find(candidate: &[Occurrence], reference: &[Occurrence]) -> Self {
        let mut matched = Self::default();
        let mut i = 0;
        let mut j = 0;
        while i < candidate.len() && j < reference.len() {
            match candidate[i].key.cmp(&reference[j].key) {
                Ordering::Less => i += 1,
                Ordering::Greater => j += 1,
                Ordering::Equal => {
                    matched.candidate.push(candidate[i].position);
                    matched.reference.push(reference[j].position);
                    i += 1;
                    j += 1;
                }
            }
        }
        matched.candidate.sort_unstable();
        matched.reference.sort_unstable();
        matched
    }
}
