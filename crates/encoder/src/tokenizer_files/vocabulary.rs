//! A vocabulary with lookup by text and by id.

use std::ops::Range;

use ahash::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::TokenId;

/// Entries and their ids. The text of all entries is one string, because a vocabulary of 30,000 strings takes several
/// milliseconds to build, and the first score waits for it.
#[derive(Debug, Clone)]
pub struct Vocabulary {
    text: String,
    /// Entries in order of id, each with its range in `text`.
    entries: Vec<(TokenId, Range<usize>)>,
    /// Indices into `entries`, by the hash of the text.
    by_text: HashTable<usize>,
    hasher: RandomState,
    /// Length of the longest entry in characters.
    pub longest: usize,
}

impl Vocabulary {
    /// A vocabulary of entries in any order.
    pub fn from_entries(entries: impl IntoIterator<Item = (String, TokenId)>) -> Self {
        let mut text = String::new();
        let place = |(entry, id): (String, TokenId)| {
            let start = text.len();
            text.push_str(&entry);
            (id, start..text.len())
        };
        let mut places: Vec<_> = entries.into_iter().map(place).collect();
        places.sort_by_key(|(id, _)| *id);
        Self::new(text, places)
    }

    /// A vocabulary with one entry per line; an entry's id is its line number, from 0.
    pub fn from_lines(text: String) -> Self {
        let mut start = 0;
        let place = |(line, id): (&str, TokenId)| {
            let place = start..start + line.len();
            start = place.end + 1;
            (id, place)
        };
        let places = text.split('\n').zip(0..).map(place).collect();
        Self::new(text, places)
    }

    /// If two ids have the same text, the larger one keeps it and the other has none.
    fn new(text: String, mut entries: Vec<(TokenId, Range<usize>)>) -> Self {
        let hasher = RandomState::new();
        let mut by_text: HashTable<usize> = HashTable::with_capacity(entries.len());
        let mut longest = 0;
        for index in 0..entries.len() {
            let part = |index: &usize| &text[entries[*index].1.clone()];
            let entry = part(&index);
            longest = longest.max(entry.chars().count());
            match by_text.entry(
                hasher.hash_one(entry),
                |i| part(i) == entry,
                |i| hasher.hash_one(part(i)),
            ) {
                Entry::Occupied(mut known) => {
                    entries[std::mem::replace(known.get_mut(), index)].1 = 0..0
                }
                Entry::Vacant(free) => drop(free.insert(index)),
            }
        }
        Self {
            text,
            entries,
            by_text,
            hasher,
            longest,
        }
    }

    /// The id of an entry.
    pub fn id(&self, entry: &str) -> Option<TokenId> {
        let index = self.by_text.find(self.hasher.hash_one(entry), |index| {
            self.entry_text(*index) == entry
        })?;
        Some(self.entries[*index].0)
    }

    /// The entry with an id.
    pub fn name(&self, id: TokenId) -> Option<&str> {
        let index = self.entries.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(self.entry_text(index))
    }

    /// Number of entries, counted like transformers does before it appends added tokens.
    pub fn len(&self) -> usize {
        self.by_text.len()
    }

    /// The largest id + 1.
    pub fn size(&self) -> usize {
        self.entries
            .last()
            .map_or(0, |(id, _)| (*id as usize).saturating_add(1))
    }

    fn entry_text(&self, index: usize) -> &str {
        &self.text[self.entries[index].1.clone()]
    }
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
