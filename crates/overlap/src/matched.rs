//! The n-grams that two texts share, as byte ranges for highlighting.

use std::ops::Range;

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
    /// The n-grams of the candidate.
    pub candidate: Vec<NGram>,
    /// The n-grams of the reference, with the same number of each order.
    pub reference: Vec<NGram>,
}

impl MatchedNgrams {
    /// The matches that BLEU counts: n-grams of 1 to 4 words.
    pub fn bleu(candidate: &str, reference: &str) -> Self {
        Self::words(
            &bleu::words(candidate),
            &bleu::words(reference),
            bleu::MAX_ORDER,
        )
    }

    /// The matches that ROUGE-1 and ROUGE-2 count: n-grams of 1 and 2 words.
    pub fn rouge(candidate: &str, reference: &str) -> Self {
        Self::words(&rouge::words(candidate), &rouge::words(reference), 2)
    }

    /// The matches that ROUGE-L counts: the words of one longest common subsequence.
    pub fn rouge_l(candidate: &str, reference: &str) -> Self {
        let (candidate, reference) = (rouge::words(candidate), rouge::words(reference));
        let mut numbering = Numbering::default();
        let (a, b) = (numbering.assign(&candidate), numbering.assign(&reference));
        let word = |words: &[Word], place: usize| NGram {
            order: 1,
            position: place,
            bytes: words[place].bytes.clone(),
        };
        let (candidate, reference) = lcs::positions(&a, &b, numbering.len())
            .into_iter()
            .map(|(i, j)| (word(&candidate, i), word(&reference, j)))
            .unzip();
        Self {
            candidate,
            reference,
        }
    }

    /// The matches that chrF counts: n-grams of 1 to 6 characters, across whitespace.
    pub fn chrf(candidate: &str, reference: &str) -> Self {
        let (a, b) = (chrf::characters(candidate), chrf::characters(reference));
        let (candidate, reference) = (character_bytes(candidate), character_bytes(reference));
        Self::from_items(
            (&a, &candidate),
            (&b, &reference),
            chrf::MAX_ORDER,
            ItemKind::Characters,
        )
    }

    fn words(candidate: &[Word], reference: &[Word], orders: usize) -> Self {
        let mut numbering = Numbering::default();
        let (a, b) = (numbering.assign(candidate), numbering.assign(reference));
        let bytes = |words: &[Word]| -> Vec<Range<usize>> {
            words.iter().map(|word| word.bytes.clone()).collect()
        };
        Self::from_items(
            (&a, &bytes(candidate)),
            (&b, &bytes(reference)),
            orders,
            ItemKind::Words,
        )
    }

    fn from_items(
        (a, a_bytes): (&[u32], &[Range<usize>]),
        (b, b_bytes): (&[u32], &[Range<usize>]),
        orders: usize,
        kind: ItemKind,
    ) -> Self {
        let mut all = Self::default();
        let (mut mine, mut theirs) = (Vec::new(), Vec::new());
        for order in (1..=orders).rev() {
            let (a, b) = (
                occurrences(a, order, kind, &mine),
                occurrences(b, order, kind, &theirs),
            );
            (mine, theirs) = shared(&a, &b);
            let ngram = |bytes: &[Range<usize>], place: usize| NGram {
                order,
                position: place,
                bytes: bytes[place].start..bytes[place + order - 1].end,
            };
            all.candidate
                .extend(mine.iter().map(|place| ngram(a_bytes, *place)));
            all.reference
                .extend(theirs.iter().map(|place| ngram(b_bytes, *place)));
        }
        for side in [&mut all.candidate, &mut all.reference] {
            side.sort_by_key(|ngram| (ngram.order, ngram.position));
        }
        all
    }
}

/// An n-gram at a position. Sorting puts equal ones next to each other, in the order in which they are chosen.
type Occurrence = (u128, bool, usize);

/// The n-grams of order `order`. `longer` are the sorted positions of the matched n-grams of the next order.
fn occurrences(items: &[u32], order: usize, kind: ItemKind, longer: &[usize]) -> Vec<Occurrence> {
    let is_within = |place: usize| {
        longer.binary_search(&place).is_ok()
            || place
                .checked_sub(1)
                .is_some_and(|p| longer.binary_search(&p).is_ok())
    };
    let mut all: Vec<Occurrence> = keys(items, order, kind)
        .zip(0..)
        .map(|(key, place)| (key, !is_within(place), place))
        .collect();
    all.sort_unstable();
    all
}

/// The sorted positions of the shared n-grams.
fn shared(a: &[Occurrence], b: &[Occurrence]) -> (Vec<usize>, Vec<usize>) {
    let mut others = b.iter().peekable();
    let partner = |(key, _, place): &Occurrence| {
        while others.next_if(|(other, ..)| other < key).is_some() {}
        others
            .next_if(|(other, ..)| other == key)
            .map(|(.., other)| (*place, *other))
    };
    let (mut mine, mut theirs): (Vec<usize>, Vec<usize>) = a.iter().filter_map(partner).unzip();
    mine.sort_unstable();
    theirs.sort_unstable();
    (mine, theirs)
}

fn character_bytes(text: &str) -> Vec<Range<usize>> {
    text.char_indices()
        .filter(|(_, c)| !is_space(*c))
        .map(|(at, c)| at..at + c.len_utf8())
        .collect()
}
