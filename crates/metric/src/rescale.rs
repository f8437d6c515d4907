//! Baseline rescaling: (x − b) / (1 − b), which maps unrelated sentences to about 0 and keeps 1 at 1. Unrelated texts of
//! several sentences stay above 0.

use super::MetricError;

/// Mean scores of random sentence pairs at one layer: what unrelated sentences score with this model.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct BaselineRow {
    /// Mean precision of random pairs.
    pub precision: f64,
    /// Mean recall of random pairs.
    pub recall: f64,
    /// Mean F1 of random pairs; also used to rescale the cells of the heatmap.
    pub f1: f64,
}

impl BaselineRow {
    /// Checks that all three are finite and below 1.
    ///
    /// # Errors
    /// [`MetricError::InvalidBaseline`] unless all are finite and below 1.
    pub fn new(precision: f64, recall: f64, f1: f64) -> Result<Self, MetricError> {
        match [precision, recall, f1]
            .into_iter()
            .find(|b| !b.is_finite() || *b >= 1.0)
        {
            Some(value) => Err(MetricError::InvalidBaseline { value }),
            None => Ok(Self {
                precision,
                recall,
                f1,
            }),
        }
    }

    /// Those of precision, recall and F1.
    pub fn numbers(&self) -> [f64; 3] {
        [self.precision, self.recall, self.f1]
    }

    /// (x − b) / (1 − b): b maps to 0, 1 stays 1, and values below b become negative.
    pub fn rescale(x: f64, b: f64) -> f64 {
        (x - b) / (1.0 - b)
    }

    /// Rescales a cell of the heatmap with the F1 baseline, as in `bert_score`'s plot.
    pub fn rescale_cell(&self, similarity: f32) -> f32 {
        Self::rescale(f64::from(similarity), self.f1) as f32
    }
}
