//! Lessons: starts, steps and ends them.

pub mod active;
pub mod checker;
pub mod strip;

use std::sync::Arc;

use self::active::ActiveLesson;
use crate::tui::commands::{Command, Focus};
use crate::tui::context::HiddenContent;
use crate::tui::parts::palette::PaletteContent;
use crate::tui::parts::{Layer, Outcome, Part, palette};
use crate::tui::state::State;
use bertscope_analysis::Side;
use bertscope_lessons::check::missing_layer;
use bertscope_lessons::{Lesson, bundled};

/// Carries out the commands of lessons. A walkthrough that runs has taken those about steps already.
pub fn act(state: &mut State, command: Command) -> Outcome {
    match command {
        Command::StartLesson(number) => start(state, number),
        Command::Lessons => palette::open(state, PaletteContent::Lessons),
        Command::EndLesson if state.has_own_pair() => no_lesson(state),
        Command::EndLesson => end(state),
        Command::NextStep => go_to_next(state, true),
        Command::PreviousStep => go_to_next(state, false),
        Command::Advance | Command::Reveal if state.hides_scores() => {
            // What is revealed is read from its start.
            if let Some(active) = state.stack.lesson_mut() {
                active.scrolled = 0;
            }
            return Outcome::Passed;
        }
        Command::Advance => advance(state, true),
        Command::GoBack => advance(state, false),
        // In the panel, the key has no other meaning.
        Command::Reveal if !state.has_own_pair() && state.focus == Focus::Panel => {
            advance(state, true);
        }
        Command::FirstStep => go_to_end(state, false),
        Command::LastStep => go_to_end(state, true),
        Command::NoteDown => {
            scroll(state, true);
        }
        Command::NoteUp => {
            scroll(state, false);
        }
        _ => return Outcome::Passed,
    }
    Outcome::Done
}

fn no_lesson(state: &mut State) {
    let start = state.key_name(Command::Lessons);
    state.say(format!("No lesson is running; {start} starts one."));
}

/// Starts or resumes a lesson by its index; the list of lessons closes.
fn start(state: &mut State, number: usize) {
    state.close(Layer::Palette);
    let found = match bundled::BUNDLED.get(number) {
        Some((name, _)) => bundled::find(name).map(|lesson| Some(Arc::new(lesson))),
        None => Ok(state.progress.lessons.file_lesson.clone()),
    };
    match found {
        Ok(Some(lesson)) => {
            if !state.has_own_pair() {
                end(state);
            }
            begin(state, lesson);
        }
        Ok(None) => state.say("No lesson from a file is open: `bertscope lesson FILE` opens one."),
        Err(error) => state.say_failure(error.to_string()),
    }
}

/// Opens a step of a lesson, both by index.
pub fn open_step(state: &mut State, number: usize, step: usize) {
    start(state, number);
    if !state.has_own_pair() {
        state.messages.status = None;
        go_to_step(state, step);
    }
}

/// Starts a lesson, or resumes it where it was left.
pub fn begin(state: &mut State, lesson: Arc<Lesson>) {
    if lesson.steps.is_empty() {
        return;
    }
    let is_inside =
        |(name, _): &(&str, &str)| bundled::find(name).is_ok_and(|inside| inside == *lesson);
    if !bundled::BUNDLED.iter().any(is_inside) {
        state.progress.lessons.file_lesson = Some(Arc::clone(&lesson));
    }
    state.own.hidden = HiddenContent::Nothing;
    // An answer about the user's own pair does not match the pair on the screen.
    state.own.panel.answer = None;
    state.own.panel.derivation = None;
    let step = state.progress.lessons.resume_step(&lesson);
    let steps = lesson.steps.len();
    let mut active = ActiveLesson::new(lesson);
    let lent = active.show_step(step, &state.context);
    state.open(Part::Lesson(Box::new(active)));
    state.lent = Some(Box::new(lent));
    state.free_letters();
    if step > 0 {
        let first = state.key_name(Command::FirstStep);
        let words = format!(
            "Resumed at step {} of {}; {first} goes to the first step.",
            step + 1,
            steps
        );
        state.say(words);
    }
    on_step(state);
}

