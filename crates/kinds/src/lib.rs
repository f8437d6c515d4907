//! Words to look at, from the texts alone: numbers, dates, units, names and words such as *not* and *must* that only one of
//! two texts has. Whether the texts then say different things is for the reader to decide.
//!
//! A word list ([`WordList`]) names the expressions; the rest is rules. [`sentences()`] finds the sentences of a text.

mod dates;
mod expressions;
mod names;
mod number_order;
mod quantities;
mod word_list;
mod words;

use std::ops::Range;

use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};

pub use word_list::{WordList, WordListError};
pub use words::sentences;

use expressions::Expression;
use words::Text;

/// The kind of an expression.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum DifferenceKind {
    /// A quantity, a count or an ordinal.
    Number,
    /// A word such as *not*, *no* or *never*.
    Negation,
    /// A word such as *may*, *must* or *perhaps*.
    Modality,
    /// A capitalised word that the other text lacks.
    Name,
    /// What is counted or measured in.
    Unit,
    /// A day, a month, a year or a time of day.
    Date,
}

impl DifferenceKind {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Its name, as in JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// An expression that the other text lacks, or has less often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub kind: DifferenceKind,
    /// Its bytes in its text.
    pub bytes: Range<usize>,
    /// Whether the other text has it, too, but less often.
    pub is_repeated: bool,
}

/// The expressions of each text that the other text lacks or has less often, in the order of the texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Differences {
    pub reference: Vec<Difference>,
    pub candidate: Vec<Difference>,
}

impl Differences {
    pub fn iter(&self) -> impl Iterator<Item = &Difference> {
        self.reference.iter().chain(&self.candidate)
    }

    pub fn count(&self) -> usize {
        self.reference.len() + self.candidate.len()
    }
}

/// The expressions that only one of two texts has, or has more often.
pub fn differences(reference: &str, candidate: &str, list: &WordList) -> Differences {
    if reference == candidate {
        return Differences::default();
    }
    let reference = Text::new(reference, list);
    let candidate = Text::new(candidate, list);
    let mut references = reference.expressions();
    let mut candidates = candidate.expressions();
    references.extend(names::find(&reference, &candidate, &references));
    candidates.extend(names::find(&candidate, &reference, &candidates));
    match_each_once(&mut references, &mut candidates);
    let mut found = Differences {
        reference: that_count(&references, &candidates),
        candidate: that_count(&candidates, &references),
    };
    number_order::add(&reference, &candidate, &mut found);
    for differences in [&mut found.reference, &mut found.candidate] {
        differences.sort_by_key(|difference| difference.bytes.start);
    }
    found
}

/// Matches the expressions that mean the same, each with one other: of "two … two" against "two", one is left.
fn match_each_once(expressions: &mut [Expression], others: &mut [Expression]) {
    for expression in expressions {
        let mut others = others.iter_mut().filter(|other| !other.is_matched);
        if let Some(other) = others.find(|other| other.shares_meaning(expression)) {
            other.is_matched = true;
            expression.is_matched = true;
        }
    }
}

/// The expressions without a match, except weak ones to which the other text has nothing of their kind.
fn that_count(expressions: &[Expression], others: &[Expression]) -> Vec<Difference> {
    let mut found = Vec::new();
    for expression in expressions.iter().filter(|own| !own.is_matched) {
        let mut unmatched = others.iter().filter(|other| !other.is_matched);
        let has_other = unmatched.any(|other| other.kind == expression.kind);
        if has_other || !expression.is_weak {
            found.push(Difference {
                kind: expression.kind,
                bytes: expression.bytes.clone(),
                is_repeated: others.iter().any(|other| other.shares_meaning(expression)),
            });
        }
    }
    found
}
