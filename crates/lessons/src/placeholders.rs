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

/// A placeholder of a text, known or not: a name of letters and hyphens in braces. Other braces are text.
#[derive(Clone)]
pub(super) struct Placeholder<'a> {
    pub(super) range: Range<usize>,
    pub(super) name: &'a str,
}

impl<'a> Placeholder<'a> {
    /// The placeholder whose brace opens at this byte.
    fn at(text: &'a str, start: usize) -> Option<Self> {
        let rest = &text[start + 1..];
        let name_length = rest.find(|c: char| !(c.is_ascii_alphabetic() || c == '-'))?;
        let name = &rest[..name_length];
        // `{}` and `{--}` are text.
        if !name.contains(|c| c != '-') || !rest[name_length..].starts_with('}') {
            return None;
        }
        let braces = 2;
        Some(Self {
            range: start..start + name_length + braces,
            name,
        })
    }
}

pub(super) fn placeholders(text: &str) -> Vec<Placeholder<'_>> {
    text.match_indices('{')
        .filter_map(|(start, _)| Placeholder::at(text, start))
        .collect()
}

/// A text with its placeholders filled in. `name_of` returns what the medium calls the control for an action. If it has
/// none, the innermost parenthesis with the placeholder is left out or, outside parentheses, the sentence.
pub fn fill(text: &str, name_of: impl Fn(TextAction) -> Option<String>) -> String {
    if placeholders(text).is_empty() {
        return text.to_owned();
    }
    let mut filled_paragraphs = Vec::new();
    for paragraph in paragraphs(text) {
        let mut filled = String::new();
        for sentence in sentences(&paragraph) {
            let words = sentence.trim_end();
            if let Some(words) = fill_sentence(words, &name_of) {
                filled.push_str(&words);
                filled.push_str(&sentence[sentence.trim_end().len()..]);
            }
        }
        let filled = filled.trim();
        if !filled.is_empty() {
            filled_paragraphs.push(filled.to_owned());
        }
    }
    with_spaced_braces(filled_paragraphs.join("\n\n"))
}

/// A change of a sentence.
struct Edit {
    range: Range<usize>,
    /// `None` cuts the range and the blanks around it.
    replacement: Option<String>,
}

/// `None` if nothing is left of the sentence.
fn fill_sentence(
    sentence: &str,
    name_of: &impl Fn(TextAction) -> Option<String>,
) -> Option<String> {
    let parentheses = parentheses(sentence);
    let mut edits: Vec<Edit> = Vec::new();
    let mut cuts: Vec<Range<usize>> = Vec::new();
    for Placeholder { range, name } in placeholders(sentence) {
        if let Some(control) = control_name(name, name_of) {
            edits.push(Edit {
                range,
                replacement: Some(control),
            });
            continue;
        }
        let innermost = parentheses
            .iter()
            .filter(|parenthesis| parenthesis.start < range.start && range.end < parenthesis.end)
            .max_by_key(|parenthesis| parenthesis.start);
        // Outside parentheses, the whole sentence goes.
        let cut = innermost?.clone();
        if !cuts.contains(&cut) {
            cuts.push(cut.clone());
            edits.push(Edit {
                range: cut,
                replacement: None,
            });
        }
    }
    edits.retain(|edit| !is_inside_another(&edit.range, &cuts));
    edits.sort_by_key(|edit| edit.range.start);
    let mut filled = sentence.to_owned();
    // From the end, so that the earlier ranges stay where they are.
    for edit in edits.into_iter().rev() {
        match edit.replacement {
            Some(control) => filled.replace_range(edit.range, &control),
            None => filled = without(&filled, edit.range),
        }
    }
    if !cuts.is_empty() && !filled.contains(char::is_alphanumeric) {
        return None;
    }
    Some(filled)
}

/// What the medium calls the control for an action, if it has one.
fn control_name(action: &str, name_of: &impl Fn(TextAction) -> Option<String>) -> Option<String> {
    let control = name_of(TextAction::from_name(action)?)?;
    if control.trim().is_empty() {
        return None;
    }
    Some(control)
}

/// Whether a range lies inside one of the cuts, but is none itself.
fn is_inside_another(range: &Range<usize>, cuts: &[Range<usize>]) -> bool {
    cuts.iter()
        .any(|cut| cut != range && cut.start <= range.start && range.end <= cut.end)
}

/// A sentence without a range, and without the blanks and commas that only the range needed.
fn without(sentence: &str, range: Range<usize>) -> String {
    let mut left = &sentence[..range.start];
    let mut right = &sentence[range.end..];
    let has_blank = left.ends_with(char::is_whitespace) || right.starts_with(char::is_whitespace);
    left = left.trim_end();
    right = right.trim_start();
    if left.is_empty() {
        right = right.trim_start_matches(is_between_or_blank);
    }
    let is_closed = right.is_empty() || right.starts_with(CLOSING);
    if is_closed {
        left = left.trim_end_matches(is_between_or_blank);
    }
    let needs_blank = has_blank && !is_closed && !left.is_empty() && !left.ends_with(OPENING);
    let blank = if needs_blank { " " } else { "" };
    [left, blank, right].concat()
}

fn is_between_or_blank(c: char) -> bool {
    BETWEEN.contains(&c) || c.is_whitespace()
}

/// Adds blanks inside braces around a name, which can arise from `{{zoom}}`, so that no placeholder is left.
fn with_spaced_braces(mut text: String) -> String {
    let ranges: Vec<Range<usize>> = placeholders(&text)
        .into_iter()
        .map(|placeholder| placeholder.range)
        .collect();
    for range in ranges.into_iter().rev() {
        text.insert(range.end - 1, ' ');
        text.insert(range.start + 1, ' ');
    }
    text
}
