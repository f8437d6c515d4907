//! The sentences and parentheses of a paragraph. Its placeholders are not filled in yet: Unicode's rules (UAX #29) would
//! not end a sentence before `{idf}`, because a lower-case letter follows.

use std::ops::Range;

/// Characters that end a sentence before a blank.
const ENDS: [char; 4] = ['.', '!', '?', '…'];
/// Characters that end a sentence without a blank after them.
const ENDS_ALONE: [char; 3] = ['。', '！', '？'];
/// Abbreviations, after which the sentence continues.
const ABBREVIATIONS: [&str; 4] = ["e.g.", "i.e.", "cf.", "vs."];
/// Quotes and brackets that belong to the sentence they close.
const CLOSES: [char; 8] = ['”', '’', '"', '\'', '»', ')', ']', '」'];

/// The closed parentheses of a text, inner ones before those around them. Each range includes its parentheses.
pub(super) fn parentheses(text: &str) -> Vec<Range<usize>> {
    let mut open = Vec::new();
    let mut closed = Vec::new();
    for (at, sign) in text.match_indices(['(', ')']) {
        if sign == "(" {
            open.push(at);
        } else if let Some(start) = open.pop() {
            closed.push(start..at + 1);
        }
    }
    closed
}

/// The sentences of a paragraph, each with the blanks after it. A full stop inside a parenthesis ends none, and neither does
/// one of an abbreviation or before a lower-case letter.
pub(super) fn sentences(paragraph: &str) -> Vec<&str> {
    let mut parentheses = parentheses(paragraph);
    parentheses.sort_by_key(|range| range.start);
    let mut parentheses = parentheses.into_iter().peekable();
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(sign) = paragraph[at..].chars().next() {
        // Those inside the parenthesis that was just passed.
        while parentheses.next_if(|range| range.start < at).is_some() {}
        let mut last = sign;
        let mut after = at + sign.len_utf8();
        if let Some(parenthesis) = parentheses.next_if(|range| range.start == at) {
            // `(A sentence of its own.)` ends as its last character does.
            after = parenthesis.end;
            if let Some(inner) = paragraph[..after - 1].chars().next_back() {
                last = inner;
            }
        }
        at = after;
        if !ENDS.contains(&last) && !ENDS_ALONE.contains(&last) {
            continue;
        }
        let written = &paragraph[start..after];
        if ABBREVIATIONS.iter().any(|short| written.ends_with(short)) {
            continue;
        }
        let behind_quotes = paragraph[after..].trim_start_matches(CLOSES);
        let next = behind_quotes.trim_start();
        let has_blank = next.len() < behind_quotes.len();
        let ends = ENDS_ALONE.contains(&last) || has_blank && !next.starts_with(char::is_lowercase);
        if ends {
            at = paragraph.len() - next.len();
            sentences.push(&paragraph[start..at]);
            start = at;
        }
    }
    sentences.push(&paragraph[start..]);
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}
