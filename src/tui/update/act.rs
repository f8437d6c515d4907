//! Executes an action, whether it came from a key, a click or the command palette.

use std::time::Instant;

use super::analysis::analyze_edit;
use super::crosshair::move_cell;
use super::focus::{enter_text, focus};
use super::settings::set;
use super::status::show_status;
use super::{
    enter_and_esc, explanation_panel, export, lesson, models, overlay, pairs, walkthrough,
};
use crate::tui::input::editor::Editor;
use crate::tui::input::keymap::{Action, LessonAction};
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
        Action::Quit => pairs::quit(state),
        Action::Suspend => state.effects.push(Effect::Suspend),
        Action::Redraw => state.effects.push(Effect::Redraw),
        Action::Help => state.open_palette(PaletteContent::Help),
        Action::Commands => state.open_palette(PaletteContent::Commands),
        Action::PickModel => models::open_list(state),
        Action::Export => export::open(state, None),
        Action::Copy => state.overlay = Some(Overlay::Copy),
        Action::CopyContent(content) => {
            export::start_export(state, ExportTarget::Clipboard(content));
        }
        Action::StopOpening => models::cancel(state),
        Action::FocusNext => focus(state, true),
        Action::FocusPrevious => focus(state, false),
        Action::LeaveText => enter_and_esc::leave(state),
        Action::EnterText(side) => enter_text(state, side.unwrap_or(state.last_text)),
        Action::MoveToLine { down } => {
            if let Some(byte) = byte_on_next_line(state, state.text_side(), down) {
                with_editor(state, |editor| editor.set_cursor(byte));
            }
        }
        Action::MoveCursor(motion) => {
            with_editor(state, |editor| editor.move_cursor(motion, false));
        }
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
        Action::NextStep(forward) => lesson::next_step(state, forward, now),
        Action::Accept => {
            if let Some(chosen) = enter_and_esc::accept(state, now) {
                act(state, chosen, now);
            }
        }
        Action::Close => enter_and_esc::close(state),
        Action::Pick(by) => overlay::pick(state, by, now),
        Action::UseTypedName => models::use_name(state),
        Action::NextExtension(forward) => {
            if let Some(prompt) = state.prompt_mut() {
                prompt.cycle_extension(forward);
            }
        }
    }
}

/// Edits the text with the focus; outside the texts, undo and redo are for the text edited last.
fn with_editor(state: &mut State, change: impl FnOnce(&mut Editor)) {
    change(state.editor_mut(state.text_side()));
}
