//! The expressions of a text that can differ in kind.

use std::ops::Range;

use crate::DifferenceKind as Kind;
use crate::WordList;
use crate::words::Word;
use crate::{dates, quantities};

/// An expression, with what it means.
pub(crate) struct Item {
    pub kind: Kind,
    /// Its bytes in the text.
    pub bytes: Range<usize>,
    /// What it may mean; it equals another expression with which it shares a meaning.
    pub meanings: Vec<String>,
    /// Whether it counts only against another expression of its kind.
    pub is_weak: bool,
}

impl Item {
    pub fn new(kind: Kind, words: &[Word<'_>], meanings: Vec<String>, is_weak: bool) -> Self {
        let bytes = words.first().map_or(0, |word| word.bytes.start)..words.last().map_or(0, |word| word.bytes.end);
        Self { kind, bytes, meanings, is_weak }
    }
}

/// The expressions of a text, except names.
pub(crate) fn items(words: &[Word<'_>], list: &WordList) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut ignored = 0;
    for at in 0..words.len() {
        if let Some((_, length @ 2..)) = list.find(words, at, &["ignored"]) {
            ignored = at + length;
        }
        if at < ignored {
            continue;
        }
        let listed = |kind: Kind, section: &str| {
            let (entry, length) = list.find(words, at, &[section])?;
            Some(Item::new(kind, &words[at..at + length], entry.meanings.clone(), entry.is_weak))
        };
        // "No, he did not come": an answer denies nothing itself.
        let is_answer = words[at].starts_sentence && words.get(at + 1).is_some_and(|next| next.text == ",");
        let negation = listed(Kind::Negation, "negation").filter(|_| !is_answer);
        let modal = listed(Kind::Modality, "modality");
        let date = dates::find(words, at, list).into_iter();
        for item in date.chain(quantities::find(words, at, list)).chain(negation).chain(modal) {
            // A number in a date is part of it, and so is "May"; "may not" is modal and has a negation.
            let has = |known: &Item| {
                known.bytes.contains(&item.bytes.start)
                    && (known.kind == item.kind || matches!(known.kind, Kind::Number | Kind::Date))
            };
            if !items.iter().any(has) {
                items.push(item);
            }
        }
    }
    items
}
