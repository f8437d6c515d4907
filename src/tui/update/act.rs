//! Executes an action, whether it came from a key, a click or the command palette.

use std::time::Instant;

use super::analysis::analyze_edit;
use super::crosshair::move_cell;
use super::focus::{enter_text, focus, leave_text};
use super::settings::set;
use super::status::show_status;
use super::{explanation_panel, export, lesson, models, overlay, pairs, walkthrough};
use crate::tui::input::editor::Editor;
use crate::tui::input::keymap::{Action, Focus, LessonAction};
use crate::tui::layout::texts::byte_on_next_line;
use crate::tui::state::State;
use crate::tui::state::effect::Effect;
use crate::tui::state::export::ExportTarget;
use crate::tui::state::overlay::{Overlay, PaletteContent};

pub(super) fn act(state: &mut State, action: Action, now: Instant) {
    if let Some(words) = state.blocked_reason(action) {
        return show_status(state, words);
    }
    match action {
        Action::Quit => state.effects.push(Effect::Quit(None)),
        Action::Suspend => state.effects.push(Effect::Suspend),
        Action::Redraw => state.effects.push(Effect::Redraw),
        Action::Help => state.open_palette(PaletteContent::Help),
        Action::Commands => state.open_palette(PaletteContent::Commands),
        Action::PickModel => models::open_list(state),
        Action::Export => export::open(state, None),
        Action::Copy => state.overlay = Some(Overlay::Copy),
        Action::CopyContent(content) => export::start_export(state, ExportTarget::Clipboard(content)),
        Action::StopOpening => models::cancel(state),
        Action::FocusNext => focus(state, true),
        Action::FocusPrevious => focus(state, false),
        Action::LeaveText => leave(state),
        Action::EnterText(side) => enter_text(state, side.unwrap_or(state.last_text)),
        Action::MoveToLine { down } => {
            if let Some(byte) = byte_on_next_line(state, state.text_side(), down) {
                with_editor(state, |editor| editor.set_cursor(byte));
            }
        }
        Action::MoveCursor(motion) => with_editor(state, |editor| editor.move_cursor(motion, false)),
        Action::Select(motion) => with_editor(state, |editor| editor.move_cursor(motion, true)),
        Action::SelectAll => with_editor(state, Editor::select_all),
        Action::Edit(edit) => {
            with_editor(state, |editor| editor.apply(edit));
            analyze_edit(state, now);
        }
        Action::Swap => {
            state.inspection_mut().swap();
            analyze_edit(state, now);
        }
        Action::Set(setting) => set(state, setting, now),
        Action::Panel(action) => explanation_panel::act(state, action, now),
        Action::Lesson(LessonAction::StepEnd(last)) if state.walkthrough().is_some() => {
            walkthrough::step_by(state, true, last, now);
        }
        Action::Lesson(action) => lesson::act(state, action, now),
        Action::Pairs(action) => pairs::act(state, action, now),
        Action::Crosshair(action) => {
            move_cell(state, action);
            explanation_panel::request_cosine(state, now);
        }
        Action::ToggleWalkthrough => walkthrough::toggle(state, now),
        Action::Advance(forward) => lesson::advance(state, forward, now),
        Action::NextStep(forward) if state.walkthrough().is_some() => {
            walkthrough::step_by(state, false, forward, now);
        }
        Action::NextStep(forward) if state.lesson().is_some() => lesson::go_to_next(state, forward, now),
        Action::NextStep(_) => {
            let starts = [Action::Lesson(LessonAction::Choose), Action::ToggleWalkthrough];
            let [lesson, walk] = starts.map(|action| state.key_name(action));
            show_status(state, format!("No lesson or walkthrough is running: {lesson} and {walk} start one."));
        }
        Action::Accept => overlay::accept(state, now),
        Action::Close => overlay::close(state),
        Action::Pick(by) => overlay::pick(state, by, now),
        Action::UseTypedName => models::use_name(state),
        Action::NextExtension(forward) => {
            if let Some(prompt) = state.prompt_mut() {
                prompt.cycle_extension(forward);
            }
        }
    }
}

/// Leaves what is innermost: a text, the derivation, the panel. In the matrix, says how to leave a walkthrough or lesson.
fn leave(state: &mut State) {
    let before = state.focus;
    if !matches!(before, Focus::Text(_)) && state.panel_mut().derivation.take().is_some() {
        return;
    }
    leave_text(state);
    let way_out = if state.walkthrough().is_some() { walkthrough::way_out(state) } else { lesson::way_out(state) };
    if let Some(way_out) = way_out.filter(|_| state.focus == before) {
        show_status(state, format!("{way_out}."));
    }
}

/// Edits the text with the focus; outside the texts, undo and redo are for the text edited last.
fn with_editor(state: &mut State, change: impl FnOnce(&mut Editor)) {
    change(state.editor_mut(state.text_side()));
}
