//! Commands of the texts: moves between them and in them, and edits.

use super::lines::byte_on_next_line;
use crate::tui::commands::Command;
use crate::tui::common::Editor;
use crate::tui::parts::Outcome;
use crate::tui::state::State;
use bertscope_analysis::Side;

/// Moves between the texts and other parts of the screen, and edits.
pub fn act(state: &mut State, command: Command) -> Outcome {
    match command {
        Command::NextPane => state.move_focus(true),
        Command::PreviousPane => state.move_focus(false),
        Command::EditReference => state.enter_text(Side::Reference),
        Command::EditCandidate => state.enter_text(Side::Candidate),
        Command::EditText => {
            let side = state.last_text;
            state.enter_text(side);
        }
        Command::LineUp => move_to_line(state, false),
        Command::LineDown => move_to_line(state, true),
        Command::MoveCursor(motion) => {
            with_editor(state, |editor| editor.move_cursor(motion, false));
        }
        Command::Select(motion) => with_editor(state, |editor| editor.move_cursor(motion, true)),
        Command::SelectAll => with_editor(state, Editor::select_all),
        Command::Edit(edit) => {
            with_editor(state, |editor| editor.apply(edit));
            state.analyze_edit();
        }
        Command::Swap => {
            state.inspection_mut().swap();
            state.analyze_edit();
        }
        _ => return Outcome::Passed,
    }
    Outcome::Done
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
