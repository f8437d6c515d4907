//! The sentences of a text: Unicode's boundaries, except after abbreviations and initials; and its words, with punctuation as
//! words of their own.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::expressions::Expression;
use crate::quantities::is_multiplier;
use crate::word_list::{Found, Section};
use crate::{DifferenceKind, WordList};

/// A word or a punctuation mark.
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
    pub fn has_capital(&self) -> bool {
        self.text.contains(char::is_uppercase)
    }

    pub fn starts_with_digit(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_digit())
    }
}

/// The words of a text, with the list of its language.
pub(crate) struct Text<'a> {
    pub words: Vec<Word<'a>>,
    pub list: &'a WordList,
}

impl<'a> Text<'a> {
    pub fn new(text: &'a str, list: &'a WordList) -> Self {
        Self {
            words: words(text, list),
            list,
        }
    }

    /// The longest expression of some sections that starts at a word.
    pub fn find(&self, at: usize, sections: &[Section]) -> Option<Found<'a>> {
        self.list.find(self.words.get(at..)?, sections)
    }

    /// Some words as an expression.
    pub fn expression(
        &self,
        kind: DifferenceKind,
        words: Range<usize>,
        meanings: Vec<String>,
        is_weak: bool,
    ) -> Expression {
        Expression {
            kind,
            bytes: self.words[words.start].bytes.start..self.words[words.end - 1].bytes.end,
            meanings,
            is_weak,
            is_matched: false,
        }
    }
}

fn words<'a>(text: &'a str, list: &WordList) -> Vec<Word<'a>> {
    let mut words: Vec<Word<'a>> = Vec::new();
    for sentence in sentences(text, list) {
        let mut start = sentence.start;
        let mut has_first = false;
        for word in text[sentence]
            .split_word_bounds()
            .flat_map(|word| split_unit(word, list))
        {
            let bytes = start..start + word.len();
            start = bytes.end;
            if word.trim().is_empty() {
                continue;
            }
            // Quotation marks and brackets before the first word do not start the sentence.
            let starts_sentence = !has_first && word.contains(char::is_alphanumeric);
            has_first |= starts_sentence;
            words.push(Word {
                text: word,
                lower: lowercase(word),
                starts_sentence,
                is_attached: words
                    .last()
                    .is_some_and(|last| last.bytes.end == bytes.start),
                bytes,
            });
        }
    }
    words
}

/// Splits "5kg", "3pm" and "5bn" into two words; "1990s" is one. The second part may be empty.
fn split_unit<'a>(word: &'a str, list: &WordList) -> [&'a str; 2] {
    let (number, unit) = word.split_at(digits(word));
    let is_number = !number.is_empty() && is_multiplier(unit);
    if is_number || unit != "s" && list.has(unit, &[Section::Unit, Section::Hour]) {
        [number, unit]
    } else {
        [word, ""]
    }
}

/// The length of the digits that a text starts with, and their separators.
pub(crate) fn digits(text: &str) -> usize {
    text.find(|c: char| !matches!(c, '0'..='9' | '.' | ','))
        .unwrap_or(text.len())
}

/// An expression in lower case, split as texts are.
pub(crate) fn split_expression(text: &str) -> Vec<String> {
    text.split_word_bounds()
        .filter(|word| !word.trim().is_empty())
        .map(lowercase)
        .collect()
}

fn lowercase(word: &str) -> String {
    word.to_lowercase().replace('’', "'")
}

/// The sentences of a text as bytes, in order, without the spaces around them.
pub fn sentences(text: &str, list: &WordList) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (start, sentence) in text.split_sentence_bound_indices() {
        let start = start + (sentence.len() - sentence.trim_start().len());
        let end = start + sentence.trim().len();
        if start == end {
            continue;
        }
        match found.last_mut() {
            Some(last) if continues(text, last, &(start..end), list) => last.end = end,
            _ => found.push(start..end),
        }
    }
    found
}

/// Whether a sentence continues in the next part of the text, because the full stop between them ends an abbreviation.
fn continues(text: &str, sentence: &Range<usize>, next: &Range<usize>, list: &WordList) -> bool {
    // A new line ends a sentence in any case.
    if text[sentence.end..next.start].contains(['\n', '\r', '\u{2029}']) {
        return false;
    }
    let Some(before_stop) = text[sentence.clone()].strip_suffix('.') else {
        return false;
    };
    let last_word = before_stop
        .rsplit(|c: char| c.is_whitespace() || "([“\"'‘".contains(c))
        .next()
        .unwrap_or_default();
    if list.has(last_word, &[Section::Abbreviation]) {
        return true;
    }
    // After initials within a name ("J. Smith", "U.S. Army") a function word starts a sentence: "in the U.S. The …".
    let next_word = text[next.clone()]
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default();
    last_word != "I"
        && last_word.split('.').all(is_initial)
        && !list.has(next_word, &[Section::Ignored, Section::Article])
}

fn is_initial(part: &str) -> bool {
    part.chars().count() == 1 && part.chars().all(char::is_uppercase)
}
