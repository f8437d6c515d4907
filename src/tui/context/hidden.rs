//! What is hidden while the audience guesses. What may be shown because of it is decided in `shown`.

use bertscope_report::explanation::walkthrough::Stage;

/// What is hidden of a pair for a guess.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum HiddenContent {
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

    /// Whether what a stage of the walkthrough computes is not hidden.
    pub fn shows(self, stage: Stage) -> bool {
        match (self, stage) {
            (Self::Nothing, _) | (_, Stage::Tokens) => true,
            (Self::Scores, Stage::Rows | Stage::Weights | Stage::RowBest | Stage::ColumnBest) => {
                true
            }
            (Self::Scores | Self::All, _) => false,
        }
    }
}
