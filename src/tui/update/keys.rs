//! Keys, by what the table says of them.

use std::time::Instant;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::crosshair::move_cell;
use super::settings::set;
use super::{Effect, edited, explaining, export, help, lesson, models, pairs, picker, walk};
use crate::tui::editor::Editor;
use crate::tui::export::Said;
use crate::tui::keymap::{Action, Scope, action};
use crate::tui::state::{CellAt, Focus, State};
use crate::tui::view::help::Help;
use bertscope_analysis::Side;

pub(super) fn pressed(state: &mut State, key: KeyEvent, now: Instant) -> Vec<Effect> {
    let asked = action(key, Scope::of(state.focus));
    let chord = key.modifiers.contains(KeyModifiers::CONTROL);
    if state.help.is_some() && !(chord && matches!(asked, Some(Action::Quit | Action::Suspend | Action::Redraw))) {
        help::pressed(state, key);
        return Vec::new();
    }
    if state.copying {
        return export::copy(state, key, now);
    }
    if state.choosing_lesson {
        state.choosing_lesson = false;
        return match action(key, Scope::Lessons) {
            Some(chosen @ (Action::Lesson(_) | Action::Quit | Action::Suspend | Action::Redraw)) => {
                act(state, chosen, now)
            }
            _ => Vec::new(),
        };
    }
    if state.picker.is_some() {
        return picker::pressed(state, key, now);
    }
    if state.prompt.is_some() {
        return export::pressed(state, key, now);
    }
    if matches!(state.scope(), Scope::Pairs | Scope::Note) {
        return pairs::pressed(state, key, now);
    }
    if let Some(action) = asked {
        return act(state, action, now);
    }
    match (state.focus, typed(key)) {
        (Focus::Text(side), Some(c)) => {
            state.editor_mut(side).insert(c.encode_utf8(&mut [0; 4]));
            edited(state, now)
        }
        _ => Vec::new(),
    }
}

/// A key for a text box of one line over the screen; whether it was one.
pub(super) fn into_line(editor: &mut Editor, asked: Option<Action>, key: KeyEvent) -> bool {
    match (asked, typed(key)) {
        (Some(Action::Go(motion)), _) => editor.go(motion, false),
        (Some(Action::Select(motion)), _) => editor.go(motion, true),
        (Some(Action::SelectAll), _) => editor.select_all(),
        (Some(Action::Edit(edit)), _) => editor.apply(edit),
        (None, Some(c)) => editor.insert(c.encode_utf8(&mut [0; 4])),
        _ => return false,
    }
    true
}

/// The character that a key types.
pub(super) fn typed(key: KeyEvent) -> Option<char> {
    let with = key.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT);
    // AltGr arrives as both.
    let types = with.is_empty() || with == KeyModifiers::CONTROL | KeyModifiers::ALT;
    match key.code {
        KeyCode::Char(c) if types => Some(c),
        _ => None,
    }
}

pub(super) fn act(state: &mut State, action: Action, now: Instant) -> Vec<Effect> {
    if state.hides() && action.tells_scores() {
        return say(state, "The scores are still hidden: Alt-Enter shows them.");
    }
    match action {
        Action::Quit => return vec![Effect::Quit(None)],
        Action::Suspend => return vec![Effect::Suspend],
        Action::Redraw => return vec![Effect::Redraw],
        Action::Help => state.help = Some(Help::default()),
        Action::PickModel => return picker::open(state),
        Action::Export => return export::open(state),
        Action::Copy => state.copying = true,
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
            return edited(state, now);
        }
        Action::Swap => {
            let (reference, candidate) = (state.reference.text().to_owned(), state.candidate.text().to_owned());
            state.reference.replace(&candidate);
            state.candidate.replace(&reference);
            state.cell = CellAt { candidate: state.cell.reference, reference: state.cell.candidate };
            return edited(state, now);
        }
        Action::Move(..) | Action::ColumnEnd(_) | Action::RowEnd(_) | Action::RowBest | Action::ColumnBest => {
            move_cell(state, action);
            return explaining::again_for_trace(state, now);
        }
        Action::CycleAlignment
        | Action::Ask(_)
        | Action::NextTopic(_)
        | Action::Trace
        | Action::Choose(_)
        | Action::ChooseEnd(_) => {
            return explaining::act(state, action, now);
        }
        Action::Walk => return walk::toggle(state, now),
        Action::NextStep(forward) if state.walk.is_some() => return walk::turn(state, forward, now),
        Action::NextStep(_) if state.playing.is_none() => {
            return say(state, "No lesson and no walk is going on: Alt-l and Alt-w begin one.");
        }
        Action::Reveal if !state.hides() => return say(state, "Nothing is hidden: Alt-h hides the scores."),
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

fn say(state: &mut State, words: &str) -> Vec<Effect> {
    state.said = Some(Said::Done(words.to_owned()));
    Vec::new()
}

fn with_editor(state: &mut State, change: impl FnOnce(&mut Editor)) {
    if let Focus::Text(side) = state.focus {
        change(state.editor_mut(side));
    }
}

/// Takes the focus from the panel where none is drawn.
pub(super) fn keep_focus(state: &mut State) {
    if state.focus == Focus::Panel && !state.has_panel() {
        state.focus = Focus::Matrix;
    }
}

fn focus(state: &mut State, forward: bool) {
    let panes = [Focus::Text(Side::Reference), Focus::Text(Side::Candidate), Focus::Matrix, Focus::Panel];
    let panes = &panes[..if state.has_panel() { 4 } else { 3 }];
    let here = panes.iter().position(|p| *p == state.focus).unwrap_or(0);
    let step = if forward { 1 } else { panes.len() - 1 };
    state.focus = panes[(here + step) % panes.len()];
    if let Focus::Text(side) = state.focus {
        state.last_text = side;
    }
}
