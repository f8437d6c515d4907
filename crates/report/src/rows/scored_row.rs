//! A pair that was scored, or could not be, ready to be written as a row.

use super::RowFields;
use crate::explanation::Section;
use crate::scored::Scored;
use bertscope_overlap::PairCounts;
use bertscope_pairs::{Id, Pair};

/// A pair that was scored.
#[derive(Debug, Clone, Copy)]
pub struct ScoredRow<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// The pair, as it was read.
    pub pair: &'a Pair,
    /// What is written of it.
    pub fields: &'a RowFields,
    /// Its scores at each requested layer, at least one.
    pub layers: &'a [Scored],
    /// Position among them of the layer that counts.
    pub chosen: usize,
    /// Its word overlap, where that was asked for.
    pub overlap: Option<&'a PairCounts>,
    /// What is explained about the reference with the highest F1.
    pub why: &'a [Section],
    /// The files that were asked for of it.
    pub drawn: &'a [Drawing],
}

/// A file of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The name of the format.
    pub format: &'static str,
    /// The file, a PNG in base64.
    pub text: String,
    /// Characters that no font on this machine has, which are boxes in a PNG.
    pub missing: String,
}

impl ScoredRow<'_> {
    /// The scores at the layer that counts.
    #[must_use]
    pub fn chosen(&self) -> &Scored {
        &self.layers[self.chosen]
    }
}

/// A pair that could not be scored.
#[derive(Debug, Clone, Copy)]
pub struct RefusedRow<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Its name, where it can be read.
    pub id: Option<&'a Id>,
    /// The pair, where it can be read.
    pub pair: Option<&'a Pair>,
    /// What is written of it.
    pub fields: &'a RowFields,
    /// What is wrong.
    pub error: &'a str,
}
