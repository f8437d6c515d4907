//! The command palette: everything that can be done, to search by name and to run; with explanations it is the help.

mod found;
mod list;
mod search;
mod table;

use super::keymap::Action;
use bertscope_report::export::Format;

pub use list::all;
pub use table::{COMMANDS, name_of};

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
