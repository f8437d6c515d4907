//! The differences of two texts: expressions that one of them lacks.

use std::ops::Range;

use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};

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
