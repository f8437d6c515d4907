//! The columns of a table, or the fields of a JSON object, with saved scores, as `score` writes them.

use crate::Field;
use crate::error::RowProblem;
use crate::provenance::{Rescaling, ScoreProvenance};
use crate::row_fields::RowFields;

/// The position of each column, if the file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreColumns {
    pub precision: Option<usize>,
    pub recall: Option<usize>,
    pub f1: Option<usize>,
    raw_f1: Option<usize>,
    signature: Option<usize>,
    layer: Option<usize>,
}

impl ScoreColumns {
    /// The columns, by a search for each name.
    pub fn find(position: impl Fn(&str) -> Option<usize>) -> Self {
        Self {
            precision: position("precision"),
            recall: position("recall"),
            f1: position("f1"),
            raw_f1: position("raw_f1"),
            signature: position("signature"),
            layer: position("layer"),
        }
    }

    /// Precision, recall and F1 of a row; `None` if all are missing. Fails when one is beyond what a score can be.
    pub fn scores(&self, row: &impl RowFields) -> Result<Option<[Option<f64>; 3]>, RowProblem> {
        let scores = [self.precision, self.recall, self.f1].map(|column| number(row, column));
        for number in scores.into_iter().flatten() {
            if !is_score(number) {
                return Err(RowProblem::SavedScore(format!("{number:e}")));
            }
        }
        Ok((scores != [None; 3]).then_some(scores))
    }

    /// The provenance of these scores: the signature says more than the layer.
    pub fn provenance(&self, row: &impl RowFields) -> Option<ScoreProvenance> {
        let signature = value(row, self.signature).map(|signature| signature.to_string());
        signature
            .and_then(|signature| ScoreProvenance::from_signature(signature.trim()))
            .or_else(|| ScoreProvenance::from_layer(&value(row, self.layer)?.to_string()))
    }

    /// Whether the scores of a row are rescaled, as far as it has raw ones, too.
    pub fn rescaling(&self, row: &impl RowFields) -> Option<Rescaling> {
        let difference = number(row, self.raw_f1)? - number(row, self.f1)?;
        Some(if difference.abs() > 0.0 {
            Rescaling::Unspecified
        } else {
            Rescaling::Raw
        })
    }
}

/// Whether a number can be a saved score: on no scale is it beyond ±1000, and sums of larger ones may overflow.
pub fn is_score(number: f64) -> bool {
    number.abs() <= 1000.0
}

fn value(row: &impl RowFields, column: Option<usize>) -> Option<Field> {
    row.value(column?).ok()
}

fn number(row: &impl RowFields, column: Option<usize>) -> Option<f64> {
    value(row, column)?.number()
}
