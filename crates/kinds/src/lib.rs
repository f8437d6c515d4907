//! What differs in kind between two texts, from the texts alone: numbers, negation, modality, names, units and dates.
//!
//! A word list ([`WordList`]) names the expressions; the rest is rules. [`sentences()`] finds the sentences of a text.

mod dates;
mod expressions;
mod language;
mod names;
mod number_order;
mod quantities;
mod word_list;
mod words;

use std::ops::Range;

use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};

pub use language::Coverage;
pub use word_list::{WordList, WordListError};
pub use words::sentences;

use expressions::Expression;
use words::Text;

/// What kind of thing differs.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
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
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Its name, as in JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// An expression that the other text lacks, or two that stand for each other. At least one side has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
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
    let reference = Text::new(reference, list);
    let candidate = Text::new(candidate, list);
    let mut references = reference.expressions();
    let mut candidates = candidate.expressions();
    references.extend(names::find(&reference, &candidate, &references));
    candidates.extend(names::find(&candidate, &reference, &candidates));
    let mut references = without_shared(references, &mut candidates);
    // The rest is paired in the order of the texts; what counts by itself comes first.
    references.sort_by_key(|expression| (expression.is_weak, expression.bytes.start));
    candidates.sort_by_key(|expression| (expression.is_weak, expression.bytes.start));
    let mut found = Vec::new();
    for &kind in DifferenceKind::ALL {
        add_pairs(&mut found, kind, &references, &candidates);
    }
    found.extend(number_order::find(&reference, &candidate));
    found.sort_by_key(|difference| difference.kind);
    found
}

/// The expressions that mean something else than each of the others. Those that mean the same are removed from the others,
/// each once: "two … two" against "two" leaves one.
fn without_shared(expressions: Vec<Expression>, others: &mut Vec<Expression>) -> Vec<Expression> {
    let mut left = Vec::new();
    for expression in expressions {
        let shared = others
            .iter()
            .position(|other| other.shares_meaning(&expression));
        match shared {
            Some(shared) => drop(others.remove(shared)),
            None => left.push(expression),
        }
    }
    left
}

/// Pairs the expressions of a kind. A weak one counts only in a pair.
fn add_pairs(
    found: &mut Vec<Difference>,
    kind: DifferenceKind,
    references: &[Expression],
    candidates: &[Expression],
) {
    let mut references = references.iter().filter(|other| other.kind == kind);
    let mut candidates = candidates.iter().filter(|other| other.kind == kind);
    loop {
        let reference = references.next();
        let candidate = candidates.next();
        match (reference, candidate) {
            (None, None) => return,
            (Some(alone), None) | (None, Some(alone)) if alone.is_weak => {}
            (_, _) => found.push(Difference {
                kind,
                reference: reference.map(|expression| expression.bytes.clone()),
                candidate: candidate.map(|expression| expression.bytes.clone()),
            }),
        }
    }
}
