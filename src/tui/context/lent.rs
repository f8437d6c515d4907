//! What an open part lends to the panes below it: a pair with its settings, or the display settings of a stage.

use std::sync::Arc;
use std::time::Instant;

use super::{
    AnsweredQuestion, Audience, CellPosition, Context, DisplaySettings, HiddenContent, Inspection,
};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Explanation;
use bertscope_lessons::Step as LessonStep;
use bertscope_metric::Alignment;
use bertscope_report::explanation::walkthrough;
use bertscope_report::explanation::walkthrough::{Stage, Step};

/// The pair of a lesson's step, with the user's changes. The user's own pair is untouched meanwhile, so that nothing must
/// be restored when the lesson ends.
#[derive(Debug, Clone)]
pub struct LentPair {
    pub inspection: Inspection,
    /// The step as it is in the file.
    pub step: Arc<LessonStep>,
}

impl LentPair {
    /// Reveals what is hidden: the matrix, then the scores.
    pub fn reveal(&mut self) {
        // The competing texts are shown side by side from the matrix on, so that nothing moves later.
        if self.waits() {
            self.compare();
        }
        self.inspection.hidden = self.inspection.hidden.reveal();
    }

    /// Takes up what the audience did before: its guess, and what was revealed.
    pub fn take_up(&mut self, audience: &Audience) {
        self.inspection.take_up(audience);
        while self.inspection.hidden > audience.hidden {
            self.reveal();
        }
    }

    /// The other texts of a side of the step, before they are compared with the one on the screen.
    pub fn waiting_texts(&self, side: Side) -> &[String] {
        if self.waits() {
            &self.step.texts(side)[1..]
        } else {
            &[]
        }
    }

    /// Whether the other texts of the step are hidden until the matrix is revealed.
    fn waits(&self) -> bool {
        let is_compared = self.is_placed(Side::Candidate) || self.is_placed(Side::Reference);
        self.inspection.hidden == HiddenContent::All && self.step.compares() && !is_compared
    }

    /// Whether an other text of a side of the step is on the screen or compared.
    fn is_placed(&self, side: Side) -> bool {
        let shown = self.inspection.editor(side).text();
        let kept = self.inspection.panel.kept(side);
        self.step.texts(side)[1..]
            .iter()
            .any(|text| text == shown || kept.iter().any(|kept| **kept == **text))
    }

    /// Adds the other candidates (B, C, …) and references of the step to the comparison. The candidate that the note is
    /// about is on the screen.
    pub fn compare(&mut self) {
        if !self.step.compares() {
            return;
        }
        let view = self.step.view();
        let inspection = &mut self.inspection;
        inspection.panel.candidates = view.others;
        inspection.panel.references = view.other_references;
        inspection.panel.topic = view.panel;
        if let Some(index) = self.step.shown_candidate.checked_sub(1) {
            inspection.show_kept(Side::Candidate, index);
        }
    }

    /// Whether the step shows the panel, even on a projector.
    pub fn needs_panel(&self) -> bool {
        self.inspection.hidden == HiddenContent::Nothing
            && (self.step.compares() || self.step.panel.is_some())
    }
}

impl Context {
    /// The most lines that the words about a lent pair take of a screen of so many rows; none for the user's own pair.
    pub fn max_lent_words(&self, rows: u16) -> u16 {
        if self.has_own_pair() {
            return 0;
        }
        // On the smallest screens, the texts and the score need nine lines.
        let most = if self.look.teacher_notes {
            rows / 2
        } else {
            rows / 3
        };
        most.min(rows.saturating_sub(9)).max(2)
    }
}

/// A stage of the walkthrough: what of the score is built so far, and how it is shown.
#[derive(Debug, Clone)]
pub struct Staged {
    pub stage: Stage,
    pub display: DisplaySettings,
    /// The newest answer to the question of a stage.
    pub answer: Option<Arc<AnsweredQuestion>>,
    /// The scroll position of its text.
    pub first_line: u16,
    /// When the next row of the matrix appears by itself; `None` if a key has stopped it.
    pub next_row_at: Option<Instant>,
}

impl Staged {
    /// The stage with the cell under the crosshair.
    pub fn step(&self) -> Step {
        Step {
            stage: self.stage,
            cell: (self.display.cell.candidate, self.display.cell.reference),
        }
    }

    /// Goes to a step.
    pub fn go_to(&mut self, step: Step) {
        self.stage = step.stage;
        self.display.cell = CellPosition {
            candidate: step.cell.0,
            reference: step.cell.1,
        };
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
