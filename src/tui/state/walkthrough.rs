//! The active walkthrough: its stage and display settings.

use std::sync::Arc;
use std::time::Instant;

use super::explanation_panel::AnsweredQuestion;
use super::inspection::DisplaySettings;
use bertscope_analysis::Analysis;
use bertscope_explain::Explanation;
use bertscope_metric::Alignment;
use bertscope_report::explanation::walkthrough::{self, Stage, Step};

#[derive(Debug, Clone)]
pub struct ActiveWalkthrough {
    pub stage: Stage,
    /// The scroll position of its text.
    pub first_line: u16,
    pub display: DisplaySettings,
    /// When the next row of the matrix appears by itself; `None` if a key has stopped it.
    pub next_row_at: Option<Instant>,
    /// The newest answer to the question of a stage.
    pub answer: Option<Arc<AnsweredQuestion>>,
}

impl ActiveWalkthrough {
    /// The stage with the cell under the crosshair.
    pub fn step(&self) -> Step {
        Step {
            stage: self.stage,
            cell: (self.display.cell.candidate, self.display.cell.reference),
        }
    }

    /// The answer to the question of the stage, if it is about this pair.
    pub fn answer(&self, analysis: &Arc<Analysis>) -> Option<&Explanation> {
        let answer = self
            .answer
            .as_deref()
            .filter(|answer| Arc::ptr_eq(&answer.analysis, analysis))?;
        (Some(answer.topic) == self.stage.question()).then_some(&answer.explanation)
    }

    /// The alignment that is drawn instead of the metric's matches.
    pub fn overlay(&self, analysis: &Arc<Analysis>) -> Option<&Alignment> {
        walkthrough::overlay(self.answer(analysis)?)
    }
}
