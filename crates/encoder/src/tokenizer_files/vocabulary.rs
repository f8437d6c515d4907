//! A vocabulary with lookup by text and by id.

use std::ops::Range;

use ahash::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::TokenId;

/// Entries and their ids. The text of all entries is one string, because a vocabulary of 30,000 strings takes several
/// milliseconds to build, and the first score waits for it.
pub struct Vocabulary {
    text: String,
    /// In order of id.
    entries: Vec<VocabularyEntry>,
    /// Indices into `entries`, by the hash of the text.
    by_text: HashTable<usize>,
    hasher: RandomState,
    /// Length of the longest entry in characters.
    pub longest: usize,
}

struct VocabularyEntry {
    id: TokenId,
    /// Its part of the vocabulary's text, in bytes.
    range: Range<usize>,
}

impl Vocabulary {
    /// A vocabulary of entries in any order.
    pub fn from_entries(pieces: impl IntoIterator<Item = (String, TokenId)>) -> Self {
        let mut text = String::new();
        let mut entries = Vec::new();
        for (piece, id) in pieces {
            let start = text.len();
            text.push_str(&piece);
            let range = start..text.len();
            entries.push(VocabularyEntry { id, range });
        }
        entries.sort_by_key(|entry| entry.id);
        Self::new(text, entries)
    }

    /// A vocabulary with one entry per line; an entry's id is its line number, from 0.
    pub fn from_lines(text: String) -> Self {
        let mut entries = Vec::new();
        let mut start = 0;
        for (line, id) in text.split('\n').zip(0..) {
            let range = start..start + line.len();
            start = range.end + 1;
            entries.push(VocabularyEntry { id, range });
        }
        Self::new(text, entries)
    }

    /// If two ids have the same text, the larger one keeps it and the other has none.
    fn new(text: String, entries: Vec<VocabularyEntry>) -> Self {
        let count = entries.len();
        let mut vocabulary = Self {
            text,
            entries,
            by_text: HashTable::with_capacity(count),
            hasher: RandomState::new(),
            longest: 0,
        };
        for index in 0..count {
            vocabulary.add_to_table(index);
        }
        vocabulary
    }

    fn add_to_table(&mut self, index: usize) {
        let Self {
            text,
            entries,
            by_text,
            hasher,
            longest,
        } = self;
        let piece = &text[entries[index].range.clone()];
        *longest = piece.chars().count().max(*longest);
        let slot = by_text.entry(
            hasher.hash_one(piece),
            |other| text[entries[*other].range.clone()] == *piece,
            |other| hasher.hash_one(&text[entries[*other].range.clone()]),
        );
        match slot {
            Entry::Occupied(mut slot) => {
                let smaller = std::mem::replace(slot.get_mut(), index);
                entries[smaller].range = 0..0;
            }
            Entry::Vacant(slot) => {
                slot.insert(index);
            }
        }
    }

    pub fn id(&self, piece: &str) -> Option<TokenId> {
        let hash = self.hasher.hash_one(piece);
        let index = self
            .by_text
            .find(hash, |index| self.text_of(*index) == piece)?;
        Some(self.entries[*index].id)
    }

    /// The entry with an id.
    pub fn name(&self, id: TokenId) -> Option<&str> {
        let index = self.entries.binary_search_by_key(&id, |entry| entry.id);
        Some(self.text_of(index.ok()?))
    }

    /// Number of entries, counted like transformers does before it appends added tokens.
    pub fn len(&self) -> usize {
        self.by_text.len()
    }

    /// The largest id + 1.
    pub fn size(&self) -> usize {
        id_count(self.entries.last().map(|entry| &entry.id))
    }

    fn text_of(&self, index: usize) -> &str {
        &self.text[self.entries[index].range.clone()]
    }
}

/// The largest id + 1; 0 without ids.
pub fn id_count<'a>(ids: impl IntoIterator<Item = &'a TokenId>) -> usize {
    // A file may have the largest id that there is, after which there is none where `usize` has 32 bits.
    ids.into_iter()
        .max()
        .map_or(0, |id| (*id as usize).saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_by_text_and_by_id_whatever_their_order_and_gaps() {
        let most = TokenId::MAX;
        let entries = [("##b", 7), ("a", 3), ("", most), ("日本", 5)];
        let vocabulary =
            Vocabulary::from_entries(entries.map(|(entry, id)| (entry.to_owned(), id)));
        for (entry, id) in entries {
            assert_eq!(
                (vocabulary.id(entry), vocabulary.name(id)),
                (Some(id), Some(entry))
            );
        }
        assert_eq!((vocabulary.id("b"), vocabulary.name(4)), (None, None));
        assert_eq!(
            (vocabulary.len(), vocabulary.size(), vocabulary.longest),
            (4, (most as usize).saturating_add(1), 3)
        );
    }

    #[test]
    fn a_line_that_stands_there_twice_has_its_last_id_and_the_other_id_no_text() {
        let vocabulary = Vocabulary::from_lines("a\n\nb\na".to_owned());
        assert_eq!(
            (vocabulary.id("a"), vocabulary.id(""), vocabulary.id("b")),
            (Some(3), Some(1), Some(2))
        );
        assert_eq!(
            [0, 1, 2, 3].map(|id| vocabulary.name(id)),
            [Some(""), Some(""), Some("b"), Some("a")]
        );
        assert_eq!((vocabulary.len(), vocabulary.size()), (3, 4));
    }
}
