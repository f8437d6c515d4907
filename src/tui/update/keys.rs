//! Keys, by what the table says of them.

use std::time::Instant;

use crossterm::event::{KeyEvent, KeyModifiers};

use super::analysis::edited;
use super::crosshair::move_cell;
use super::effect::{Effect, KeyOutcome};
use super::panes::focus;
use super::settings::set;
use super::typing::typed;
use super::{explaining, export, help, lesson, models, pairs, picker, walk};
use crate::tui::editor::Editor;
use crate::tui::export::Said;
use crate::tui::focus::Focus;
use crate::tui::help::Help;
use crate::tui::keymap::{Action, Scope, action};
use crate::tui::matrix::CellAt;
use crate::tui::state::State;

pub(super) fn pressed(state: &mut State, key: KeyEvent, now: Instant) -> Vec<Effect> {
    let asked = action(key, Scope::of(state.focus));
    let chord = key.modifiers.contains(KeyModifiers::CONTROL);
    if state.help.is_some() && !(chord && matches!(asked, Some(Action::Quit | Action::Suspend | Action::Redraw))) {
        help::pressed(state, key);
        return Vec::new();
    }
    let outcome = match state.scope() {
        Scope::Copy => Some(export::copy(state, key)),
        Scope::Lessons => Some(choose_lesson(state, key)),
        Scope::Picker => Some(picker::pressed(state, key)),
        Scope::Export => Some(export::pressed(state, key)),
        Scope::Pairs | Scope::Note => Some(pairs::pressed(state, key, now)),
        _ => None,
    };
    match outcome {
        Some(KeyOutcome::Handled(effects)) => return effects,
        Some(KeyOutcome::Global(action)) => return act(state, action, now),
        None => {}
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

/// The key that says which lesson begins; any other closes the choice.
fn choose_lesson(state: &mut State, key: KeyEvent) -> KeyOutcome {
    state.choosing_lesson = false;
    match action(key, Scope::Lessons) {
        Some(chosen @ (Action::Lesson(_) | Action::Quit | Action::Suspend | Action::Redraw)) => {
            KeyOutcome::Global(chosen)
        }
        _ => KeyOutcome::DONE,
    }
}

fn act(state: &mut State, action: Action, now: Instant) -> Vec<Effect> {
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
