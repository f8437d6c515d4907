//! The active lesson: its step, whether its scores are shown, and what was on the screen before.

use std::sync::Arc;

use super::explaining::ExplanationPanel;
use super::matrix::Direction;
use bertscope_analysis::Idf;
use bertscope_lessons::shipped::SHIPPED;
use bertscope_lessons::{self, Lesson, Step};

/// The learner's own texts and settings, which come back when the lesson ends.
#[derive(Debug, Clone, PartialEq)]
pub struct BeforeLesson {
    /// The reference.
    pub reference: String,
    /// The candidate.
    pub candidate: String,
    /// The layer.
    pub layer: Option<usize>,
    /// How tokens are weighed.
    pub idf: Idf,
    /// Whether the score is rescaled.
    pub rescale: bool,
    /// Which matches are shown.
    pub direction: Direction,
    /// The panel and the kept texts.
    pub explaining: ExplanationPanel,
}

/// The active lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct ActiveLesson {
    /// It.
    pub lesson: Arc<Lesson>,
    /// The step, from 0.
    pub step: usize,
    /// Whether the scores are shown: at once where nothing is asked.
    pub revealed: bool,
    /// How many lines of its words are above those in sight.
    pub scrolled: usize,
    /// What was there before.
    pub before: BeforeLesson,
}

impl ActiveLesson {
    /// The step that is shown.
    #[must_use]
    pub fn now(&self) -> &Step {
        &self.lesson.steps[self.step.min(self.lesson.steps.len() - 1)]
    }

    /// Whether the panel is part of what the step shows, on a projector too.
    #[must_use]
    pub fn needs_panel(&self) -> bool {
        let step = self.now();
        !self.hides() && (step.other.is_some() || step.settings.panel.is_some())
    }

    /// Whether the room still has to guess.
    #[must_use]
    pub fn hides(&self) -> bool {
        self.now().question.is_some() && !self.revealed
    }
}

/// The number behind those of the shipped lessons: a lesson from a file.
pub const FROM_FILE: usize = SHIPPED.len();

/// The steps at which lessons were left in this run of the program, so that they resume there.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LessonProgress {
    /// The one that is not inside.
    pub from_file: Option<Arc<Lesson>>,
    /// Where each was left, from 0.
    left: Vec<(Arc<Lesson>, usize)>,
}

impl LessonProgress {
    /// Remembers where a lesson was left.
    pub fn leave(&mut self, active: &ActiveLesson) {
        self.left.retain(|(lesson, _)| *lesson != active.lesson);
        self.left.push((Arc::clone(&active.lesson), active.step));
    }

    /// The step to resume at, from 0.
    #[must_use]
    pub fn step_of(&self, lesson: &Lesson) -> usize {
        self.left.iter().find(|(left, _)| **left == *lesson).map_or(0, |(_, step)| *step)
    }
}

/// The way of matching that a lesson asks for.
#[must_use]
pub fn direction(asked: bertscope_lessons::Direction) -> Direction {
    match asked {
        bertscope_lessons::Direction::Both => Direction::Both,
        bertscope_lessons::Direction::Precision => Direction::Precision,
        bertscope_lessons::Direction::Recall => Direction::Recall,
    }
}
