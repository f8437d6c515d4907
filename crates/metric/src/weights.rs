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
        let weights = special
            .into_iter()
            .map(|special| if special { 0.0 } else { 1.0 });
        Self(weights.collect())
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
        let largest = self.largest();
        if largest <= 0.0 {
            return vec![0.0; self.0.len()];
        }
        // As shares of the largest weight first, so that no sum of finite weights overflows.
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
        self.check_count(values.len())?;
        let largest = self.largest();
        if largest <= 0.0 {
            return Ok(None);
        }
        // As in `shares`, so that no sum of finite weights overflows.
        let products = self.0.iter().zip(values).map(|(w, x)| w / largest * x);
        let weighted: f64 = products.sum();
        let sum: f64 = self.0.iter().map(|w| w / largest).sum();
        Ok(Some(weighted / sum))
    }

    fn largest(&self) -> f64 {
        self.0.iter().copied().fold(0.0, f64::max)
    }

    pub(crate) fn check_count(&self, expected: usize) -> Result<(), MetricError> {
        let found = self.0.len();
        if found == expected {
            Ok(())
        } else {
            Err(MetricError::WeightCount { expected, found })
        }
    }
}
