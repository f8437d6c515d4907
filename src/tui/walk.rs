//! The walkthrough on the screen: its stage, and the cells that it highlights.

use super::inspection::Picture;
use super::lesson::ActiveLesson;
use super::matrix::CellAt;
use bertscope_analysis::Analysis;
use bertscope_report::explanation::walkthrough::Stage;

/// The active walkthrough.
#[derive(Debug, Clone)]
pub struct ActiveWalk {
    /// The stage.
    pub stage: Stage,
    /// The first of its lines in sight.
    pub first: u16,
    /// What the stage shows of the score.
    pub picture: Picture,
    /// The lesson whose pair it is about.
    pub lesson: Option<Box<ActiveLesson>>,
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
