//! Handles the mouse.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use crate::tui::commands::{CellMove, Command, Focus};
use crate::tui::common::lists::{ListHit, hit_models};
use crate::tui::parts::crosshair::{choose_cell, move_cell};
use crate::tui::parts::palette;
use crate::tui::parts::{export, pairs, panel};
use crate::tui::root::act::act;
use crate::tui::root::focus::enter_text;
use crate::tui::root::hit_test::{Hit, hit, key_at};
use crate::tui::root::stack::Part;
use crate::tui::root::state::State;
use crate::tui::root::{keys, overlay};

pub fn handle_mouse(state: &mut State, event: MouseEvent) {
    // A click on a word with a key presses that key, even with an overlay open.
    if event.kind == MouseEventKind::Down(MouseButton::Left)
        && let Some(key) = key_at(state, event.column, event.row)
    {
        return keys::handle_key(state, key);
    }
    match state.stack.top() {
        Some(Part::Palette(_) | Part::Models(_)) => return on_list(state, event),
        Some(Part::Copy | Part::Guess(_)) => {
            if matches!(event.kind, MouseEventKind::Down(_)) {
                state.close_overlay();
            }
            return;
        }
        Some(Part::Export(_)) => return export::handle_mouse(state, event),
        Some(Part::List | Part::Filter(_) | Part::Note(_) | Part::Summary(_)) => {
            return pairs::handle_mouse(state, event);
        }
        Some(Part::Lesson(_) | Part::Walkthrough(_)) | None => {}
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
                return panel::pick(state, by);
            }
            move_cell(state, cell);
        }
        MouseEventKind::ScrollRight => move_cell(state, CellMove::Right),
        MouseEventKind::ScrollLeft => move_cell(state, CellMove::Left),
        _ => {}
    }
}

/// In a list, the wheel moves the selection, a click selects a row, a click on the selected row opens it, and a click
/// outside closes the list.
fn on_list(state: &mut State, event: MouseEvent) {
    let (found, wheel) = match state.palette() {
        Some(open) => (palette::hit(state, open, event.column, event.row), 3),
        None => (hit_models(state, event.column, event.row), 1),
    };
    let selected = match state.stack.top_mut() {
        Some(Part::Palette(palette)) => &mut palette.selected,
        Some(Part::Models(picker)) => &mut picker.selected,
        _ => return,
    };
    match (event.kind, found) {
        (MouseEventKind::ScrollDown, _) => overlay::pick(state, wheel),
        (MouseEventKind::ScrollUp, _) => overlay::pick(state, -wheel),
        (MouseEventKind::Down(MouseButton::Left), ListHit::Row(row)) if row == *selected => {
            act(state, Command::Accept);
        }
        (MouseEventKind::Down(MouseButton::Left), ListHit::Row(row)) => *selected = row,
        (MouseEventKind::Down(_), ListHit::Outside) => state.close_overlay(),
        _ => {}
    }
}
