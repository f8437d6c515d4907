//! The position of the walkthrough: a stage, and the cell that it highlights.

use super::stage::Stage;
use crate::topics::example_cell;
use bertscope_analysis::Analysis;

/// A stage and the cell under the crosshair. In [`Stage::Rows`], the rows down to that cell are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub stage: Stage,
    /// The cell: its candidate token and its reference token.
    pub cell: (usize, usize),
}

/// Most steps in which the rows of a matrix appear; the rows of a long text appear several at a time.
const MAX_ROW_STEPS: usize = 16;

impl Step {
    /// The first step of a stage that is entered directly, with the most instructive cell if it needs one.
    pub fn for_stage(stage: Stage, analysis: &Analysis) -> Self {
        let telling = example_cell(analysis);
        let cell = if stage == Stage::Rows {
            (0, telling.1)
        } else {
            telling
        };
        Self { stage, cell }
    }

    /// The next or the previous step; `None` at the ends.
    pub fn next(self, forward: bool, analysis: &Analysis) -> Option<Self> {
        let rows = analysis.similarity.candidate_tokens();
        let last = rows.saturating_sub(1);
        let (row, _) = self.cell;
        if self.stage == Stage::Rows {
            let stride = rows.div_ceil(MAX_ROW_STEPS).max(1);
            let there = if forward {
                (row + stride).min(last)
            } else {
                row.saturating_sub(stride)
            };
            if there != row {
                return Some(self.with_row(there));
            }
        }
        let stage = self.stage.next(forward)?;
        let starts_anew = self.stage == Stage::Rows || forward && stage == Stage::Vectors;
        Some(if starts_anew {
            Self::for_stage(stage, analysis)
        } else if stage == Stage::Rows {
            Self { stage, ..self }.with_row(if forward { 0 } else { last })
        } else {
            Self { stage, ..self }
        })
    }

    fn with_row(self, row: usize) -> Self {
        Self {
            cell: (row, self.cell.1),
            ..self
        }
    }

    /// The last step of this stage, or the first one; from there, the next or previous stage. `None` at the ends.
    pub fn skip(self, forward: bool, analysis: &Analysis) -> Option<Self> {
        let last = analysis.similarity.candidate_tokens().saturating_sub(1);
        let end = self.with_row(if forward { last } else { 0 });
        if self.stage == Stage::Rows && end != self {
            Some(end)
        } else {
            self.next(forward, analysis)
        }
    }

    /// Whether further rows follow.
    pub fn has_more_rows(self, analysis: &Analysis) -> bool {
        self.stage == Stage::Rows && self.cell.0 + 1 < analysis.similarity.candidate_tokens()
    }

    /// Whether a cell of the matrix, candidate and reference, has been computed.
    pub fn has_cell(self, cell: (usize, usize)) -> bool {
        match self.stage {
            Stage::Cosine => cell == self.cell,
            Stage::Rows => cell.0 <= self.cell.0,
            stage => stage >= Stage::Rows,
        }
    }

    pub fn highlights(self, analysis: &Analysis, cell: (usize, usize)) -> bool {
        let (row, column) = analysis.matches.best_of_row_and_column(cell.0, cell.1);
        match self.stage {
            Stage::RowBest | Stage::Precision => row,
            Stage::ColumnBest | Stage::Recall => column,
            Stage::F1 => row || column,
            _ => self.has_cell(cell),
        }
    }
}
