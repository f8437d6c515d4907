//! Texts by their characters, to find the longest one with which another text starts.

use ahash::{AHashMap, AHashSet};

/// Texts of which the longest one at a position is found, however many there are.
#[derive(Clone, Default)]
pub struct PrefixTree {
    /// The node after a node (0 is the root) and a character.
    next: AHashMap<(usize, char), usize>,
    /// The nodes at which a text ends.
    ends: AHashSet<usize>,
}

impl PrefixTree {
    /// Adds a text; an empty one is never found.
    pub fn insert(&mut self, text: &str) {
        let mut node = 0;
        for c in text.chars() {
            let new = self.next.len() + 1;
            node = *self.next.entry((node, c)).or_insert(new);
        }
        self.ends.insert(node);
    }

    /// Whether a text contains a space.
    pub fn has_space(&self) -> bool {
        self.next.keys().any(|(_, c)| *c == ' ')
    }

    /// Length in characters of the longest text that `chars` start with.
    pub fn longest(&self, chars: impl Iterator<Item = char>) -> Option<usize> {
        let mut longest = None;
        let mut node = 0;
        for (i, c) in chars.enumerate() {
            let Some(next) = self.next.get(&(node, c)) else {
                break;
            };
            node = *next;
            if self.ends.contains(&node) {
                longest = Some(i + 1);
            }
        }
        longest
    }
}
