//! Handles the mouse.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use crate::tui::commands::{CellMove, Focus, Key};
use crate::tui::context::focus::enter_text;
use crate::tui::parts::Outcome;
use crate::tui::parts::crosshair::{choose_cell, move_cell};
use crate::tui::parts::panel;
use crate::tui::root::dispatch;
use crate::tui::root::hit_test::{Hit, hit, key_at};
use crate::tui::root::keys;
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
                    enter_text(state, side);
                }
                Some(Hit::Cell(cell)) => {
                    state.focus = Focus::Matrix;
                    choose_cell(state, cell);
                }
                Some(Hit::Panel(row)) => {
                    let again = state.focus == Focus::Panel && row == Some(state.panel().row);
                    state.focus = Focus::Panel;
                    match row {
                        Some(_) if again => panel::follow(state),
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
            move_cell(state, cell);
        }
        MouseEventKind::ScrollRight => move_cell(state, CellMove::Right),
        MouseEventKind::ScrollLeft => move_cell(state, CellMove::Left),
        _ => {}
    }
}
