//! The overlays and the command palette: what their own keys do.

use super::act::act;
use super::keys::edit_line;
use super::settings::{set_layer, set_program};
use super::{explanation_panel, export, lesson, models, pairs};
use crate::tui::input::command_palette::EntryAction;
use crate::tui::input::editor::Editor;
use crate::tui::input::keymap::{Action, Scope};
use crate::tui::input::moved;
use crate::tui::layout::lists::{ListHit, hit_commands, hit_models};
use crate::tui::state::State;
use crate::tui::state::overlay::{CommandPalette, Overlay, PaletteContent};
use crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use std::time::Instant;

/// Handles Enter.
pub(super) fn accept(state: &mut State, now: Instant) {
    match state.scope() {
        Scope::Commands | Scope::Lessons => run(state, now),
        Scope::Picker => models::choose_selected(state),
        Scope::Export => export::write(state),
        Scope::Guess => lesson::keep_guess(state),
        Scope::Pairs | Scope::Filter | Scope::Summary | Scope::Note => pairs::accept(state, now),
        _ => explanation_panel::follow(state, now),
    }
}

/// Handles Esc.
pub(super) fn close(state: &mut State) {
    match state.scope() {
        Scope::Export => export::close(state),
        Scope::Pairs | Scope::Filter | Scope::Summary | Scope::Note => pairs::close(state),
        _ => state.close_overlay(),
    }
}

/// Moves the selection by rows.
pub(super) fn pick(state: &mut State, by: isize, now: Instant) {
    let results = state.commands.as_ref().map(|palette| palette.search_results(state).len());
    match (state.scope(), &mut state.commands, &mut state.overlay) {
        (_, Some(palette), _) => palette.selected = moved(palette.selected, by, results.unwrap_or(0)),
        (_, None, Some(Overlay::Models(picker))) => picker.step(by),
        (Scope::Pairs | Scope::Filter | Scope::Summary, ..) => pairs::pick(state, by),
        _ => explanation_panel::pick(state, by, now),
    }
}

/// In a list, the wheel moves the selection, a click selects a row, a click on the selected row opens it, and a click
/// outside closes the list.
pub(super) fn handle_mouse(state: &mut State, event: MouseEvent, now: Instant) {
    let (found, wheel) = match &state.commands {
        Some(palette) => (hit_commands(state, palette, event.column, event.row), 3),
        None => (hit_models(state, event.column, event.row), 1),
    };
    let selected = match (&mut state.commands, &mut state.overlay) {
        (Some(palette), _) => &mut palette.selected,
        (None, Some(Overlay::Models(picker))) => &mut picker.selected,
        _ => return,
    };
    match (event.kind, found) {
        (MouseEventKind::ScrollDown, _) => pick(state, wheel, now),
        (MouseEventKind::ScrollUp, _) => pick(state, -wheel, now),
        (MouseEventKind::Down(MouseButton::Left), ListHit::Row(row)) if row == *selected => accept(state, now),
        (MouseEventKind::Down(MouseButton::Left), ListHit::Row(row)) => *selected = row,
        (MouseEventKind::Down(_), ListHit::Outside) => state.close_overlay(),
        _ => {}
    }
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

/// Number of recently run commands to remember.
const MAX_RECENT_COMMANDS: usize = 8;

/// Closes the palette and the overlay below it, and runs the selected entry.
fn run(state: &mut State, now: Instant) {
    let entry =
        state.commands.as_ref().and_then(|palette| palette.search_results(state).into_iter().nth(palette.selected));
    let Some(entry) = entry else { return };
    if entry.run == EntryAction::Nothing {
        // The help shows it in full, with all that mentions it; again closes the help.
        let mut help = CommandPalette { search: Editor::new(&entry.name), ..CommandPalette::new(PaletteContent::Help) };
        help.selected = help.search_results(state).iter().position(|found| *found == entry).unwrap_or(0);
        let is_shown = |open: &CommandPalette| open.explains() && open.search.text() == entry.name;
        state.commands = Some(help).filter(|_| !state.commands.as_ref().is_some_and(is_shown));
        return;
    }
    (state.commands, state.overlay) = (None, None);
    state.recent.retain(|name| *name != entry.name);
    state.recent.insert(0, entry.name);
    state.recent.truncate(MAX_RECENT_COMMANDS);
    match entry.run {
        EntryAction::Action(action) => act(state, action, now),
        EntryAction::Layer(layer) => set_layer(state, layer, now),
        EntryAction::Program(program) => set_program(state, program, now),
        EntryAction::Model(name) => models::choose(state, &name),
        EntryAction::Step(number, step) => lesson::open_step(state, number, step, now),
        EntryAction::Export(_) if state.blocked_reason(Action::Export).is_some() => act(state, Action::Export, now),
        EntryAction::Export(format) => export::open(state, Some(format)),
        EntryAction::Nothing => {}
    }
}
