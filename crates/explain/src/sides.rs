//! One value for each text of a pair.

use serde::Serialize;

use bertscope_analysis::Side;
use bertscope_metric::{BaselineRow, Score};

/// One value for the candidate, and one for the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Sides<T> {
    /// Of the candidate.
    pub candidate: T,
    /// Of the reference.
    pub reference: T,
}

impl<T> Sides<T> {
    /// Computes both, the candidate's first.
    pub(crate) fn new(mut of: impl FnMut(Side) -> T) -> Self {
        Self {
            candidate: of(Side::Candidate),
            reference: of(Side::Reference),
        }
    }

    /// One of them.
    pub fn side(&self, side: Side) -> &T {
        match side {
            Side::Candidate => &self.candidate,
            Side::Reference => &self.reference,
        }
    }
}

/// Precision of the candidate, recall of the reference.
pub fn mean_of(score: Score, side: Side) -> Option<f64> {
    match side {
        Side::Candidate => score.precision,
        Side::Reference => score.recall,
    }
}

/// The baseline of precision for the candidate, of recall for the reference.
pub fn baseline_of(row: BaselineRow, side: Side) -> f64 {
    match side {
        Side::Candidate => row.precision,
        Side::Reference => row.recall,
    }
}
