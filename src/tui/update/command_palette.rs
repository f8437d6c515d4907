//! Runs an entry of the command palette.

use std::time::Instant;

use super::act::act;
use super::effect::Effect;
use super::settings::{set_layer, set_program};
use super::{export, lesson, models};
use crate::tui::input::command_palette::EntryAction;
use crate::tui::input::editor::Editor;
use crate::tui::input::keymap::Action;
use crate::tui::state::State;
use crate::tui::state::overlay::{CommandPalette, PaletteContent};

/// Number of recently run commands to remember.
const MAX_RECENT_COMMANDS: usize = 8;

/// Closes the palette and the overlay below it, and runs the selected entry.
pub(super) fn run(state: &mut State, now: Instant) -> Vec<Effect> {
    let entry =
        state.commands.as_ref().and_then(|palette| palette.search_results(state).into_iter().nth(palette.selected));
    let Some(entry) = entry else { return Vec::new() };
    if entry.run == EntryAction::Nothing {
        // The help shows it in full, with all that mentions it; again closes the help.
        let mut help = CommandPalette { search: Editor::new(&entry.name), ..CommandPalette::new(PaletteContent::Help) };
        help.selected = help.search_results(state).iter().position(|found| *found == entry).unwrap_or(0);
        let is_shown = |open: &CommandPalette| open.explains() && open.search.text() == entry.name;
        state.commands = Some(help).filter(|_| !state.commands.as_ref().is_some_and(is_shown));
        return Vec::new();
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
        EntryAction::Nothing => Vec::new(),
    }
}
