//! Words, and the numbers that stand for them.

use std::collections::HashMap;
use std::ops::Range;

/// A word as a metric compares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The compared form: `"` for `&quot;` in the text, lower case for ROUGE.
    pub text: String,
    /// Its bytes in the text.
    pub bytes: Range<usize>,
}

/// One number for each distinct word, counted from 0.
#[derive(Debug, Default)]
pub(crate) struct Numbering<'a> {
    numbers: HashMap<&'a str, u32>,
}

impl<'a> Numbering<'a> {
    /// The numbers of some words. Equal words have equal numbers across calls.
    pub(crate) fn assign(&mut self, words: &'a [Word]) -> Vec<u32> {
        let mut numbers = Vec::with_capacity(words.len());
        for word in words {
            let next = self.numbers.len() as u32;
            numbers.push(*self.numbers.entry(&word.text).or_insert(next));
        }
        numbers
    }

    /// Number of distinct words so far.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }
}

/// Whether Python's `str.split` and `str.rstrip` treat a character as whitespace: Unicode whitespace and the four
/// information separators. Both packages split texts with `str.split`.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}
