//! Counts the pairs, or segments of several systems, that have a note of each kind.

use std::fmt::Display;

use serde::Serialize;

use crate::number::{pluralized, with_thousands_separators};
#[cfg(doc)]
use bertscope_analysis::Note;
use bertscope_printable::printable;

/// Notes in the order of their first occurrence, each with the first pair that has it, as `First`: its number or id.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct NoteCounts<First>(Vec<NoteCount<First>>);

#[derive(Debug, Clone, PartialEq, Serialize)]
struct NoteCount<First> {
    note: &'static str,
    pairs: u64,
    first: First,
}

impl<First: Clone + Display> NoteCounts<First> {
    /// Counts the notes of a pair, each kind ([`Note::kind`]) at most once.
    pub fn add(&mut self, pair: &First, kinds: &[&'static str]) {
        for &note in kinds {
            match self.0.iter_mut().find(|known| known.note == note) {
                Some(known) => known.pairs += 1,
                None => self.0.push(NoteCount {
                    note,
                    pairs: 1,
                    first: pair.clone(),
                }),
            }
        }
    }

    /// Whether no pair has a note.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A line for each kind, out of `of` pairs; `unit` is the word for a pair.
    pub fn lines(&self, of: u64, unit: &str) -> impl Iterator<Item = String> {
        let of = pluralized(of, unit);
        self.0.iter().map(move |NoteCount { note, pairs, first }| {
            let first = printable(&first.to_string());
            format!(
                "{} of {of}: {note} (first: {unit} {first})",
                with_thousands_separators(*pairs)
            )
        })
    }
}
