//! The expressions of a text that can differ in kind.

use std::ops::Range;

use crate::DifferenceKind as Kind;
use crate::WordList;
use crate::words::Word;
use crate::{numbers, times};

/// An expression, with what it means.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Item {
    pub kind: Kind,
    /// Its bytes in the text.
    pub bytes: Range<usize>,
    /// What it may mean; it equals another expression with which it shares a meaning.
    pub meanings: Vec<String>,
    /// For a unit after a number: the amount, in the unit it is measured in.
    pub amount: Option<(f64, String)>,
    /// For a unit: the bytes of its number.
    pub counted_by: Option<Range<usize>>,
    /// Whether it counts only against another expression of its kind.
    pub is_weak: bool,
}

impl Item {
    pub fn new(kind: Kind, words: &[Word<'_>], meanings: Vec<String>) -> Self {
        let bytes = words.first().map_or(0, |word| word.bytes.start)..words.last().map_or(0, |word| word.bytes.end);
        Self { kind, bytes, meanings, amount: None, counted_by: None, is_weak: false }
    }

    pub fn weak(self, is_weak: bool) -> Self {
        Self { is_weak, ..self }
    }
}

/// The expressions of a text: dates, numbers and units, then negation, then modality, each in the order of the text.
pub(crate) fn items(words: &[Word<'_>], list: &WordList) -> Vec<Item> {
    let mut items = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let found = times::find(words, at, list).map(|(item, length)| (vec![item], length));
        match found.or_else(|| numbers::find(words, at, list)) {
            Some((found, length)) => {
                items.extend(found);
                at += length;
            }
            None => at += list.find(words, at, &["ignored"]).map_or(1, |(_, length)| length),
        }
    }
    for (kind, section) in [(Kind::Negation, "negation"), (Kind::Modality, "modality")] {
        let mut at = 0;
        while at < words.len() {
            let Some((entry, length)) = list.find(words, at, &[section, "ignored"]) else {
                at += 1;
                continue;
            };
            let found = &words[at..at + length];
            // "No, he did not come": an answer denies nothing itself. "May" is a month, unless it starts a sentence.
            let is_answer = words[at].starts_sentence && words.get(at + 1).is_some_and(|next| next.text == ",");
            let is_month =
                !words[at].starts_sentence && words[at].is_capitalised() && list.find(words, at, &["month"]).is_some();
            if entry.section == section && !is_month && !(kind == Kind::Negation && is_answer) {
                // All negations mean the same.
                let meanings = if kind == Kind::Negation { "" } else { &entry.meaning };
                let meanings = meanings.split('|').map(|meaning| format!("{} {meaning}", kind.name())).collect();
                items.push(Item::new(kind, found, meanings).weak(entry.is_weak));
            }
            at += length;
        }
    }
    items
}
