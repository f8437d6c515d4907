//! The words of a text, with punctuation as words of their own.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::WordList;
use crate::sentences::sentences;

/// A word or a punctuation mark.
#[derive(Debug, Clone)]
pub(crate) struct Word<'a> {
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
    pub fn is_capitalised(&self) -> bool {
        self.text.starts_with(char::is_uppercase)
    }

    pub fn has_letters_or_digits(&self) -> bool {
        self.text.contains(char::is_alphanumeric)
    }
}

pub(crate) fn words<'a>(text: &'a str, list: &WordList) -> Vec<Word<'a>> {
    let mut words: Vec<Word<'a>> = Vec::new();
    for sentence in sentences(text, list) {
        let mut starts_sentence = true;
        for (at, word) in text[sentence.clone()].split_word_bound_indices() {
            if word.trim().is_empty() {
                continue;
            }
            let start = sentence.start + at;
            let mut word = Word {
                text: word,
                lower: lowercase(word),
                bytes: start..start + word.len(),
                starts_sentence: false,
                is_attached: words.last().is_some_and(|last| last.bytes.end == start),
            };
            if word.has_letters_or_digits() {
                word.starts_sentence = std::mem::take(&mut starts_sentence);
            }
            words.push(word);
        }
    }
    words
}

/// An expression in lower case, split as texts are.
pub(crate) fn split_expression(text: &str) -> Vec<String> {
    text.split_word_bounds().filter(|word| !word.trim().is_empty()).map(lowercase).collect()
}

fn lowercase(word: &str) -> String {
    word.to_lowercase().replace('’', "'")
}
