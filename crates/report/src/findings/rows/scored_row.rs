//! A scored, skipped or failed pair, ready to be written.

use crate::ScoredCandidate;
use crate::explanation::Section;
use bertscope_overlap::PairCounts;
use bertscope_pairs::{Id, MissingText, PairRecord};

/// A row of the input, with its scores or why it has none.
#[derive(Debug, Clone, Copy)]
pub struct OutputRow<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Its id, if it can be read.
    pub id: Option<&'a Id>,
    /// The pair, if it can be read.
    pub pair: Option<&'a PairRecord>,
    /// The fields of the pair that are written.
    pub fields: &'a RowFields,
    pub outcome: Result<ScoredRow<'a>, &'a UnscoredReason>,
}

/// What is written of a pair that was scored.
#[derive(Debug, Clone, Copy)]
pub struct ScoredRow<'a> {
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
    pub format: &'static str,
    /// The file, a PNG in base64.
    pub text: String,
    /// Characters that no font on this machine has, drawn as boxes in a PNG.
    pub missing: String,
}

impl<'a> ScoredRow<'a> {
    /// The scores at the layer that counts.
    pub fn chosen(&self) -> &'a ScoredCandidate {
        &self.layers[self.chosen]
    }

    /// The kinds of notes on the chosen scores and on the word overlap.
    pub fn note_kinds(&self) -> Vec<&'static str> {
        let mut kinds = self.chosen().note_kinds();
        kinds.extend(self.overlap.iter().flat_map(|counts| counts.notes()));
        kinds
    }

    /// The notes of these scores and of the word overlap, if there are any.
    pub fn note(&self, scored: &ScoredCandidate) -> Option<String> {
        let mut notes: Vec<String> = scored.note().into_iter().collect();
        if let Some(counts) = self.overlap {
            notes.extend(counts.notes().into_iter().map(str::to_owned));
        }
        (!notes.is_empty()).then(|| notes.join("; "))
    }
}

/// Why a pair was not scored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnscoredReason {
    /// It could not be scored; a sentence.
    Failed(String),
    /// A text is missing, and such pairs are skipped.
    Skipped(MissingText),
}

/// The fields of a row besides the scores.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowFields {
    /// The number of a row without id, in text.
    pub number: bool,
    pub texts: bool,
    pub human: bool,
    pub group: bool,
    /// Word overlap, as columns of a table.
    pub overlap: bool,
    /// Names of the passed-through columns, as many as the values of [`PairRecord::extra`].
    pub columns: Vec<String>,
}
