//! The command palette: typing searches, arrows choose, Enter runs.

use std::time::Instant;

use crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};

use super::act::act;
use super::effect::{Effect, KeyOutcome};
use super::settings::set_layer;
use super::typing::edit_line;
use super::{export, lesson, models};
use crate::tui::input::command_palette::EntryAction;
use crate::tui::input::keymap::{Action, Scope, action};
use crate::tui::layout::list::ListHit;
use crate::tui::layout::lists::hit_commands;
use crate::tui::state::State;
use crate::tui::state::overlay::CommandPalette;

/// Number of recently run commands to remember.
const MAX_RECENT_COMMANDS: usize = 8;

/// While the palette is open, it handles all keys except those that quit, suspend or redraw the program.
pub(super) fn handle_key(state: &mut State, key: KeyEvent, now: Instant) -> KeyOutcome {
    let asked = action(key, Scope::Commands);
    let count = state.commands().map_or(0, |palette| palette.search_results(state).len());
    let Some(palette) = state.commands_mut() else { return KeyOutcome::DONE };
    match asked {
        Some(Action::RunCommand) => return KeyOutcome::Handled(run(state, now)),
        Some(Action::CloseCommands) => state.close_overlay(),
        Some(Action::Pick(by)) => step(palette, by, count),
        Some(Action::PickEnd(last)) => palette.selected = if last { count.saturating_sub(1) } else { 0 },
        Some(global @ (Action::Quit | Action::Suspend | Action::Redraw)) => return KeyOutcome::Global(global),
        _ => {
            let before = palette.search.text().to_owned();
            edit_line(&mut palette.search, asked, key);
            if palette.search.text() != before {
                palette.selected = 0;
            }
        }
    }
    KeyOutcome::DONE
}

/// Handles text pasted into the search.
pub(super) fn handle_paste(state: &mut State, text: &str) {
    if let Some(palette) = state.commands_mut() {
        palette.search.insert(text.trim_end_matches(['\r', '\n']));
        palette.selected = 0;
    }
}

/// A click selects an entry, a click on the selected entry runs it, and a click outside closes the palette.
pub(super) fn handle_mouse(state: &mut State, event: MouseEvent, now: Instant) -> Vec<Effect> {
    let Some(palette) = state.commands() else { return Vec::new() };
    let found = hit_commands(state, palette, event.column, event.row);
    let count = palette.search_results(state).len();
    let Some(palette) = state.commands_mut() else { return Vec::new() };
    match (event.kind, found) {
        (MouseEventKind::ScrollDown, _) => step(palette, 3, count),
        (MouseEventKind::ScrollUp, _) => step(palette, -3, count),
        (MouseEventKind::Down(MouseButton::Left), ListHit::Row(row)) if row == palette.selected => {
            return run(state, now);
        }
        (MouseEventKind::Down(MouseButton::Left), ListHit::Row(row)) => palette.selected = row,
        (MouseEventKind::Down(_), ListHit::Outside) => state.close_overlay(),
        _ => {}
    }
    Vec::new()
}

fn step(palette: &mut CommandPalette, by: i16, count: usize) {
    let last = count.saturating_sub(1);
    palette.selected = palette.selected.min(last).saturating_add_signed(by.into()).min(last);
}

/// Closes the palette and the overlay below it, and runs the selected entry.
fn run(state: &mut State, now: Instant) -> Vec<Effect> {
    let entry = state.commands().and_then(|palette| palette.search_results(state).into_iter().nth(palette.selected));
    let Some(entry) = entry.filter(|entry| entry.run != EntryAction::Nothing) else { return Vec::new() };
    state.overlay = None;
    state.recent.retain(|name| *name != entry.name);
    state.recent.insert(0, entry.name);
    state.recent.truncate(MAX_RECENT_COMMANDS);
    match entry.run {
        EntryAction::Action(action) => act(state, action, now),
        EntryAction::Layer(layer) => set_layer(state, layer, now),
        EntryAction::Model(name) => models::choose(state, &name),
        EntryAction::Step(number, step) => lesson::open_step(state, number, step, now),
        EntryAction::Export(_) if state.blocked_reason(Action::Export).is_some() => act(state, Action::Export, now),
        EntryAction::Export(format) => export::open_as(state, format),
        EntryAction::Nothing => Vec::new(),
    }
}
