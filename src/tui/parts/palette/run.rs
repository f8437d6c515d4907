//! Runs an entry of the command palette.

use crate::tui::commands::Command;
use crate::tui::common::editor::Editor;
use crate::tui::parts::palette::open_palette::{CommandPalette, EntryAction, PaletteContent};
use crate::tui::parts::settings::{set_conventions, set_layer};
use crate::tui::parts::{Layer, Part, export, lesson, opening};
use crate::tui::state::State;

/// Number of recently run commands to remember.
const MAX_RECENT_COMMANDS: usize = 8;

/// Closes the palette and the overlay below it, and runs the selected entry; returns the command that is left to do.
pub fn run(state: &mut State) -> Option<Command> {
    let palette = state.stack.palette()?;
    let entry = palette
        .search_results(state)
        .into_iter()
        .nth(palette.selected)?;
    if entry.run == EntryAction::Nothing {
        // The help shows it in full, with all that mentions it; again closes the help.
        let mut help = CommandPalette {
            search: Editor::field(&entry.name),
            ..CommandPalette::new(PaletteContent::Help)
        };
        help.selected = help
            .search_results(state)
            .iter()
            .position(|found| *found == entry)
            .unwrap_or(0);
        let is_shown = |open: &CommandPalette| open.explains() && open.search.text() == entry.name;
        if state.stack.palette().is_some_and(is_shown) {
            state.close(Layer::Palette);
        } else {
            state.open(Part::Palette(help));
        }
        return None;
    }
    state.close(Layer::Palette);
    state.close(Layer::Prompt);
    state.recent.retain(|name| *name != entry.name);
    state.recent.insert(0, entry.name);
    state.recent.truncate(MAX_RECENT_COMMANDS);
    match entry.run {
        EntryAction::Command(command) => return Some(command),
        EntryAction::Layer(layer) => set_layer(state, layer),
        EntryAction::Program(conventions) => set_conventions(state, conventions),
        EntryAction::Model(name) => opening::choose(state, &name),
        EntryAction::Step(number, step) => lesson::open_step(state, number, step),
        EntryAction::Export(_) if state.blocked_reason(Command::Export).is_some() => {
            return Some(Command::Export);
        }
        EntryAction::Export(format) => export::open(state, Some(format)),
        EntryAction::Nothing => {}
    }
    None
}
