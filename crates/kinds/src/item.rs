//! An expression of a text.

use std::ops::Range;

use crate::DifferenceKind as Kind;
use crate::words::Word;

/// An expression, with what it means.
pub(crate) struct Item {
    pub kind: Kind,
    /// Its bytes in the text.
    pub bytes: Range<usize>,
    /// What it may mean; it equals another expression with which it shares a meaning.
    pub meanings: Vec<String>,
    /// Whether it counts only against another expression of its kind.
    pub is_weak: bool,
}

impl Item {
    pub fn new(kind: Kind, words: &[Word<'_>], meanings: Vec<String>, is_weak: bool) -> Self {
        let bytes = words.first().map_or(0, |word| word.bytes.start)
            ..words.last().map_or(0, |word| word.bytes.end);
        Self {
            kind,
            bytes,
            meanings,
            is_weak,
        }
    }
}
