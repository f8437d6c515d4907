//! A lesson that is being given: which step, whether its scores are shown, and what was on the screen before.

use std::sync::Arc;

use super::explaining::Explaining;
use super::state::{Direction, State};
use crate::analysis::Idf;
use crate::lessons::{self, Lesson, Step};

/// The learner's own texts and settings, which come back when the lesson ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Own {
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
    pub explaining: Explaining,
}

impl Own {
    /// What is on the screen now.
    #[must_use]
    pub fn of(state: &State) -> Self {
        Self {
            reference: state.reference.text().to_owned(),
            candidate: state.candidate.text().to_owned(),
            layer: state.layer,
            idf: state.idf,
            rescale: state.rescale,
            direction: state.direction,
            explaining: Explaining { answer: None, trace: false, ..state.explaining.clone() },
        }
    }

    /// Puts it on the screen again.
    pub fn restore(self, state: &mut State) {
        state.reference.replace(&self.reference);
        state.candidate.replace(&self.candidate);
        (state.layer, state.idf, state.rescale) = (self.layer.or(state.layer), self.idf, self.rescale);
        (state.direction, state.explaining) = (self.direction, self.explaining);
    }
}

/// A lesson that is being given.
#[derive(Debug, Clone, PartialEq)]
pub struct Playing {
    /// It.
    pub lesson: Arc<Lesson>,
    /// The step, from 0.
    pub step: usize,
    /// Whether the scores are shown: at once where nothing is asked.
    pub revealed: bool,
    /// What was there before.
    pub own: Own,
}

impl Playing {
    /// A lesson at its first step, over what is on the screen now.
    #[must_use]
    pub fn new(lesson: Arc<Lesson>, state: &State) -> Self {
        let own = match &state.playing {
            Some(playing) => playing.own.clone(),
            None => Own::of(state),
        };
        Self { lesson, step: 0, revealed: false, own }
    }

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

/// The way of matching that a lesson asks for.
#[must_use]
pub fn direction(asked: lessons::Direction) -> Direction {
    match asked {
        lessons::Direction::Both => Direction::Both,
        lessons::Direction::Precision => Direction::Precision,
        lessons::Direction::Recall => Direction::Recall,
    }
}
