//! A vocabulary, looked up both ways.

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
    /// In order of id, each with its part of `text`.
    entries: Vec<(TokenId, Range<usize>)>,
    /// Indices into `entries`, by the hash of the text.
    by_text: HashTable<usize>,
    hasher: RandomState,
    longest: usize,
}

impl Vocabulary {
    /// A vocabulary of `entries` in any order. Of two ids with the same text the larger one counts, and the other has none.
    pub fn new<T: AsRef<str>>(entries: impl IntoIterator<Item = (T, TokenId)>) -> Self {
        let mut given: Vec<(T, TokenId)> = entries.into_iter().collect();
        given.sort_by_key(|(_, id)| *id);
        let mut text = String::with_capacity(given.iter().map(|(entry, _)| entry.as_ref().len()).sum());
        let mut entries: Vec<(TokenId, Range<usize>)> = Vec::with_capacity(given.len());
        let mut by_text = HashTable::with_capacity(given.len());
        let hasher = RandomState::new();
        let mut longest = 0;
        for (entry, id) in &given {
            let (entry, index) = (entry.as_ref(), entries.len());
            let start = text.len();
            text.push_str(entry);
            longest = longest.max(entry.chars().count());
            let part = |index: &usize| -> &str { &text[entries[*index].1.clone()] };
            let known = match by_text.entry(hasher.hash_one(entry), |i| part(i) == entry, |i| hasher.hash_one(part(i)))
            {
                Entry::Occupied(mut known) => Some(std::mem::replace(known.get_mut(), index)),
                Entry::Vacant(free) => {
                    free.insert(index);
                    None
                }
            };
            if let Some(known) = known {
                entries[known].1 = 0..0;
            }
            entries.push((*id, start..text.len()));
        }
        Self { text, entries, by_text, hasher, longest }
    }

    /// The id of an entry.
    pub fn id(&self, entry: &str) -> Option<TokenId> {
        let index = self.by_text.find(self.hasher.hash_one(entry), |index| self.part(*index) == entry)?;
        Some(self.entries[*index].0)
    }

    /// The entry with an id.
    pub fn name(&self, id: TokenId) -> Option<&str> {
        let index = self.entries.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(self.part(index))
    }

    /// Entries, counted as transformers does where it appends others.
    pub fn len(&self) -> usize {
        self.by_text.len()
    }

    /// The largest id and one more.
    pub fn size(&self) -> usize {
        self.entries.last().map_or(0, |(id, _)| *id as usize + 1)
    }

    /// Characters of the longest entry.
    pub fn longest(&self) -> usize {
        self.longest
    }

    fn part(&self, index: usize) -> &str {
        &self.text[self.entries[index].1.clone()]
    }
}
