//! Search results of the command palette.

use super::super::overlay::CommandPalette;
use super::super::state::State;
use super::PaletteEntry;
use super::entries::all;
use super::search::find;

impl CommandPalette {
    /// The search results, best first.
    #[must_use]
    pub fn search_results(&self, state: &State) -> Vec<PaletteEntry> {
        find(&all(state, self.explains), self.search.text(), !self.explains, &state.recent)
    }
}
