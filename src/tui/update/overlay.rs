//! The overlays and the command palette: what their own keys do.

use std::time::Instant;

use crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};

use super::effect::Effect;
use super::typing::edit_line;
use super::{command_palette, export, guess, picker};
use crate::tui::input::editor::Editor;
use crate::tui::input::keymap::{Action, Scope};
use crate::tui::input::moved;
use crate::tui::layout::list::ListHit;
use crate::tui::layout::lists::{hit_commands, hit_models};
use crate::tui::state::State;
use crate::tui::state::overlay::Overlay;

/// Handles Enter.
pub(super) fn accept(state: &mut State, now: Instant) -> Vec<Effect> {
    match state.scope() {
        Scope::Commands | Scope::Lessons => command_palette::run(state, now),
        Scope::Picker => picker::choose(state),
        Scope::Export => export::write(state),
        Scope::Guess => guess::keep(state),
        _ => Vec::new(),
    }
}

/// Handles Esc.
pub(super) fn close(state: &mut State) {
    if state.scope() == Scope::Export { export::close(state) } else { state.close_overlay() }
}

/// Moves the selection by rows.
pub(super) fn pick(state: &mut State, by: i16) {
    let results = state.commands.as_ref().map(|palette| palette.search_results(state).len());
    if let (Some(palette), Some(results)) = (&mut state.commands, results) {
        palette.selected = moved(palette.selected, by, results);
    } else if let Some(picker) = state.picker_mut() {
        picker.step(by);
    }
}

/// In a list, the wheel moves the selection, a click selects a row, a click on the selected row opens it, and a click
/// outside closes the list.
pub(super) fn handle_mouse(state: &mut State, event: MouseEvent, now: Instant) -> Vec<Effect> {
    let (found, wheel) = match &state.commands {
        Some(palette) => (hit_commands(state, palette, event.column, event.row), 3),
        None => (hit_models(state, event.column, event.row), 1),
    };
    let selected = match (&mut state.commands, &mut state.overlay) {
        (Some(palette), _) => &mut palette.selected,
        (None, Some(Overlay::Models(picker))) => &mut picker.selected,
        _ => return Vec::new(),
    };
    match (event.kind, found) {
        (MouseEventKind::ScrollDown, _) => pick(state, wheel),
        (MouseEventKind::ScrollUp, _) => pick(state, -wheel),
        (MouseEventKind::Down(MouseButton::Left), ListHit::Row(row)) if row == *selected => return accept(state, now),
        (MouseEventKind::Down(MouseButton::Left), ListHit::Row(row)) => *selected = row,
        (MouseEventKind::Down(_), ListHit::Outside) => state.close_overlay(),
        _ => {}
    }
    Vec::new()
}

/// Edits the text of what is on top.
pub(super) fn edit(state: &mut State, change: impl FnOnce(&mut Editor)) {
    match (&mut state.commands, &mut state.overlay) {
        (Some(palette), _) => palette.edit(change),
        (None, Some(overlay)) => overlay.edit(change),
        (None, None) => {}
    }
}

/// Handles a key that may edit the text of what is on top; returns whether it did.
pub(super) fn types(state: &mut State, asked: Option<Action>, key: KeyEvent) -> bool {
    let mut edits = false;
    edit(state, |editor| edits = edit_line(editor, asked, key));
    edits
}
