//! The two sides of a comparison, by name, so that they cannot be swapped by accident.

/// One value for the reference and one for the candidate: texts, weights, vectors.
///
/// Precision averages over the candidate's tokens, recall over the reference's; the field names tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pair<T> {
    /// The value for the reference: the columns of a matrix.
    pub reference: T,
    /// The value for the candidate: the rows of a matrix.
    pub candidate: T,
}

impl<T> Pair<T> {
    /// The same pair with references to its values.
    pub fn as_ref(&self) -> Pair<&T> {
        Pair {
            reference: &self.reference,
            candidate: &self.candidate,
        }
    }

    /// The same function of both values: of the reference's first.
    pub fn map<U>(self, mut of: impl FnMut(T) -> U) -> Pair<U> {
        Pair {
            reference: of(self.reference),
            candidate: of(self.candidate),
        }
    }
}
