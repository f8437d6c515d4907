//! The difference of two scores.

use super::sides::mean_of;
use bertscope_analysis::Side;
use bertscope_metric::Score;

/// Changes of the three scores; `None` where a score before or after is undefined.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
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
        let both = |side| Some(mean_of(after, side)? - mean_of(before, side)?);
        Self {
            precision: both(Side::Candidate),
            recall: both(Side::Reference),
            f1: after.f1 - before.f1,
        }
    }
}
