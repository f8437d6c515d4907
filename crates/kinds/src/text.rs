//! A text as words, with the list of its language.

use unicode_segmentation::UnicodeSegmentation;

use crate::WordList;
use crate::digits::{digits, is_multiplier};
use crate::sentences::sentences;
use crate::word_list::{Found, Section};
use crate::words::{Word, lowercase};

/// The words of a text, with the list of its language.
pub struct Text<'a> {
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