/// Shows what is wrong with the notes of the lesson, unless another one is open by now.
pub fn on_checked(state: &mut State, checked: &Arc<Lesson>, warning: String) {
    let is_open = state
        .stack
        .lesson()
        .is_some_and(|active| Arc::ptr_eq(&active.lesson, checked));
    if is_open {
        state.keep_saying(warning);
    }
}

/// Ends the lesson; the user's own texts and settings are restored.
pub fn end(state: &mut State) {
    if state.close(Layer::Lesson).is_none() {
        return;
    }
    state.keep_focus_on_screen();
    state.keep_cell();
    state.results.start_over();
    state.request_analysis();
}

/// Shows the rest of the note, or the next step; or goes back.
fn advance(state: &mut State, forward: bool) {
    if !scroll(state, forward) {
        go_to_next(state, forward);
    }
}

/// How to end the lesson.
pub fn way_out(state: &State) -> Option<String> {
    state
        .stack
        .lesson()
        .map(|_| format!("{} ends the lesson", state.key_name(Command::EndLesson)))
}

fn go_to_next(state: &mut State, forward: bool) {
    let Some(active) = state.stack.lesson() else {
        let lesson = state.key_name(Command::Lessons);
        let walk = state.key_name(Command::Walkthrough);
        return state.say(format!(
            "No lesson or walkthrough is running: {lesson} and {walk} start one."
        ));
    };
    let before = active.step;
    let steps = active.lesson.steps.len();
    let step = if forward {
        before + 1
    } else {
        before.saturating_sub(1)
    };
    if step == before || step >= steps {
        let way_out = way_out(state);
        return state.say_no_further_step(forward, way_out);
    }
    // On a narrow screen, the bottom line has the key that reveals.
    if forward && state.hides_scores() && state.terminal.size.0 >= 60 {
        let back = state.key_name(Command::PreviousStep);
        state.say(format!(
            "The scores of step {} were not shown: {back} goes back to it.",
            before + 1
        ));
    }
    go_to_step(state, step);
}

/// Goes to the first or last step.
fn go_to_end(state: &mut State, last: bool) {
    let Some(active) = state.stack.lesson() else {
        return no_lesson(state);
    };
    let step = if last {
        active.lesson.steps.len() - 1
    } else {
        0
    };
    go_to_step(state, step);
}

fn go_to_step(state: &mut State, step: usize) {
    let State { stack, context, .. } = state;
    if let Some(active) = stack.lesson_mut() {
        active.leave_step(context.inspection());
        let lent = active.show_step(step, context);
        context.lent = Some(Box::new(lent));
    }
    on_step(state);
}

/// Updates the screen after a change of step.
fn on_step(state: &mut State) {
    let State {
        stack, progress, ..
    } = state;
    if let Some(active) = stack.lesson() {
        progress.lessons.start_at(&active.lesson, active.step);
        state.saving.unsaved = true;
    }
    notify_missing_layer(state);
    state.results.start_over();
    if state.hides_scores() {
        state.close_revealing();
    }
    state.last_text = Side::Candidate;
    if let Focus::Text(_) = state.focus {
        state.focus = Focus::Text(Side::Candidate);
    }
    state.keep_focus_on_screen();
    state.request_analysis();
}

/// Scrolls a note that is longer than its area; returns whether it moved.
fn scroll(state: &mut State, down: bool) -> bool {
    let (most, page) = strip::scroll(state);
    let Some(active) = state.stack.lesson_mut() else {
        return false;
    };
    let before = active.scrolled.min(most);
    active.scrolled = if down {
        (before + page).min(most)
    } else {
        before.saturating_sub(page)
    };
    active.scrolled != before
}

/// Reports that the model lacks the layer of the step.
pub fn notify_missing_layer(state: &mut State) {
    let (Some(active), Some(info)) = (state.stack.lesson(), &state.models.current) else {
        return;
    };
    if let Some(problem) = missing_layer(active.current_step().settings.layer, info.last_layer) {
        state.say_failure(format!("{problem}; showing its last layer."));
    }
}
