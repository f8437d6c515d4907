//! The two sides of a comparison, by name, so that they cannot be swapped by accident.

/// One value for the reference and one for the candidate: texts, weights, vectors.
///
/// Precision averages over the candidate's tokens, recall over the reference's; a caller names which is which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pair<T> {
    /// For the reference, which it is compared with: the columns of a matrix.
    pub reference: T,
    /// For the candidate, which is scored: the rows of a matrix.
    pub candidate: T,
}
