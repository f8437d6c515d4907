//! Token vectors: one row for each token, row-major.

use pulp::Arch;

use crate::MetricError;
use crate::dot::NormaliseRows;
use crate::validate::{check_finite, check_shape, flatten};

/// Token vectors of one side: `count` rows of `dimension` numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Vectors {
    values: Vec<f32>,
    count: usize,
    dimension: usize,
}

impl Vectors {
    /// Takes `count` × `dimension` numbers, row-major.
    ///
    /// # Errors
    /// [`MetricError::Shape`] if the buffer has the wrong length, [`MetricError::NotFinite`] for NaN and infinities.
    pub fn new(values: Vec<f32>, count: usize, dimension: usize) -> Result<Self, MetricError> {
        check_shape(&values, count, dimension)?;
        check_finite(&values, dimension)?;
        Ok(Self {
            values,
            count,
            dimension,
        })
    }

    /// Builds the matrix from one row for each token.
    ///
    /// # Errors
    /// [`MetricError::Ragged`] when lengths differ, [`MetricError::NotFinite`] for NaN and infinities.
    pub fn from_rows<R: AsRef<[f32]>>(rows: &[R]) -> Result<Self, MetricError> {
        let flat = flatten(rows)?;
        Self::new(flat.values, flat.rows, flat.columns)
    }

    /// Number of tokens.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Dimension of a vector.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// All vectors, row-major, \[count, dimension\].
    pub(crate) fn values(&self) -> &[f32] {
        &self.values
    }

    /// The vector of token `i`.
    pub fn row(&self, i: usize) -> &[f32] {
        &self.values[i * self.dimension..(i + 1) * self.dimension]
    }

    /// The vectors scaled to length 1, so that dot products become cosines.
    ///
    /// A zero vector has no direction: it stays zero, and its cosine with anything is 0.
    #[must_use]
    pub fn normalised(self) -> Self {
        self.normalised_on(Arch::new())
    }

    pub(crate) fn normalised_on(mut self, arch: Arch) -> Self {
        arch.dispatch(NormaliseRows {
            values: &mut self.values,
            dimension: self.dimension.max(1),
        });
        self
    }
}
