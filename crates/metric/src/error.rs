//! Errors for invalid matrices, weights and baselines.

/// An input from which no score can be computed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MetricError {
    /// A flat buffer does not hold rows × columns numbers.
    #[error("{rows} rows of {cols} numbers need {} numbers, but got {found}", rows * cols)]
    Shape {
        /// The number of rows that the caller gave.
        rows: usize,
        /// The number of columns that the caller gave.
        cols: usize,
        /// The length of the buffer.
        found: usize,
    },
    /// Rows of one matrix differ in length.
    #[error("row {row} has {found} numbers, but the first row has {expected}")]
    Ragged {
        /// Index of the row with the different length, from 0.
        row: usize,
        /// Its length.
        found: usize,
        /// Length of the first row.
        expected: usize,
    },
    /// The two sides' vectors have different dimensions.
    #[error("the candidate's vectors have {candidate} dimensions, the reference's {reference}")]
    Dimension {
        /// Dimension on the candidate's side.
        candidate: usize,
        /// Dimension on the reference's side.
        reference: usize,
    },
    /// A number is NaN or infinite.
    #[error("the number in row {row}, column {col} is not finite")]
    NotFinite {
        /// Row index, from 0.
        row: usize,
        /// Column index, from 0.
        col: usize,
    },
    /// The number of weights does not match the matrix.
    #[error("expected one weight for each of the {expected} tokens, but got {found}")]
    WeightCount {
        /// Number of tokens.
        expected: usize,
        /// Number of weights.
        found: usize,
    },
    /// A weight is negative, NaN or infinite.
    #[error("weight {index} is {value}; weights must be finite and not negative")]
    InvalidWeight {
        /// Index of the weight, from 0.
        index: usize,
        /// Its value.
        value: f64,
    },
    /// A token without a given weight.
    #[error(
        "the given weights have no token id {id}; add it, or a \"default\" weight for all other ids"
    )]
    MissingWeight {
        /// The id.
        id: u32,
    },
    /// A baseline that is not finite, or not below 1.
    #[error("cannot rescale with a baseline of {value}: it must be finite and below 1")]
    InvalidBaseline {
        /// The value that was given.
        value: f64,
    },
}
