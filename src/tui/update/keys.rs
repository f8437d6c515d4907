//! Keys, by what the table says of them.

use std::time::Instant;

use crossterm::event::{KeyEvent, KeyModifiers};

use super::analysis::analyze_edit;
use super::crosshair::move_cell;
use super::effect::{Effect, KeyOutcome};
use super::panes::focus;
use super::settings::set;
use super::typing::typed_character;
use super::{command_palette, explaining, export, lesson, models, pairs, picker, walk};
use crate::tui::editor::Editor;
use crate::tui::export::StatusMessage;
use crate::tui::focus::Focus;
use crate::tui::keymap::{self, Action, Scope, action, option_letter};
use crate::tui::matrix::CellAt;
use crate::tui::overlay::Overlay;
use crate::tui::state::State;

pub(super) fn handle_key(state: &mut State, key: KeyEvent, now: Instant) -> Vec<Effect> {
    // A chord with Alt that arrives shows that Option does not type.
    state.option_types &= !key.modifiers.contains(KeyModifiers::ALT);
    let asked = action(key, Scope::of(state.focus));
    let outcome = match state.scope() {
        Scope::Commands => Some(command_palette::handle_key(state, key, now)),
        Scope::Copy => Some(export::copy(state, key)),
        Scope::Lessons => Some(choose_lesson(state, key)),
        Scope::Picker => Some(picker::handle_key(state, key)),
        Scope::Export => Some(export::handle_key(state, key)),
        Scope::Pairs | Scope::Filter | Scope::Note => Some(pairs::handle_key(state, key, now)),
        Scope::Everywhere | Scope::Text | Scope::Matrix | Scope::Panel => None,
    };
    match outcome {
        Some(KeyOutcome::Handled(effects)) => return effects,
        Some(KeyOutcome::Global(action)) => return act(state, action, now),
        None => {}
    }
    if let Some(text) = selected_text(state, key) {
        show_status(state, "Copied the selection; without one, Ctrl-c quits.");
        return vec![Effect::Copy(text)];
    }
    if let Some(action) = asked {
        return act(state, action, now);
    }
    match (state.focus, typed_character(key)) {
        (Focus::Text(side), Some(c)) => {
            explain_option(state, c);
            state.editor_mut(side).insert(c.encode_utf8(&mut [0; 4]));
            analyze_edit(state, now)
        }
        _ => Vec::new(),
    }
}

/// What Ctrl-c copies: the selection of the text box that is written in.
fn selected_text(state: &State, key: KeyEvent) -> Option<String> {
    let Focus::Text(side) = state.focus else { return None };
    let editor = state.editor(side);
    let selection = editor.selection().filter(|_| key == keymap::key("Ctrl-c").expect("a key of the table"))?;
    Some(editor.text()[selection].to_owned())
}

/// Once, when a character comes that Option types on a Mac: how to make chords with Alt arrive.
fn explain_option(state: &mut State, typed: char) {
    if let Some(letter) = option_letter(typed).filter(|_| !state.option_types) {
        state.option_types = true;
        let words = format!(
            "Option typed {typed}. For Alt-{letter}, let Option act as Meta (Esc+) in the terminal's settings, or use {} here.",
            state.key_name(Action::Commands)
        );
        show_status(state, &words);
    }
}

/// The key that says which lesson begins; any other closes the choice.
fn choose_lesson(state: &mut State, key: KeyEvent) -> KeyOutcome {
    state.overlay = None;
    match action(key, Scope::Lessons) {
        Some(chosen @ (Action::Lesson(_) | Action::Quit | Action::Suspend | Action::Redraw)) => {
            KeyOutcome::Global(chosen)
        }
        _ => KeyOutcome::DONE,
    }
}

pub(super) fn act(state: &mut State, action: Action, now: Instant) -> Vec<Effect> {
    if state.hides() && action.reveals_scores() {
        let words = format!("The scores are still hidden: {} shows them.", state.key_name(Action::Reveal));
        return show_status(state, &words);
    }
    match action {
        Action::Quit => return vec![Effect::Quit(None)],
        Action::Suspend => return vec![Effect::Suspend],
        Action::Redraw => return vec![Effect::Redraw],
        Action::Help => state.open_commands(true),
        Action::Commands => state.open_commands(false),
        Action::PickModel => return picker::open(state),
        Action::Export => return export::open(state),
        Action::Copy => state.overlay = Some(Overlay::Copy),
        Action::CopyThis(content) => return export::copy_content(state, content),
        Action::StopOpening => return models::cancel(state),
        Action::NextPane => focus(state, true),
        Action::PreviousPane => focus(state, false),
        Action::LeaveText => state.focus = Focus::Matrix,
        Action::EnterText => state.focus = Focus::Text(state.last_text),
        Action::Go(motion) => with_editor(state, |editor| editor.go(motion, false)),
        Action::Select(motion) => with_editor(state, |editor| editor.go(motion, true)),
        Action::SelectAll => with_editor(state, Editor::select_all),
        Action::Edit(edit) => {
            with_editor(state, |editor| editor.apply(edit));
            return analyze_edit(state, now);
        }
        Action::Swap => {
            let (reference, candidate) = (state.reference.text().to_owned(), state.candidate.text().to_owned());
            state.reference.replace(&candidate);
            state.candidate.replace(&reference);
            state.cell = CellAt { candidate: state.cell.reference, reference: state.cell.candidate };
            return analyze_edit(state, now);
        }
        Action::Move(..) | Action::ColumnEnd(_) | Action::RowEnd(_) | Action::RowBest | Action::ColumnBest => {
            move_cell(state, action);
            return explaining::request_cosine(state, now);
        }
        Action::CycleAlignment
        | Action::Ask(_)
        | Action::NextTopic(_)
        | Action::ToggleDerivation
        | Action::Choose(_)
        | Action::ChooseEnd(_) => {
            return explaining::act(state, action, now);
        }
        Action::Walk => return walk::toggle(state, now),
        Action::NextStep(forward) if state.walk.is_some() => return walk::go_to_next(state, forward, now),
        Action::NextStep(_) if state.lesson.is_none() => {
            let [lesson, walk] = [Action::ChooseLesson, Action::Walk].map(|action| state.key_name(action));
            return show_status(state, &format!("No lesson or walkthrough is running: {lesson} and {walk} start one."));
        }
        Action::Reveal if !state.hides() => {
            let words = format!("Nothing is hidden: {} hides the scores.", state.key_name(Action::Hide));
            return show_status(state, &words);
        }
        Action::ChooseLesson | Action::Lesson(_) | Action::NextStep(_) | Action::Reveal | Action::Hide => {
            return lesson::act(state, action, now);
        }
        Action::StepEnd(_) | Action::ScrollNote(_) => {
            return lesson::act(state, action, now);
        }
        Action::Pairs(action) => return pairs::act(state, action, now),
        Action::Follow | Action::Keep | Action::Drop => return explaining::act(state, action, now),
        _ => return set(state, action, now),
    }
    Vec::new()
}

fn show_status(state: &mut State, words: &str) -> Vec<Effect> {
    state.status = Some(StatusMessage::Done(words.to_owned()));
    Vec::new()
}

fn with_editor(state: &mut State, change: impl FnOnce(&mut Editor)) {
    if let Focus::Text(side) = state.focus {
        change(state.editor_mut(side));
    }
}
