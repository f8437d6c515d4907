//! The command palette: all commands, to search and to run; with explanations, it is the help.

pub mod glossary;
mod search;

use crate::tui::commands::Command;
use bertscope_analysis::Conventions;
use bertscope_report::export::Format;

pub(in crate::tui) use search::find;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaletteEntry {
    pub name: String,
    pub synonyms: String,
    /// The current value of a setting, or empty.
    pub value: String,
    /// The keys that do the same, or empty.
    pub keys: String,
    pub explanation: String,
    /// What Enter does.
    pub run: EntryAction,
}

/// The effect of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryAction {
    Command(Command),
    /// Score at a layer.
    Layer(usize),
    /// Score as a program does.
    Program(Conventions),
    /// Open a model by name.
    Model(String),
    /// Open a step of a lesson; both count from 0.
    Step(usize, usize),
    Export(Format),
    /// Nothing: a glossary entry, or a key of another scope.
    Nothing,
}
