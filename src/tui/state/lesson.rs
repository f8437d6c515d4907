//! The active lesson: its step, and the pair and settings of the step.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::inspection::{HiddenContent, Inspection};
use super::matrix::CellPosition;
use bertscope_analysis::{Analysis, Program, Side};
use bertscope_lessons::check::find_cell;
use bertscope_lessons::{Lesson, Step};

#[derive(Debug, Clone)]
pub struct ActiveLesson {
    pub lesson: Arc<Lesson>,
    /// The current step, from 0.
    pub step: usize,
    /// Scroll position of the note.
    pub scrolled: usize,
    /// The pair and settings of the step, with the user's changes.
    pub inspection: Inspection,
    /// The reference and candidate in which the cell of the step was last looked up.
    pending_cell: Option<[String; 2]>,
    /// Steps whose question has been answered: the audience has seen the scores.
    answered: BTreeSet<usize>,
}

impl ActiveLesson {
    /// A lesson at a step. `own` are the user's texts and settings, `last_layer` is that of the model once it is
    /// loaded.
    pub fn new(
        lesson: Arc<Lesson>,
        step: usize,
        own: &Inspection,
        last_layer: Option<usize>,
    ) -> Self {
        let (inspection, answered) = (own.clone(), BTreeSet::new());
        let mut active = Self {
            lesson,
            step,
            scrolled: 0,
            inspection,
            pending_cell: None,
            answered,
        };
        active.show_step(step, own, last_layer);
        active
    }

    /// Goes to a step as it is in the file, without earlier changes; an answered question stays answered. A step
    /// without a layer uses that of `own`.
    pub fn show_step(&mut self, step: usize, own: &Inspection, last_layer: Option<usize>) {
        self.step = step.min(self.lesson.steps.len() - 1);
        self.scrolled = 0;
        self.pending_cell = None;
        let step = self.current_step();
        let mut view = step.view();
        let limit = |layer: usize| last_layer.map_or(layer, |last| layer.min(last));
        let conventions = view.settings.conventions.unwrap_or_default();
        // The default layer of torchmetrics is the last.
        let default = if conventions.program == Program::TorchMetrics {
            last_layer.or(own.layer)
        } else {
            own.layer
        };
        view.hidden &= !self.answered.contains(&self.step);
        // The other texts are compared below, or when the matrix is revealed.
        (view.others, view.other_references) = Default::default();
        view.panel = step.panel.unwrap_or_default();
        let inspection = Inspection::from_view(&view);
        self.inspection = Inspection {
            layer: view.settings.layer.map(limit).or(default),
            // Undo does not cross steps.
            reference: inspection
                .reference
                .with_clipboard_of(&self.inspection.reference),
            candidate: inspection
                .candidate
                .with_clipboard_of(&self.inspection.candidate),
            ..inspection
        };
        if !view.hidden {
            self.compare();
        }
    }

    /// Moves the crosshair to the cell of the step as soon as the tokens of one of its pairs are known; the row and
    /// column depend on the texts on the screen.
    pub fn locate_cell(&mut self, analysis: &Analysis) {
        let step = self.current_step();
        let texts = [Side::Reference, Side::Candidate]
            .map(|side| analysis.side(side).tokenized.text.to_string());
        let is_pair = step.references.contains(&texts[0]) && step.candidates.contains(&texts[1]);
        if !is_pair || self.pending_cell.as_ref() == Some(&texts) {
            return;
        }
        let found = step
            .cell
            .as_ref()
            .and_then(|cell| find_cell(analysis, cell).ok());
        self.pending_cell = Some(texts);
        if let Some((candidate, reference)) = found {
            self.inspection.display.cell = CellPosition {
                candidate,
                reference,
            };
        }
    }

    /// Reveals what is hidden: the matrix, then the scores.
    pub fn reveal(&mut self) {
        // The competing texts are shown side by side from the matrix on, so that nothing moves later.
        if self.waits() {
            self.compare();
        }
        self.inspection.hidden = self.inspection.hidden.reveal();
        if self.inspection.hidden == HiddenContent::Nothing {
            self.answered.insert(self.step);
        }
        self.scrolled = 0;
    }

    /// The other texts of a side of the step, before they are compared with the one on the screen.
    pub fn waiting_texts(&self, side: Side) -> &[String] {
        if self.waits() {
            &self.current_step().texts(side)[1..]
        } else {
            &[]
        }
    }

    /// Whether the other texts of the step are hidden until the matrix is revealed.
    fn waits(&self) -> bool {
        let (step, inspection) = (self.current_step(), &self.inspection);
        let is_placed = |side: Side| {
            let (shown, kept) = (inspection.editor(side).text(), inspection.panel.kept(side));
            step.texts(side)[1..]
                .iter()
                .any(|text| text == shown || kept.iter().any(|kept| **kept == **text))
        };
        let is_compared = is_placed(Side::Candidate) || is_placed(Side::Reference);
        inspection.hidden == HiddenContent::All && step.compares() && !is_compared
    }

    /// Adds the other candidates (B, C, …) and references of the step to the comparison. The candidate that the note is
    /// about is on the screen.
    fn compare(&mut self) {
        let step = self.current_step();
        if !step.compares() {
            return;
        }
        let (view, shown) = (step.view(), step.shown_candidate);
        let inspection = &mut self.inspection;
        inspection.panel.candidates = view.others;
        inspection.panel.references = view.other_references;
        inspection.panel.topic = view.panel;
        if let Some(index) = shown.checked_sub(1) {
            inspection.show_kept(Side::Candidate, index);
        }
    }

    /// The step that is shown.
    pub fn current_step(&self) -> &Step {
        &self.lesson.steps[self.step]
    }

    /// Whether the step shows the panel, even on a projector.
    pub fn needs_panel(&self) -> bool {
        let step = self.current_step();
        self.inspection.hidden == HiddenContent::Nothing
            && (step.compares() || step.panel.is_some())
    }
}

/// The steps at which lessons were left in this run of the program, so that they can be resumed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LessonProgress {
    pub file_lesson: Option<Arc<Lesson>>,
    /// The step of each lesson, from 0.
    left_lessons: Vec<(Arc<Lesson>, usize)>,
}

impl LessonProgress {
    /// Sets the step at which a lesson starts, from 0.
    pub fn start_at(&mut self, lesson: &Arc<Lesson>, step: usize) {
        self.left_lessons.retain(|(left, _)| left != lesson);
        self.left_lessons.push((Arc::clone(lesson), step));
    }

    /// The step to resume at, from 0.
    pub fn resume_step(&self, lesson: &Lesson) -> usize {
        self.left_lessons
            .iter()
            .find(|(left, _)| **left == *lesson)
            .map_or(0, |(_, step)| *step)
    }
}
