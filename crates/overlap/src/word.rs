//! Words, and the numbers that stand for them.

use std::collections::HashMap;
use std::ops::Range;

/// A word as a metric compares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// What is compared: `"` where the text has `&quot;`, lower case for ROUGE.
    pub text: String,
    /// The bytes of the text it was made of.
    pub bytes: Range<usize>,
}

/// One number for each distinct word, counted from 0.
#[derive(Debug, Default)]
pub(crate) struct Numbering<'a> {
    numbers: HashMap<&'a str, u32>,
}

impl<'a> Numbering<'a> {
    /// The numbers of some words. Equal words have equal numbers, whichever call they came with.
    pub(crate) fn of(&mut self, words: &'a [Word]) -> Vec<u32> {
        let number = |word: &'a Word| {
            let next = self.numbers.len() as u32;
            *self.numbers.entry(&word.text).or_insert(next)
        };
        words.iter().map(number).collect()
    }

    /// How many distinct words have a number.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }
}
