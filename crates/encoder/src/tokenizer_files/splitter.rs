//! The three ways in which classes split text, behind one type.

use super::byte_level::ByteLevel;
use super::glyphs::Glyph;
use super::piece::Piece;
use super::sentencepiece::SentencePiece;
use super::wordpiece::WordPiece;
use crate::{Result, TokenId};

/// Splits the text between added tokens.
pub enum Splitter {
    WordPiece(WordPiece),
    ByteLevel(ByteLevel),
    SentencePiece(SentencePiece),
}

impl Splitter {
    pub fn split(&self, text: &[Glyph]) -> Result<Vec<Piece>> {
        match self {
            Self::WordPiece(splitter) => Ok(splitter.split(text)),
            Self::ByteLevel(splitter) => splitter.split(text),
            Self::SentencePiece(splitter) => Ok(splitter.split(text)),
        }
    }

    /// Whether text is lower-cased before it is split.
    pub fn lower(&self) -> bool {
        match self {
            Self::WordPiece(splitter) => splitter.basic.lower,
            Self::ByteLevel(_) => false,
            Self::SentencePiece(splitter) => splitter.lower,
        }
    }

    pub fn id(&self, entry: &str) -> Option<TokenId> {
        match self {
            Self::WordPiece(splitter) => splitter.vocabulary.id(entry),
            Self::ByteLevel(splitter) => splitter.id(entry),
            Self::SentencePiece(splitter) => splitter.id(entry),
        }
    }

    /// The vocabulary entry with an id.
    pub fn name(&self, id: TokenId) -> Option<String> {
        match self {
            Self::WordPiece(splitter) => splitter.vocabulary.name(id).map(str::to_owned),
            Self::ByteLevel(splitter) => splitter.name(id),
            Self::SentencePiece(splitter) => splitter.name(id).map(str::to_owned),
        }
    }

    /// The number of entries, counted like transformers does before it adds tokens.
    pub fn entry_count(&self) -> usize {
        match self {
            Self::WordPiece(splitter) => splitter.vocabulary.len(),
            Self::ByteLevel(splitter) => splitter.entry_count(),
            Self::SentencePiece(splitter) => splitter.entry_count(),
        }
    }

    /// The largest id + 1, which exceeds the number of entries if there are gaps.
    pub fn size(&self) -> usize {
        match self {
            Self::WordPiece(splitter) => splitter.vocabulary.size(),
            Self::ByteLevel(splitter) => splitter.size(),
            Self::SentencePiece(splitter) => splitter.entry_count(),
        }
    }
}
