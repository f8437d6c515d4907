//! Pieces: vocabulary entries with the characters that they cover.

use tokenizers::Encoding;

use super::characters::is_space;
use super::glyphs::{Glyph, METASPACE};
use crate::TokenId;

/// A vocabulary entry that covers a part of a text.
pub struct Piece {
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
    pub fn from_glyphs(id: TokenId, glyphs: &[Glyph], continues_word: bool) -> Self {
        let first = glyphs.iter().position(is_visible).unwrap_or(0);
        let last = glyphs.iter().rposition(is_visible);
        let covered = &glyphs[first..last.map_or(glyphs.len(), |last| last + 1)];
        let start = covered.iter().map(|glyph| glyph.start).min().unwrap_or(0);
        let end = covered.iter().map(|glyph| glyph.end).max().unwrap_or(start);
        Self {
            id,
            start,
            end,
            continues_word,
        }
    }
}

fn is_visible(glyph: &Glyph) -> bool {
    glyph.c != METASPACE && !is_space(glyph.c)
}

/// The pieces of a text that the tokenizers crate encoded, with offsets in characters.
pub fn pieces_of(encoding: &Encoding, text: &[Glyph]) -> Vec<Piece> {
    let words = encoding.get_word_ids();
    let mut pieces = Vec::with_capacity(encoding.len());
    for (i, id) in encoding.get_ids().iter().enumerate() {
        let (from, to) = encoding.get_offsets()[i];
        let continues_word = i > 0 && words[i].is_some() && words[i] == words[i - 1];
        let glyphs = text.get(from..to).unwrap_or_default();
        let mut piece = Piece::from_glyphs(*id, glyphs, continues_word);
        if from >= to {
            // Steps of a tokenizer.json can insert a piece that covers nothing. It still stands somewhere.
            let next = text.get(from).or(text.last());
            piece.start = next.map_or(0, |glyph| glyph.start);
            piece.end = piece.start;
        }
        pieces.push(piece);
    }
    pieces
}
