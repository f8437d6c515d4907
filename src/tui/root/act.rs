//! Carries out a command, whether it came from a key, a click or the command palette.

use crate::tui::commands::Command;
use crate::tui::common::editor::Editor;
use crate::tui::context::effect::Effect;
use crate::tui::parts::export::job::ExportTarget;
use crate::tui::parts::palette::PaletteContent;
use crate::tui::parts::texts::lines::byte_on_next_line;
use crate::tui::parts::{crosshair, export, lesson, opening, pairs, panel, walkthrough};
use crate::tui::root::analysis::analyze_edit;
use crate::tui::root::focus::{enter_text, focus};
use crate::tui::root::stack::Part;
use crate::tui::root::state::State;
use crate::tui::root::{enter_and_esc, overlay, settings};
use bertscope_analysis::Side;

/// What a room says of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is carried out.
    Done,
    /// It is for another room.
    Passed,
}

/// The rooms that are asked, in this order.
const ROOMS: [fn(&mut State, Command) -> Outcome; 6] = [
    walkthrough::act,
    lesson::act,
    panel::act,
    pairs::act,
    settings::act,
    crosshair::act,
];

pub fn act(state: &mut State, command: Command) {
    if let Some(words) = state.blocked_reason(command) {
        return state.say(words);
    }
    for room in ROOMS {
        if room(state, command) == Outcome::Done {
            return;
        }
    }
    match command {
        Command::Quit => pairs::quit(state),
        Command::Suspend => state.effects.push(Effect::Suspend),
        Command::Redraw => state.effects.push(Effect::Redraw),
        Command::Help => state.open_palette(PaletteContent::Help),
        Command::Commands => state.open_palette(PaletteContent::Commands),
        Command::ChooseModel => opening::open_list(state),
        Command::EditModelName => opening::use_name(state),
        Command::CancelOpening => opening::cancel(state),
        Command::Export => export::open(state, None),
        Command::NextFormat => export::cycle_format(state, true),
        Command::PreviousFormat => export::cycle_format(state, false),
        Command::Copy => state.open(Part::Copy),
        Command::CopyAs(content) => export::start_export(state, ExportTarget::Clipboard(content)),
        Command::Accept => {
            if let Some(chosen) = enter_and_esc::accept(state) {
                act(state, chosen);
            }
        }
        Command::Close => enter_and_esc::close(state),
        Command::Rows(rows) => overlay::pick(state, rows.by()),
        other => edit_text(state, other),
    }
}

/// Moves between the texts and other parts of the screen, and edits.
fn edit_text(state: &mut State, command: Command) {
    match command {
        Command::NextPane => focus(state, true),
        Command::PreviousPane => focus(state, false),
        Command::LeaveText => enter_and_esc::leave(state),
        Command::EditReference => enter_text(state, Side::Reference),
        Command::EditCandidate => enter_text(state, Side::Candidate),
        Command::EditText => enter_text(state, state.last_text),
        Command::LineUp => move_to_line(state, false),
        Command::LineDown => move_to_line(state, true),
        Command::MoveCursor(motion) => {
            with_editor(state, |editor| editor.move_cursor(motion, false));
        }
        Command::Select(motion) => with_editor(state, |editor| editor.move_cursor(motion, true)),
        Command::SelectAll => with_editor(state, Editor::select_all),
        Command::Edit(edit) => {
            with_editor(state, |editor| editor.apply(edit));
            analyze_edit(state);
        }
        Command::Swap => {
            state.inspection_mut().swap();
            analyze_edit(state);
        }
        _ => {}
    }
}

fn move_to_line(state: &mut State, down: bool) {
    if let Some(byte) = byte_on_next_line(state, state.text_side(), down) {
        with_editor(state, |editor| editor.set_cursor(byte));
    }
}

/// Edits the text with the focus; outside the texts, undo and redo are for the text edited last.
fn with_editor(state: &mut State, change: impl FnOnce(&mut Editor)) {
    let side = state.text_side();
    change(state.editor_mut(side));
}
