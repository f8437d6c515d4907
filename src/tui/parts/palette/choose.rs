//! Chooses an entry of the command palette.

use super::open_palette::{CommandPalette, EntryAction, PaletteContent};
use crate::tui::common::Editor;
use crate::tui::parts::{Layer, Part};
use crate::tui::state::State;

/// Number of recently run commands to remember.
const MAX_RECENT_COMMANDS: usize = 8;

/// Closes the palette and the overlay below it, and returns what the selected entry does; shows the help of an entry that does
/// nothing.
pub fn choose(state: &mut State) -> Option<EntryAction> {
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
    Some(entry.run)
}
