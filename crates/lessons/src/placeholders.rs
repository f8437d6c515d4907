//! Placeholders for actions in a lesson's text, and how a medium fills them in.

use std::ops::Range;

use crate::actions::TextAction;
use crate::paragraphs;
use crate::sentences::{parentheses, sentences};

/// Punctuation that has no blank before it.
const CLOSING: [char; 12] = ['.', ',', ';', ':', '!', '?', '…', ')', ']', '”', '’', '»'];
/// Punctuation that has no blank after it.
const OPENING: [char; 5] = ['(', '[', '“', '‘', '«'];
/// Punctuation between two parts of a sentence.
const BETWEEN: [char; 5] = [',', ';', ':', '–', '—'];

/// The placeholders of a text: their positions and names, known or not. A placeholder is a name of letters and hyphens in
/// braces; other braces are text.
pub(super) fn placeholders(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.match_indices('{').filter_map(|(start, _)| {
        let rest = &text[start + 1..];
        let name = &rest[..rest.find(|c: char| !(c.is_ascii_alphabetic() || c == '-'))?];
        let is_placeholder = rest[name.len()..].starts_with('}') && name.contains(|c| c != '-');
        is_placeholder.then(|| (start..start + name.len() + 2, name))
    })
}

/// A text with its placeholders filled in. `name_of` returns what the medium calls the control for an action. If it has
/// none, the innermost parenthesis with the placeholder is left out or, outside parentheses, the sentence.
pub fn fill(text: &str, name_of: impl Fn(TextAction) -> Option<String>) -> String {
    if placeholders(text).next().is_none() {
        return text.to_owned();
    }
    let name_of = |name: &str| {
        TextAction::from_name(name)
            .and_then(&name_of)
            .filter(|name| !name.trim().is_empty())
    };
    let filled = paragraphs(text).into_iter().map(|paragraph| {
        let mut filled = String::new();
        for sentence in sentences(&paragraph) {
            let words = sentence.trim_end();
            if let Some(words) = fill_sentence(words, &name_of) {
                filled.push_str(&words);
                filled.push_str(&sentence[sentence.trim_end().len()..]);
            }
        }
        filled.trim().to_owned()
    });
    let filled: Vec<_> = filled.filter(|paragraph| !paragraph.is_empty()).collect();
    with_spaced_braces(filled.join("\n\n"))
}

/// A change of a sentence: what replaces a range. `None` cuts the range and the blanks around it.
type Change = (Range<usize>, Option<String>);

/// `None` if nothing is left of the sentence.
fn fill_sentence(sentence: &str, name_of: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let parentheses = parentheses(sentence);
    let mut changes: Vec<Change> = Vec::new();
    for (at, name) in placeholders(sentence) {
        if let Some(name) = name_of(name) {
            changes.push((at, Some(name)));
            continue;
        }
        let around = parentheses
            .iter()
            .filter(|range| range.start < at.start && at.end < range.end);
        changes.push((around.max_by_key(|range| range.start)?.clone(), None));
    }
    let cuts: Vec<_> = changes
        .iter()
        .filter(|(_, name)| name.is_none())
        .map(|(range, _)| range.clone())
        .collect();
    let is_cut = |at: &Range<usize>| {
        cuts.iter()
            .any(|cut| cut != at && cut.start <= at.start && at.end <= cut.end)
    };
    changes.retain(|(at, _)| !is_cut(at));
    changes.sort_by_key(|(at, _)| at.start);
    changes.dedup_by(|(later, _), (at, _)| later == at);
    let mut filled = sentence.to_owned();
    for (at, name) in changes.into_iter().rev() {
        match name {
            Some(name) => filled.replace_range(at, &name),
            None => filled = without(&filled, at),
        }
    }
    (cuts.is_empty() || filled.contains(char::is_alphanumeric)).then_some(filled)
}

/// A sentence without a range, and without the blanks and commas that only the range needed.
fn without(sentence: &str, range: Range<usize>) -> String {
    let (left, right) = (&sentence[..range.start], &sentence[range.end..]);
    let has_blank = left.ends_with(char::is_whitespace) || right.starts_with(char::is_whitespace);
    let (mut left, mut right) = (left.trim_end(), right.trim_start());
    if left.is_empty() {
        right = right.trim_start_matches(|c: char| BETWEEN.contains(&c) || c.is_whitespace());
    }
    let closes = right.is_empty() || right.starts_with(CLOSING);
    if closes {
        left = left.trim_end_matches(|c: char| BETWEEN.contains(&c) || c.is_whitespace());
    }
    let blank = if !has_blank || closes || left.is_empty() || left.ends_with(OPENING) {
        ""
    } else {
        " "
    };
    [left, blank, right].concat()
}

/// Adds blanks inside braces around a name, which can arise from `{{zoom}}`, so that no placeholder is left.
fn with_spaced_braces(mut text: String) -> String {
    let found: Vec<_> = placeholders(&text).map(|(at, _)| at).collect();
    for at in found.into_iter().rev() {
        text.insert(at.end - 1, ' ');
        text.insert(at.start + 1, ' ');
    }
    text
}
