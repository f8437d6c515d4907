//! The vocabulary of a sentencepiece model.

use ahash::AHashMap;

use super::proto::{PieceKind, PieceProto};
use crate::TokenId;
use crate::tokenizer_files::prefix_tree::PrefixTree;

/// A stretch of a normalised text that is one entry, or unknown.
pub struct Segment {
    /// First character.
    pub start: usize,
    /// Character after the last one.
    pub end: usize,
    pub is_unknown: bool,
}

/// An entry into which text may be split.
#[derive(Clone, Copy)]
pub struct PieceEntry {
    /// Log probability.
    pub score: f32,
    /// Whether it is always its own piece.
    pub user_defined: bool,
}

#[derive(Default)]
pub struct Table {
    pieces: AHashMap<String, PieceEntry>,
    ids: AHashMap<String, TokenId>,
    names: Vec<String>,
    pub unknown: TokenId,
    /// Pieces that are never split.
    pub user_defined: PrefixTree,
    /// Length of the longest piece in characters.
    pub max_piece_chars: usize,
    /// Lowest score of a piece.
    pub min_score: f32,
    /// Highest score of a piece, or the smallest positive number if all are lower.
    pub max_score: f32,
}

impl Table {
    /// A table of entries in order of id; `None` if there is no entry for unknown text.
    pub fn new(entries: Vec<PieceProto>) -> Option<Self> {
        // sentencepiece starts with the smallest positive number, which therefore is the highest score of most models.
        let mut table = Self {
            min_score: f32::MAX,
            max_score: f32::MIN_POSITIVE,
            ..Self::default()
        };
        let mut unknown = None;
        for (id, entry) in entries.into_iter().enumerate() {
            let PieceProto { piece, score, kind } = entry;
            let id = TokenId::try_from(id).ok()?;
            match kind {
                PieceKind::Unknown => unknown = unknown.or(Some(id)),
                PieceKind::Normal => {
                    table.min_score = table.min_score.min(score);
                    table.max_score = table.max_score.max(score);
                    table.add_piece(&piece, score, false);
                }
                PieceKind::UserDefined => {
                    table.user_defined.insert(&piece);
                    table.add_piece(&piece, score, true);
                }
                // Text is never split into them.
                PieceKind::Unused | PieceKind::Control | PieceKind::Byte => {}
            }
            // Of entries with the same text, the first one has it.
            table.ids.entry(piece.clone()).or_insert(id);
            table.names.push(piece);
        }
        table.unknown = unknown?;
        Some(table)
    }

    fn add_piece(&mut self, piece: &str, score: f32, user_defined: bool) {
        self.max_piece_chars = self.max_piece_chars.max(piece.chars().count());
        let entry = PieceEntry {
            score,
            user_defined,
        };
        self.pieces.insert(piece.to_owned(), entry);
    }

    /// The entry with this text, if text may be split into it.
    pub fn piece(&self, text: &str) -> Option<PieceEntry> {
        self.pieces.get(text).copied()
    }

    /// The id of an entry of any type.
    pub fn find(&self, piece: &str) -> Option<TokenId> {
        self.ids.get(piece).copied()
    }

    /// The id of an entry of any type; the unknown entry's id if there is none.
    pub fn id(&self, piece: &str) -> TokenId {
        self.find(piece).unwrap_or(self.unknown)
    }

    /// The entry with an id.
    pub fn name(&self, id: TokenId) -> Option<&str> {
        self.names.get(id as usize).map(String::as_str)
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }
}
