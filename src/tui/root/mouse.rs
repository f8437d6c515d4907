//! Handles the mouse.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::hit_test::{Hit, hit, key_at};
use super::{dispatch, keys};
use crate::tui::commands::{CellMove, Command, Focus, Key};
use crate::tui::parts::{Outcome, panel};
use crate::tui::state::State;

pub fn handle_mouse(state: &mut State, event: MouseEvent) {
    // A click on a word with a key presses that key, even with an overlay open.
    if event.kind == MouseEventKind::Down(MouseButton::Left)
        && let Some(key) = key_at(state, event.column, event.row)
    {
        // The label says `Esc` and this key: in the text, it would type a character.
        if !state.scope().allows(key) {
            keys::handle_key(state, Key::ESC.event());
        }
        return keys::handle_key(state, key.event());
    }
    if dispatch::handle_mouse(state, event) == Outcome::Done {
        return;
    }
    let found = hit(state, event.column, event.row);
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left) => {
            if let Some(found) = found {
                press(state, found);
            }
        }
        MouseEventKind::ScrollDown => scroll(state, found, 1, CellMove::Down),
        MouseEventKind::ScrollUp => scroll(state, found, -1, CellMove::Up),
        MouseEventKind::ScrollRight => dispatch::act(state, Command::Cell(CellMove::Right)),
        MouseEventKind::ScrollLeft => dispatch::act(state, Command::Cell(CellMove::Left)),
        _ => {}
    }
}

fn press(state: &mut State, found: Hit) {
    match found {
        Hit::Text(side, byte) => {
            // An example stays selected when its box is entered.
            if state.focus == Focus::Text(side) || !state.editor(side).is_example() {
                state.editor_mut(side).set_cursor(byte);
            }
            state.enter_text(side);
        }
        Hit::Cell(cell) => {
            state.focus = Focus::Matrix;
            state.choose_cell(cell);
            state.request_cosine();
        }
        Hit::Panel(row) => {
            let again = state.focus == Focus::Panel && row == Some(state.panel().row);
            state.focus = Focus::Panel;
            match row {
                Some(_) if again => dispatch::act(state, Command::Accept),
                Some(row) => panel::select_row(state, row),
                None => {}
            }
        }
    }
}

/// The wheel moves in the panel, and elsewhere the crosshair.
fn scroll(state: &mut State, found: Option<Hit>, rows: isize, cell: CellMove) {
    if let Some(Hit::Panel(_)) = found {
        state.focus = Focus::Panel;
        dispatch::pick(state, rows);
    } else {
        dispatch::act(state, Command::Cell(cell));
    }
}
