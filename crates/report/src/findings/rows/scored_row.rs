//! A scored or failed pair, ready to be written as a row.

use super::RowFields;
use crate::explanation::Section;
use crate::findings::scored::ScoredCandidate;
use bertscope_overlap::PairCounts;
use bertscope_pairs::{Id, PairRecord};

/// A pair that was scored.
#[derive(Debug, Clone, Copy)]
pub struct ScoredRow<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// The pair as it was read.
    pub pair: &'a PairRecord,
    /// The fields of the pair that are written.
    pub fields: &'a RowFields,
    /// Its scores at each requested layer, at least one.
    pub layers: &'a [ScoredCandidate],
    /// Index of the layer that counts.
    pub chosen: usize,
    /// Its word overlap, if requested.
    pub overlap: Option<&'a PairCounts>,
    /// Explanations for the reference with the highest F1.
    pub explanations: &'a [Section],
    /// The requested files of the pair.
    pub drawings: &'a [Drawing],
}

/// A file of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The name of the format.
    pub format: &'static str,
    /// The file, a PNG in base64.
    pub text: String,
    /// Characters that no font on this machine has, drawn as boxes in a PNG.
    pub missing: String,
}

impl ScoredRow<'_> {
    /// The scores at the layer that counts.
    pub fn chosen(&self) -> &ScoredCandidate {
        &self.layers[self.chosen]
    }
}

/// A pair that could not be scored.
#[derive(Debug, Clone, Copy)]
pub struct FailedRow<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Its id, if it can be read.
    pub id: Option<&'a Id>,
    /// The pair, if it can be read.
    pub pair: Option<&'a PairRecord>,
    /// The fields of the pair that are written.
    pub fields: &'a RowFields,
    /// The error.
    pub error: &'a str,
}
