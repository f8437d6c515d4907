//! Search results of the command palette.

use super::super::overlay::CommandPalette;
use super::super::state::State;
use super::Entry;
use super::list::all;
use super::search::find;

impl CommandPalette {
    /// The search results, best first.
    #[must_use]
    pub fn found(&self, state: &State) -> Vec<Entry> {
        find(&all(state, self.explains), self.search.text(), !self.explains, &state.recent)
    }
}
