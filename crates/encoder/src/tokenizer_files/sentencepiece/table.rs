//! The vocabulary of a sentencepiece model.

use ahash::AHashMap;

use super::proto::PieceKind;
use crate::TokenId;

/// An entry into which text may be split.
#[derive(Debug, Clone, Copy)]
pub struct PieceEntry {
    /// Its log probability.
    pub score: f32,
    /// Whether it is always its own piece.
    pub user_defined: bool,
}

/// Pieces that are never split, by their first character, because few of thousands can match at a position.
#[derive(Debug, Clone, Default)]
pub struct UserDefined(AHashMap<char, Vec<String>>);

impl UserDefined {
    fn add(&mut self, piece: &str) {
        if let Some(first) = piece.chars().next() {
            self.0.entry(first).or_default().push(piece.to_owned());
        }
    }

    /// Longest first.
    fn sort(&mut self) {
        self.0
            .values_mut()
            .for_each(|same| same.sort_by_key(|piece| std::cmp::Reverse(piece.len())));
    }

    /// The longest piece that is a prefix of `text`.
    pub fn prefix_of(&self, text: &str) -> Option<&str> {
        let same = self.0.get(&text.chars().next()?)?;
        same.iter()
            .find(|piece| text.starts_with(piece.as_str()))
            .map(String::as_str)
    }
}

/// All entries.
#[derive(Debug, Clone, Default)]
pub struct Table {
    pieces: AHashMap<String, PieceEntry>,
    ids: AHashMap<String, TokenId>,
    names: Vec<String>,
    /// The unknown entry's id.
    pub unknown: TokenId,
    /// Pieces that are never split.
    pub user_defined: UserDefined,
    /// Length of the longest piece in characters.
    pub max_piece_chars: usize,
    /// Lowest score of a piece.
    pub min_score: f32,
    /// Highest score of a piece, or the smallest positive number if all are lower.
    pub max_score: f32,
}

impl Table {
    /// A table of entries in order of id; `None` if there is no entry for unknown text.
    pub fn new(entries: impl Iterator<Item = (String, f32, PieceKind)>) -> Option<Self> {
        // sentencepiece starts with the smallest positive number, which therefore is the highest score of most models.
        let mut table = Self {
            min_score: f32::MAX,
            max_score: f32::MIN_POSITIVE,
            ..Self::default()
        };
        let mut unknown = None;
        for (id, (piece, score, kind)) in entries.enumerate() {
            let id = TokenId::try_from(id).ok()?;
            match kind {
                PieceKind::Unknown => unknown = unknown.or(Some(id)),
                PieceKind::Normal => {
                    table.min_score = table.min_score.min(score);
                    table.max_score = table.max_score.max(score);
                }
                PieceKind::UserDefined => table.user_defined.add(&piece),
                PieceKind::Unused | PieceKind::Control | PieceKind::Byte => {}
            }
            if matches!(kind, PieceKind::Normal | PieceKind::UserDefined) {
                table.max_piece_chars = table.max_piece_chars.max(piece.chars().count());
                table.pieces.insert(
                    piece.clone(),
                    PieceEntry {
                        score,
                        user_defined: kind == PieceKind::UserDefined,
                    },
                );
            }
            table.ids.entry(piece.clone()).or_insert(id);
            table.names.push(piece);
        }
        table.user_defined.sort();
        table.unknown = unknown?;
        Some(table)
    }

    /// The entry with this text, if text may be split into it.
    pub fn piece(&self, text: &str) -> Option<PieceEntry> {
        self.pieces.get(text).copied()
    }

    /// The id of an entry of any type; the unknown entry's id if there is none.
    pub fn id(&self, piece: &str) -> TokenId {
        self.ids.get(piece).copied().unwrap_or(self.unknown)
    }

    /// Whether there is an entry of any type with this text.
    pub fn has(&self, piece: &str) -> bool {
        self.ids.contains_key(piece)
    }

    /// The entry with an id.
    pub fn name(&self, id: TokenId) -> Option<&str> {
        self.names.get(id as usize).map(String::as_str)
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.names.len()
    }
}
