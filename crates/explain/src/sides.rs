//! One value for each text of a pair, and what a score, a baseline and a matrix say about each.

use serde::Serialize;

use bertscope_analysis::Side;
use bertscope_metric::{BaselineRow, Score, Similarity};

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
    pub(crate) fn new(mut value: impl FnMut(Side) -> T) -> Self {
        Self {
            candidate: value(Side::Candidate),
            reference: value(Side::Reference),
        }
    }

    /// One of them.
    pub fn side(&self, side: Side) -> &T {
        side.pick(&self.reference, &self.candidate)
    }
}

/// Precision of the candidate, recall of the reference; `None` if it is undefined.
pub fn mean_of(score: Score, side: Side) -> Option<f64> {
    side.pick(score.recall, score.precision)
}

/// The baseline of precision for the candidate, of recall for the reference.
pub fn baseline_of(row: BaselineRow, side: Side) -> f64 {
    side.pick(row.recall, row.precision)
}

/// The factor by which rescaling stretches a difference, because (x − b) / (1 − b) divides it by 1 − b; 1 without a
/// baseline.
pub(crate) fn rescaling_factor(baseline: Option<f64>) -> f64 {
    match baseline {
        Some(baseline) => 1.0 / (1.0 - baseline),
        None => 1.0,
    }
}

/// The similarity of a token of a side and a token of the other side.
#[inline]
pub(crate) fn similarity_of(
    similarity: &Similarity,
    side: Side,
    token: usize,
    other: usize,
) -> f32 {
    match side {
        Side::Candidate => similarity.get(token, other),
        Side::Reference => similarity.get(other, token),
    }
}

/// Changes of the three numbers of a score; `None` where one before or after is undefined.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ScoreChange {
    /// ΔP.
    pub precision: Option<f64>,
    /// ΔR.
    pub recall: Option<f64>,
    /// ΔF1.
    pub f1: f64,
}

impl ScoreChange {
    pub(crate) fn between(before: Score, after: Score) -> Self {
        Self {
            precision: difference(before.precision, after.precision),
            recall: difference(before.recall, after.recall),
            f1: after.f1 - before.f1,
        }
    }
}

fn difference(before: Option<f64>, after: Option<f64>) -> Option<f64> {
    Some(after? - before?)
}
