//! What differs in kind between two texts, from the texts alone: numbers, negation, modality, names, units and dates.
//!
//! A word list ([`WordList`]) names the expressions; the rest is rules. [`sentences()`] finds the sentences of a text.

mod compare;
mod expressions;
mod names;
mod numbers;
mod sentences;
mod times;
mod word_list;
mod words;

use std::ops::Range;

use serde::Serialize;

pub use sentences::sentences;
pub use word_list::{WordList, WordListError};

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
    pub const ALL: [Self; 6] = [Self::Number, Self::Negation, Self::Modality, Self::Name, Self::Unit, Self::Date];

    /// Its name, as in JSON.
    #[must_use]
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
#[must_use]
pub fn differences(reference: &str, candidate: &str, list: &WordList) -> Vec<Difference> {
    if reference == candidate {
        return Vec::new();
    }
    let [words_of_reference, words_of_candidate] = [reference, candidate].map(|text| words(text, list));
    let [mut items_of_reference, mut items_of_candidate] =
        [&words_of_reference, &words_of_candidate].map(|words| expressions::items(words, list));
    names::add([(&words_of_reference, &mut items_of_reference), (&words_of_candidate, &mut items_of_candidate)], list);
    compare::compare(items_of_reference, items_of_candidate)
}
