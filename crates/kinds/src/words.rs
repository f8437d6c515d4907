//! The words of a text, with punctuation as words of their own, and those of an expression on the list.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// A word or a punctuation mark.
pub struct Word<'a> {
    /// As it is written.
    pub text: &'a str,
    /// In lower case, with a straight apostrophe.
    pub lower: String,
    /// Its bytes in the text.
    pub bytes: Range<usize>,
    /// Whether it is the first word of its sentence.
    pub starts_sentence: bool,
    /// Whether it follows the previous one without a space.
    pub is_attached: bool,
}

impl Word<'_> {
    pub fn has_capital(&self) -> bool {
        self.text.contains(char::is_uppercase)
    }

    pub fn starts_with_digit(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_digit())
    }
}

/// An expression in lower case, split as texts are.
pub fn split_expression(text: &str) -> Vec<String> {
    text.split_word_bounds()
        .filter(|word| !word.trim().is_empty())
        .map(lowercase)
        .collect()
}

pub fn lowercase(word: &str) -> String {
    word.to_lowercase().replace('’', "'")
}
