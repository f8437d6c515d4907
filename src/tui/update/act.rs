//! What an action does, by whichever key, click or command it was asked for.

use std::time::Instant;

use super::analysis::analyze_edit;
use super::crosshair::move_cell;
use super::effect::Effect;
use super::panes::focus;
use super::settings::set;
use super::{explaining, export, lesson, models, pairs, picker, walk};
use crate::tui::editor::Editor;
use crate::tui::export::StatusMessage;
use crate::tui::focus::Focus;
use crate::tui::keymap::Action;
use crate::tui::overlay::Overlay;
use crate::tui::state::State;

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
            state.inspection_mut().swap();
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
        Action::NextStep(forward) if state.walk().is_some() => return walk::go_to_next(state, forward, now),
        Action::NextStep(_) if state.lesson().is_none() => {
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

pub(super) fn show_status(state: &mut State, words: &str) -> Vec<Effect> {
    state.messages.status = Some(StatusMessage::Done(words.to_owned()));
    Vec::new()
}

fn with_editor(state: &mut State, change: impl FnOnce(&mut Editor)) {
    if let Focus::Text(side) = state.focus {
        change(state.editor_mut(side));
    }
}
