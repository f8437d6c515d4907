//! The active lesson: its step, and the steps at which lessons were left.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::tui::context::{Audience, CellPosition, Context, Inspection, LentPair};
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
    /// The reference and candidate in which the cell of the step was last looked up.
    pending_cell: Option<[String; 2]>,
    /// What the audience did at the steps that were left.
    left: BTreeMap<usize, Audience>,
}

impl ActiveLesson {
    /// A lesson before its first step.
    pub fn new(lesson: Arc<Lesson>) -> Self {
        Self {
            lesson,
            step: 0,
            scrolled: 0,
            pending_cell: None,
            left: BTreeMap::new(),
        }
    }

    /// Keeps what the audience did at the current step, for when it comes back.
    pub fn leave_step(&mut self, pair: &Inspection) {
        self.left.insert(self.step, pair.audience());
    }

    /// Goes to a step and lends its pair as it is in the file, without earlier changes; what was revealed stays revealed,
    /// and what the audience said stays. A step without a layer has that of the user's pair.
    pub fn show_step(&mut self, step: usize, context: &Context) -> LentPair {
        let own_layer = context.own.layer;
        let before = context.inspection();
        let last_layer = context.models.last_layer();
        self.step = step.min(self.lesson.steps.len() - 1);
        self.scrolled = 0;
        self.pending_cell = None;
        let step = &self.lesson.steps[self.step];
        let mut view = step.view();
        let limit = |layer: usize| last_layer.map_or(layer, |last| layer.min(last));
        let conventions = view.settings.conventions.unwrap_or_default();
        // The default layer of torchmetrics is the last.
        let default = if conventions.program == Program::TorchMetrics {
            last_layer.or(own_layer)
        } else {
            own_layer
        };
        // The other texts are compared below, or when the matrix is revealed.
        (view.others, view.other_references) = Default::default();
        view.panel = step.panel.unwrap_or_default();
        let inspection = Inspection::from_view(&view);
        let mut lent = LentPair {
            inspection: Inspection {
                layer: view.settings.layer.map(limit).or(default),
                // Undo does not cross steps.
                reference: inspection.reference.with_clipboard_of(&before.reference),
                candidate: inspection.candidate.with_clipboard_of(&before.candidate),
                ..inspection
            },
            step: Arc::new(step.clone()),
        };
        if !view.hidden {
            lent.compare();
        }
        if let Some(audience) = self.left.get(&self.step) {
            lent.take_up(audience);
        }
        lent
    }

    /// The step that is shown.
    pub fn current_step(&self) -> &Step {
        &self.lesson.steps[self.step]
    }

    /// Moves the crosshair to the cell of the step as soon as the tokens of one of its pairs are known; the row and
    /// column depend on the texts on the screen.
    pub fn locate_cell(&mut self, lent: &mut LentPair, analysis: &Analysis) {
        let step = &lent.step;
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
            lent.inspection.display.cell = CellPosition {
                candidate,
                reference,
            };
        }
    }
}

/// The steps at which lessons were left, so that they can be resumed, in this run of the program or a later one.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LessonProgress {
    pub file_lesson: Option<Arc<Lesson>>,
    /// The lesson left last comes last.
    pub left_at: Vec<LessonPlace>,
}

/// The step at which a lesson was left.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LessonPlace {
    pub title: String,
    /// From 0.
    pub step: usize,
}

/// The most lessons whose steps are kept: there are files of lessons without end.
const MAX_PLACES: usize = 50;

impl LessonProgress {
    /// Keeps the step at which a lesson starts the next time, from 0.
    pub fn start_at(&mut self, lesson: &Lesson, step: usize) {
        let title = lesson.title.clone();
        self.left_at.retain(|place| place.title != title);
        self.left_at.push(LessonPlace { title, step });
        let too_many = self.left_at.len().saturating_sub(MAX_PLACES);
        self.left_at.drain(..too_many);
    }

    /// The step to resume at, from 0. A lesson from a file may have lost steps meanwhile.
    pub fn resume_step(&self, lesson: &Lesson) -> usize {
        let mut places = self.left_at.iter();
        let place = places.find(|place| place.title == lesson.title);
        place.map_or(0, |place| place.step.min(lesson.steps.len() - 1))
    }
}
