//! Pieces: vocabulary entries with the characters that they cover.

use super::traced::{Glyph, is_space};
use crate::TokenId;

/// A vocabulary entry that covers a part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Its number.
    pub id: TokenId,
    /// First character of the part.
    pub start: usize,
    /// Character after the last one.
    pub end: usize,
    /// Whether the piece before it belongs to the same word.
    pub continues_word: bool,
}

impl Piece {
    /// An entry for some characters, without whitespace at their ends unless there is nothing else.
    pub(super) fn from_glyphs(id: TokenId, glyphs: &[Glyph], continues_word: bool) -> Self {
        let blank = |g: &Glyph| g.c == '\u{2581}' || is_space(g.c);
        let first = glyphs.iter().position(|g| !blank(g)).unwrap_or(0);
        let after = glyphs
            .iter()
            .rposition(|g| !blank(g))
            .map_or(glyphs.len(), |last| last + 1);
        let glyphs = &glyphs[first.min(after)..after];
        let start = glyphs.iter().map(|g| g.start).min().unwrap_or(0);
        let end = glyphs.iter().map(|g| g.end).max().unwrap_or(start);
        Self {
            id,
            start,
            end,
            continues_word,
        }
    }
}
