//! The walkthrough on the screen: its stage, the cells it highlights, and the settings before it.

use super::matrix::{CellAt, Direction};
use bertscope_analysis::Analysis;
use bertscope_report::explanation::walkthrough::Stage;

/// Settings that the stages change; they come back when the walkthrough ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BeforeWalk {
    /// Which matches are shown.
    pub direction: Direction,
    /// Whether special tokens have rows and columns.
    pub show_special: bool,
    /// Whether the score is rescaled.
    pub rescale: bool,
    /// The crosshair.
    pub cell: CellAt,
}

/// The active walkthrough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActiveWalk {
    /// The stage.
    pub stage: Stage,
    /// The first of its lines in sight.
    pub first: u16,
    /// What was set before.
    pub before: BeforeWalk,
}

impl ActiveWalk {
    /// Whether the stage highlights a cell; `crosshair` is the one whose cosine it computes.
    #[must_use]
    pub fn lights(&self, analysis: &Analysis, crosshair: CellAt, c: usize, r: usize) -> bool {
        let row = || analysis.matches.candidate.get(c).is_some_and(|m| m.token == r);
        let column = || analysis.matches.reference.get(r).is_some_and(|m| m.token == c);
        match self.stage {
            Stage::Texts | Stage::Pieces => false,
            Stage::Vectors | Stage::Cosine => crosshair == CellAt { candidate: c, reference: r },
            Stage::Matrix | Stage::Rescaling => true,
            Stage::RowBest | Stage::Precision => row(),
            Stage::ColumnBest | Stage::Recall => column(),
            Stage::Weights | Stage::F1 => row() || column(),
        }
    }
}
