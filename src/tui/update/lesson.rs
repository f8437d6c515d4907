//! Lessons: start, next and previous step, reveal the scores, end.

use std::sync::Arc;
use std::time::Instant;

use super::analysis::request_analysis;
use super::effect::Effect;
use super::panes::keep_focus_on_screen;
use super::{pairs, walk};
use crate::tui::explaining::ExplanationPanel;
use crate::tui::export::StatusMessage;
use crate::tui::focus::Focus;
use crate::tui::keymap::Action;
use crate::tui::lesson::{ActiveLesson, direction};
use crate::tui::matrix::{CellAt, Direction};
use crate::tui::overlay::Overlay;
use crate::tui::state::{ModelState, State};
use crate::tui::view;
use bertscope_analysis::Side;
use bertscope_explain::Topic;
use bertscope_lessons::check::missing_layer;
use bertscope_lessons::{Lesson, shipped};

/// What the keys of lessons do.
pub(super) fn act(state: &mut State, action: Action, now: Instant) -> Vec<Effect> {
    match action {
        Action::Lesson(number) => start(state, number, now),
        Action::ChooseLesson if state.lesson.is_some() => end(state, now),
        Action::ChooseLesson => {
            state.overlay = Some(Overlay::Lessons);
            Vec::new()
        }
        Action::NextStep(forward) => go_to_next(state, forward, now),
        Action::StepEnd(last) => go_to_end(state, last, now),
        Action::ScrollNote(down) => {
            scroll(state, down);
            Vec::new()
        }
        Action::Hide if !state.hides() => hide(state),
        Action::Hide | Action::Reveal => reveal(state, now),
        _ => Vec::new(),
    }
}

/// Starts or resumes a lesson by its number.
fn start(state: &mut State, number: usize, now: Instant) -> Vec<Effect> {
    let found = match shipped::SHIPPED.get(number) {
        Some((name, _)) => shipped::find(name).map(|lesson| Some(Arc::new(lesson))),
        None => Ok(state.lesson_progress.from_file.clone()),
    };
    match found {
        Ok(Some(lesson)) => {
            let mut effects = if state.lesson.is_some() { end(state, now) } else { Vec::new() };
            effects.extend(begin(state, lesson, now));
            effects
        }
        Ok(None) => Vec::new(),
        Err(error) => {
            state.status = Some(StatusMessage::Failed(error.to_string()));
            Vec::new()
        }
    }
}

/// Opens a step of a lesson, both by number.
pub(super) fn open_step(state: &mut State, number: usize, step: usize, now: Instant) -> Vec<Effect> {
    let mut effects = start(state, number, now);
    if state.lesson.is_some() {
        state.status = None;
        effects.extend(go_to_step(state, step, now));
    }
    effects
}

/// Starts a lesson, or resumes it where it was left; texts and settings on the screen come back when it ends.
pub fn begin(state: &mut State, lesson: Arc<Lesson>, now: Instant) -> Vec<Effect> {
    if lesson.steps.is_empty() {
        return Vec::new();
    }
    walk::leave(state);
    state.hidden = false;
    let is_inside = |(name, _): &(&str, &str)| shipped::find(name).is_ok_and(|inside| inside == *lesson);
    if !shipped::SHIPPED.iter().any(is_inside) {
        state.lesson_progress.from_file = Some(Arc::clone(&lesson));
    }
    let active = ActiveLesson::new(lesson, state);
    if active.step > 0 {
        let (step, steps) = (active.step + 1, active.lesson.steps.len());
        let first = state.key_name(Action::StepEnd(false));
        state.status =
            Some(StatusMessage::Done(format!("Resumed at step {step} of {steps}; {first} opens the first one.")));
    }
    state.lesson = Some(active);
    let mut effects = pairs::without_file_idf(state);
    effects.extend(show_step(state, now));
    effects
}

/// Ends it; what was on the screen before comes back.
pub(super) fn end(state: &mut State, now: Instant) -> Vec<Effect> {
    walk::leave(state);
    let Some(active) = state.lesson.take() else { return Vec::new() };
    state.lesson_progress.leave(&active);
    state.hidden = false;
    active.before.restore(state);
    keep_focus_on_screen(state);
    state.anchor = None;
    let mut effects = pairs::with_file_idf(state);
    effects.extend(request_analysis(state, now));
    effects
}

