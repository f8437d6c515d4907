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
            match found {
                Some(Hit::Text(side, byte)) => {
                    // An example stays selected when its box is entered.
                    if state.focus == Focus::Text(side) || !state.editor(side).is_example() {
                        state.editor_mut(side).set_cursor(byte);
                    }
                    state.enter_text(side);
                }
                Some(Hit::Cell(cell)) => {
                    state.focus = Focus::Matrix;
                    state.choose_cell(cell);
                    state.request_cosine();
                }
                Some(Hit::Panel(row)) => {
                    let again = state.focus == Focus::Panel && row == Some(state.panel().row);
                    state.focus = Focus::Panel;
                    match row {
                        Some(_) if again => dispatch::act(state, Command::Accept),
                        Some(row) => panel::select_row(state, row),
                        None => {}
                    }
                }
                None => {}
            }
        }
        MouseEventKind::ScrollDown | MouseEventKind::ScrollUp => {
            let (by, cell) = if event.kind == MouseEventKind::ScrollDown {
                (1, CellMove::Down)
            } else {
                (-1, CellMove::Up)
            };
            if matches!(found, Some(Hit::Panel(_))) {
                state.focus = Focus::Panel;
                return dispatch::pick(state, by);
            }
            dispatch::act(state, Command::Cell(cell));
        }
        MouseEventKind::ScrollRight => {
            dispatch::act(state, Command::Cell(CellMove::Right));
        }
        MouseEventKind::ScrollLeft => {
            dispatch::act(state, Command::Cell(CellMove::Left));
        }
        _ => {}
    }
}
