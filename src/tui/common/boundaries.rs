//! Finds character and word boundaries in a text, for the cursor. All positions are byte offsets.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// The start of the character before the cursor.
pub fn previous_boundary(text: &str, cursor: usize) -> usize {
    GraphemeCursor::new(cursor, text.len(), true)
        .prev_boundary(text, 0)
        .ok()
        .flatten()
        .unwrap_or(0)
}

/// The end of the character after the cursor.
pub fn next_boundary(text: &str, cursor: usize) -> usize {
    GraphemeCursor::new(cursor, text.len(), true)
        .next_boundary(text, 0)
        .ok()
        .flatten()
        .unwrap_or(text.len())
}

/// The start of the word before the cursor.
pub fn word_start_before(text: &str, cursor: usize) -> usize {
    let mut after = CharClass::Blank;
    for (start, grapheme) in text[..cursor].grapheme_indices(true).rev() {
        let kind = CharClass::classify(grapheme);
        if after != CharClass::Blank && kind != after {
            return start + grapheme.len();
        }
        after = kind;
    }
    0
}

/// The first boundary after the cursor between two characters of the kinds `sought`, or the end.
pub fn class_boundary_before(
    text: &str,
    cursor: usize,
    sought: impl Fn(CharClass, CharClass) -> bool,
) -> usize {
    let mut before = None;
    for (start, grapheme) in text[cursor..].grapheme_indices(true) {
        let kind = CharClass::classify(grapheme);
        if before.is_some_and(|before| sought(before, kind)) {
            return cursor + start;
        }
        before = Some(kind);
    }
    text.len()
}

/// Kinds of characters; a word is a run of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CharClass {
    /// White space.
    Blank,
    /// ASCII punctuation, except the underscore.
    Punctuation,
    /// Everything else.
    Letter,
}

impl CharClass {
    fn classify(grapheme: &str) -> Self {
        match grapheme.chars().next() {
            Some(c) if c.is_whitespace() => Self::Blank,
            Some(c) if c.is_ascii_punctuation() && c != '_' => Self::Punctuation,
            _ => Self::Letter,
        }
    }
}
