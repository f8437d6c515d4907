//! The weights of tokens in the weighted mean of their side.

use super::{Match, MetricError};

/// One finite, non-negative weight for each token of a side.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights(Vec<f64>);

impl Weights {
    /// Validates weights from a caller.
    ///
    /// # Errors
    /// [`MetricError::InvalidWeight`] for a negative or non-finite weight.
    pub fn new(weights: Vec<f64>) -> Result<Self, MetricError> {
        match weights.iter().position(|w| !w.is_finite() || *w < 0.0) {
            Some(index) => Err(MetricError::InvalidWeight {
                index,
                value: weights[index],
            }),
            None => Ok(Self(weights)),
        }
    }

    /// Weight 1 for each of `count` tokens.
    pub fn uniform(count: usize) -> Self {
        Self(vec![1.0; count])
    }

    /// Weight 1 for every token, 0 for the special ones: `BERTScore` without IDF.
    pub fn uniform_except_special(special: impl IntoIterator<Item = bool>) -> Self {
        Self(
            special
                .into_iter()
                .map(|s| if s { 0.0 } else { 1.0 })
                .collect(),
        )
    }

    /// Number of tokens.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no tokens.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Σ w, the denominator of the mean.
    pub fn sum(&self) -> f64 {
        self.0.iter().sum()
    }

    /// Σ w·s, the numerator of the mean of best similarities.
    pub fn weighted_sum(&self, matches: &[Match]) -> f64 {
        self.0
            .iter()
            .zip(matches)
            .map(|(w, found)| w * f64::from(found.similarity))
            .sum()
    }

    /// The weights in token order.
    pub fn as_slice(&self) -> &[f64] {
        &self.0
    }

    /// w / Σ w of each token; all 0 if every weight is 0.
    pub fn shares(&self) -> Vec<f64> {
        // As shares of the largest weight first, so that no sum of finite weights overflows.
        let largest = self.0.iter().copied().fold(0.0, f64::max);
        if largest <= 0.0 {
            return vec![0.0; self.0.len()];
        }
        let sum: f64 = self.0.iter().map(|w| w / largest).sum();
        self.0.iter().map(|w| w / largest / sum).collect()
    }

    /// Σ w·x / Σ w, or `None` when every weight is 0.
    ///
    /// # Errors
    /// [`MetricError::WeightCount`] when there is not one weight for each value.
    pub fn mean(
        &self,
        values: impl ExactSizeIterator<Item = f64>,
    ) -> Result<Option<f64>, MetricError> {
        if values.len() != self.0.len() {
            return Err(MetricError::WeightCount {
                expected: values.len(),
                found: self.0.len(),
            });
        }
        // As shares of the largest weight, so that no sum of finite weights overflows.
        let largest = self.0.iter().copied().fold(0.0, f64::max);
        let share = |w: &f64| w / largest;
        let weighted: f64 = self.0.iter().zip(values).map(|(w, x)| share(w) * x).sum();
        Ok((largest > 0.0).then(|| weighted / self.0.iter().map(share).sum::<f64>()))
    }
}
