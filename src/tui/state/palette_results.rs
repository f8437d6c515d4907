//! Search results of the command palette.

use super::super::state::State;
use super::overlay::CommandPalette;
use super::palette_entries::all;
use crate::tui::input::command_palette::PaletteEntry;
use crate::tui::input::command_palette::find;

impl CommandPalette {
    /// The search results, best first.
    #[must_use]
    pub fn search_results(&self, state: &State) -> Vec<PaletteEntry> {
        find(&all(state, self.explains), self.search.text(), !self.explains, &state.recent)
    }
}
