//! The command palette: everything that can be done, to search by name and to run; with explanations it is the help.

mod list;
mod search;
mod table;

use super::editor::Editor;
use super::keymap::Action;
use super::overlay::Overlay;
use super::state::State;
use bertscope_report::export::Format;

pub use list::all;
pub use table::{COMMANDS, name_of};

/// The open palette.
#[derive(Debug, Clone)]
pub struct CommandPalette {
    /// What is searched for.
    pub search: Editor,
    /// Index of the selected entry among those found.
    pub selected: usize,
    /// Whether every entry has a line of explanation, and keys that only move or edit have entries too: the help.
    pub explains: bool,
    /// What it was opened over.
    pub over: Option<Box<Overlay>>,
}

impl CommandPalette {
    /// One in which nothing is searched yet.
    #[must_use]
    pub fn new(explains: bool) -> Self {
        Self { search: Editor::new(""), selected: 0, explains, over: None }
    }

    /// What the search finds, best first.
    #[must_use]
    pub fn found(&self, state: &State) -> Vec<Entry> {
        search::find(&all(state, self.explains), self.search.text(), !self.explains, &state.recent)
    }
}

/// An entry of the palette.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What it is called.
    pub name: String,
    /// Other words that people search for.
    pub synonyms: String,
    /// The present value of a setting; empty for none.
    pub value: String,
    /// The keys that do the same; empty for none.
    pub keys: String,
    /// A sentence about it.
    pub explanation: String,
    /// What Enter does.
    pub run: Run,
}

/// What running an entry does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run {
    /// What a key does.
    Action(Action),
    /// Compute at a layer.
    Layer(usize),
    /// Open a model by its name.
    Model(String),
    /// Open a step of a lesson, both from 0.
    Step(usize, usize),
    /// Export in a format.
    Export(Format),
    /// Nothing: a word with its meaning, or a key of another place.
    Nothing,
}
