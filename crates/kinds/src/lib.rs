//! What differs in kind between two texts, from the texts alone: numbers, negation, modality, names, units and dates.
//!
//! A word list ([`WordList`]) names the expressions; the rest is rules. [`sentences()`] finds the sentences of a text.

mod dates;
mod expressions;
mod item;
mod names;
mod quantities;
mod word_list;
mod words;

use std::ops::Range;

use serde::Serialize;

pub use word_list::{WordList, WordListError};
pub use words::sentences;

use item::Item;
use words::words;

/// What kind of thing differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DifferenceKind {
    /// A quantity, a count or an ordinal.
    Number,
    /// A word that negates.
    Negation,
    /// What is possible, necessary, advisable or probable.
    Modality,
    /// A capitalised word that the other text lacks.
    Name,
    /// What is counted or measured in.
    Unit,
    /// A day, a month, a year or a time of day.
    Date,
}

impl DifferenceKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Number,
        Self::Negation,
        Self::Modality,
        Self::Name,
        Self::Unit,
        Self::Date,
    ];

    /// Its name, as in JSON.
    pub fn name(self) -> &'static str {
        ["number", "negation", "modality", "name", "unit", "date"][self as usize]
    }
}

/// An expression that the other text lacks, or two that stand for each other. At least one side has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The kind.
    pub kind: DifferenceKind,
    /// Its bytes in the reference.
    pub reference: Option<Range<usize>>,
    /// Its bytes in the candidate.
    pub candidate: Option<Range<usize>>,
}

/// What differs in kind between two texts, in the order of the kinds and of the texts.
pub fn differences(reference: &str, candidate: &str, list: &WordList) -> Vec<Difference> {
    if reference == candidate {
        return Vec::new();
    }
    let words = [reference, candidate].map(|text| words(text, list));
    let [mut items, mut others] = words
        .each_ref()
        .map(|words| expressions::items(words, list));
    items.extend(names::find(&words[0], &words[1], &items, list));
    others.extend(names::find(&words[1], &words[0], &others, list));
    items.retain(|item| {
        let same = |other: &Item| {
            other
                .meanings
                .iter()
                .any(|meaning| item.meanings.contains(meaning))
        };
        others
            .iter()
            .position(same)
            .map(|found| others.remove(found))
            .is_none()
    });
    // The rest is paired in the order of the texts; what counts by itself comes first.
    items.sort_by_key(|item| (item.is_weak, item.bytes.start));
    others.sort_by_key(|item| (item.is_weak, item.bytes.start));
    let mut found = Vec::new();
    for kind in DifferenceKind::ALL {
        let mut sides =
            [&items, &others].map(|items| items.iter().filter(|item| item.kind == kind));
        while let pair @ ([Some(item), _] | [_, Some(item)]) = sides.each_mut().map(Iterator::next)
        {
            if !item.is_weak || pair.iter().all(Option::is_some) {
                let [reference, candidate] = pair.map(|item| item.map(|item| item.bytes.clone()));
                found.push(Difference {
                    kind,
                    reference,
                    candidate,
                });
            }
        }
    }
    found
}
