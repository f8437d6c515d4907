//! The command palette: all commands, to search and to run; with explanations, it is the help.

pub mod glossary;
mod search;
mod table;

use super::keymap::Action;
use bertscope_analysis::Program;
use bertscope_report::export::Format;

pub(in crate::tui) use search::find;
pub use table::{COMMANDS, Command, command_name};

/// An entry of the palette.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaletteEntry {
    /// The name.
    pub name: String,
    /// Synonyms for the search.
    pub synonyms: String,
    /// The current value of a setting, or empty.
    pub value: String,
    /// The keys that do the same, or empty.
    pub keys: String,
    /// A description.
    pub explanation: String,
    /// What Enter does.
    pub run: EntryAction,
}

/// The effect of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryAction {
    /// Run the action of a key.
    Action(Action),
    /// Score at a layer.
    Layer(usize),
    /// Score as a program does.
    Program(Program),
    /// Open a model by name.
    Model(String),
    /// Open a step of a lesson; both count from 0.
    Step(usize, usize),
    /// Export in a format.
    Export(Format),
    /// Nothing: a glossary entry, or a key of another scope.
    Nothing,
}
