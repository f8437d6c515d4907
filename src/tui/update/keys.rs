//! Handles keys according to the table of key bindings.

use std::time::Instant;

use crossterm::event::{KeyEvent, KeyModifiers};

use super::act::act;
use super::analysis::analyze_edit;
use super::effect::{Effect, KeyOutcome};
use super::status::show_status;
use super::typing::typed_character;
use super::{command_palette, export, guess, pairs, picker};
use crate::tui::input::focus::Focus;
use crate::tui::input::keymap::{self, Action, LessonAction, Scope, action, option_letter};
use crate::tui::state::State;

pub(super) fn handle_key(state: &mut State, key: KeyEvent, now: Instant) -> Vec<Effect> {
    // A chord with Alt was delivered, so Option does not type characters.
    state.terminal.option_types &= !key.modifiers.contains(KeyModifiers::ALT);
    let asked = action(key, Scope::for_focus(state.focus));
    let outcome = match state.scope() {
        Scope::Commands => Some(command_palette::handle_key(state, key, now)),
        Scope::Copy => Some(export::copy(state, key)),
        Scope::Lessons => Some(choose_lesson(state, key)),
        Scope::Picker => Some(picker::handle_key(state, key)),
        Scope::Export => Some(export::handle_key(state, key)),
        Scope::Pairs | Scope::Filter | Scope::Note | Scope::Summary => Some(pairs::handle_key(state, key, now)),
        Scope::Guess => Some(guess::handle_key(state, key)),
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

/// The text that Ctrl-c copies: the selection of the focused text box.
fn selected_text(state: &State, key: KeyEvent) -> Option<String> {
    let Focus::Text(side) = state.focus else { return None };
    let editor = state.editor(side);
    let selection = editor.selection().filter(|_| key == keymap::key("Ctrl-c").expect("a key of the table"))?;
    Some(editor.text()[selection].to_owned())
}

/// When Option first types a character on a Mac, explains how to make chords with Alt work.
fn explain_option(state: &mut State, typed: char) {
    if let Some(letter) = option_letter(typed).filter(|_| !state.terminal.option_types) {
        state.terminal.option_types = true;
        let words = format!(
            "Option typed {typed}. For Alt-{letter}, set Option to Meta (Esc+) in the terminal’s settings, or use {} here.",
            state.key_name(Action::Commands)
        );
        show_status(state, &words);
    }
}

/// Handles a key of the lessons menu; any other key closes it.
fn choose_lesson(state: &mut State, key: KeyEvent) -> KeyOutcome {
    state.overlay = None;
    match action(key, Scope::Lessons) {
        Some(chosen @ (Action::Lesson(LessonAction::Start(_)) | Action::Quit | Action::Suspend | Action::Redraw)) => {
            KeyOutcome::Global(chosen)
        }
        _ => KeyOutcome::DONE,
    }
}
