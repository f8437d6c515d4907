//! What is hidden of a pair for a guess.

use bertscope_report::explanation::walkthrough::Quantity;

/// What is hidden of a pair for a guess.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum HiddenContent {
    /// Nothing.
    #[default]
    Nothing,
    /// The scores; the matrix has been revealed.
    Scores,
    /// The matrix and the scores.
    All,
}

impl HiddenContent {
    /// What stays hidden after the next reveal: the matrix is revealed first, then the scores.
    pub fn reveal(self) -> Self {
        match self {
            Self::All => Self::Scores,
            Self::Scores | Self::Nothing => Self::Nothing,
        }
    }

    /// Whether a part of the pair is not hidden.
    pub(super) fn shows(self, product: Quantity) -> bool {
        match (self, product) {
            (Self::Nothing, _) | (_, Quantity::Tokens) => true,
            (Self::Scores, Quantity::Cells | Quantity::Weights | Quantity::Matches(_)) => true,
            (Self::Scores | Self::All, _) => false,
        }
    }
}