fn go_to_next(state: &mut State, forward: bool, now: Instant) -> Vec<Effect> {
    let Some(active) = &mut state.lesson else { return Vec::new() };
    let step = if forward { active.step + 1 } else { active.step.saturating_sub(1) };
    if step == active.step || step >= active.lesson.steps.len() {
        let end = state.key_name(Action::ChooseLesson);
        let last = format!("This was the last step; {end} ends the lesson.");
        state.status = Some(StatusMessage::Done(if forward { last } else { "This is the first step.".to_owned() }));
        return Vec::new();
    }
    go_to_step(state, step, now)
}

/// The first step or the last one; the walk is over then, which has steps of its own.
fn go_to_end(state: &mut State, last: bool, now: Instant) -> Vec<Effect> {
    let Some(active) = &state.lesson else {
        let start = state.key_name(Action::ChooseLesson);
        state.status = Some(StatusMessage::Done(format!("No lesson is running; {start} starts one.")));
        return Vec::new();
    };
    let step = if last { active.lesson.steps.len() - 1 } else { 0 };
    walk::leave(state);
    go_to_step(state, step, now)
}

fn go_to_step(state: &mut State, step: usize, now: Instant) -> Vec<Effect> {
    if let Some(active) = &mut state.lesson {
        (active.step, active.revealed) = (step, false);
    }
    state.hidden = false;
    show_step(state, now)
}

/// Words that are longer than their place.
fn scroll(state: &mut State, down: bool) {
    let (most, page) = view::lesson::scroll(state);
    if let Some(active) = &mut state.lesson {
        let now = active.scrolled.min(most);
        active.scrolled = if down { (now + page).min(most) } else { now.saturating_sub(page) };
    }
}

/// Says that the model does not have the layer of the step.
pub(super) fn say_missing_layer(state: &mut State) {
    let (Some(active), ModelState::Ready(info)) = (&state.lesson, &state.model) else { return };
    if let Some(problem) = missing_layer(&active.now().settings, info.last_layer) {
        state.status = Some(StatusMessage::Failed(format!("{problem}; the last one is shown.")));
    }
}

/// Puts the step on the screen, as the file has it, whatever was changed in the one before.
fn show_step(state: &mut State, now: Instant) -> Vec<Effect> {
    let Some(active) = &mut state.lesson else { return Vec::new() };
    active.scrolled = 0;
    let step = active.now().clone();
    let own = active.before.clone();
    state.reference.replace(&step.reference);
    state.candidate.replace(&step.candidate);
    let last = match &state.model {
        ModelState::Ready(info) => Some(info.last_layer.0),
        ModelState::Loading => None,
    };
    state.layer =
        step.settings.layer.map(|layer| last.map_or(layer, |last| layer.min(last))).or(own.layer.or(state.layer));
    say_missing_layer(state);
    state.idf = step.settings.idf;
    state.rescale = step.settings.rescale;
    state.direction = step.settings.direction.map_or(Direction::Both, direction);
    state.explaining =
        ExplanationPanel { topic: step.settings.panel.unwrap_or(Topic::Matches), ..ExplanationPanel::default() };
    state.cell = CellAt { candidate: 1, reference: 1 };
    // What is compared belongs to the answer.
    if !state.lesson.as_ref().is_some_and(ActiveLesson::hides) {
        compare(state);
    }
    state.anchor = None;
    if state.focus == Focus::Text(Side::Reference) {
        state.focus = Focus::Text(Side::Candidate);
    }
    keep_focus_on_screen(state);
    request_analysis(state, now)
}

fn compare(state: &mut State) {
    let other = state.lesson.as_ref().and_then(|active| active.now().other.clone());
    if let Some(other) = other {
        state.explaining.candidates = std::iter::once(other.into()).collect();
        state.explaining.topic = Topic::Compare;
    }
}

/// Hides the scores of whatever is on the screen.
fn hide(state: &mut State) -> Vec<Effect> {
    walk::leave(state);
    state.hidden = true;
    Vec::new()
}

fn reveal(state: &mut State, now: Instant) -> Vec<Effect> {
    let hidden = std::mem::take(&mut state.hidden);
    if let Some(active) = state.lesson.as_mut().filter(|active| active.hides()) {
        (active.revealed, active.scrolled) = (true, 0);
        compare(state);
    } else if !hidden {
        return Vec::new();
    } else if !state.explaining.candidates.is_empty() {
        // Who has won is what was to be guessed.
        state.explaining.topic = Topic::Compare;
        state.explaining.asked |= state.projector;
    }
    request_analysis(state, now)
}
