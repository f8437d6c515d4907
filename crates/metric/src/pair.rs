//! The two sides of a comparison, by name, so that they cannot be swapped by accident.

/// Something of the reference and the same of the candidate: texts, weights, vectors.
///
/// Precision averages over the candidate's tokens, recall over the reference's; a caller names which is which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pair<T> {
    /// What the candidate is compared with: the columns of a matrix.
    pub reference: T,
    /// What is scored: the rows of a matrix.
    pub candidate: T,
}
