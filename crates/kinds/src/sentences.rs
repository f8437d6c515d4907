//! The sentences of a text: Unicode's boundaries, except after abbreviations and initials.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::WordList;

/// The sentences of a text as bytes, in order, without the spaces around them.
#[must_use]
pub fn sentences(text: &str, list: &WordList) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (start, sentence) in text.split_sentence_bound_indices() {
        let start = start + (sentence.len() - sentence.trim_start().len());
        let end = start + sentence.trim().len();
        match found.last_mut() {
            _ if start == end => {}
            Some(last) if continues(&text[last.clone()], &text[last.end..start], &text[start..end], list) => {
                last.end = end;
            }
            _ => found.push(start..end),
        }
    }
    found
}

/// Whether a sentence continues in the next text, because the full stop between them ends an abbreviation.
fn continues(text: &str, gap: &str, next: &str, list: &WordList) -> bool {
    let Some(before) = text.strip_suffix('.').filter(|_| !gap.contains(['\n', '\r', '\u{2029}'])) else { return false };
    let word = before.rsplit(|c: char| c.is_whitespace() || "([“\"'‘".contains(c)).next().unwrap_or_default();
    // After initials within a name ("J. Smith", "U.S. Army") a function word starts a sentence: "in the U.S. The …".
    let follows = || next.split(|c: char| !c.is_alphanumeric()).next().is_some_and(|word| !list.is_function_word(word));
    let is_initials =
        word != "I" && word.split('.').all(|part| part.chars().count() == 1 && part.chars().all(char::is_uppercase));
    list.is_abbreviation(word) || is_initials && follows()
}
