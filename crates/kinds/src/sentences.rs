//! The sentences of a text: Unicode's boundaries, except after abbreviations and initials.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::WordList;
use crate::word_list::Section;

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
