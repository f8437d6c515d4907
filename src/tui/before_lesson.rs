//! What a lesson and a walkthrough find on the screen, kept when they begin and put back when they end.

use std::sync::Arc;

use super::explaining::ExplanationPanel;
use super::lesson::ActiveLesson;
use super::state::State;
use super::walk::ActiveWalk;
use super::{lesson, walk};
use bertscope_lessons::Lesson;
use bertscope_report::explanation::walkthrough::Stage;

impl lesson::BeforeLesson {
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
            explaining: ExplanationPanel { answer: None, derivation: false, ..state.explaining.clone() },
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

impl ActiveLesson {
    /// A lesson at the step where it was left, over what is on the screen now.
    #[must_use]
    pub fn new(lesson: Arc<Lesson>, state: &State) -> Self {
        let before = match &state.lesson {
            Some(active) => active.before.clone(),
            None => lesson::BeforeLesson::of(state),
        };
        let step = state.lesson_progress.step_of(&lesson).min(lesson.steps.len().saturating_sub(1));
        Self { lesson, step, revealed: false, scrolled: 0, before }
    }
}

impl walk::BeforeWalk {
    /// What is set now.
    #[must_use]
    pub fn of(state: &State) -> Self {
        let State { direction, show_special, rescale, cell, .. } = *state;
        Self { direction, show_special, rescale, cell }
    }

    /// Sets it again.
    pub fn restore(self, state: &mut State) {
        let Self { direction, show_special, rescale, cell } = self;
        (state.direction, state.show_special, state.rescale, state.cell) = (direction, show_special, rescale, cell);
    }
}

impl ActiveWalk {
    /// A walkthrough at its first stage, or where it waits, over what is on the screen now.
    #[must_use]
    pub fn new(state: &State) -> Self {
        Self { stage: state.interrupted_walk.unwrap_or(Stage::Texts), first: 0, before: walk::BeforeWalk::of(state) }
    }
}
