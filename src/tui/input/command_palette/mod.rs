//! The command palette: all commands, to search and to run; with explanations, it is the help.

use crate::tui::input::keymap::{Action, Scope, action, key};
use std::sync::LazyLock;

pub mod glossary;
mod search;

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
    /// Run the action of a key.
    Action(Action),
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

/// An action with its name, synonyms and description.
#[derive(Debug)]
pub struct Command {
    pub action: Action,
    pub name: &'static str,
    pub synonyms: &'static str,
    pub explanation: &'static str,
}

/// All commands, in the order of an empty search: the rows of `commands.tsv`.
pub static COMMANDS: LazyLock<Vec<Command>> = LazyLock::new(|| {
    include_str!("commands.tsv")
        .lines()
        .map(|row| command(row).expect(row))
        .collect()
});

/// A row: a key of the command in the matrix, or in the copy menu, the list of pairs or a text; name, synonyms, description.
fn command(row: &'static str) -> Option<Command> {
    let &[place, name, synonyms, explanation] = &*row.split('\t').collect::<Vec<_>>() else {
        return None;
    };
    let (scope, pressed) = match place.split_once(' ') {
        Some(("Copy", pressed)) => (Scope::Copy, pressed),
        Some(("Pairs", pressed)) => (Scope::Pairs, pressed),
        Some(("Text", pressed)) => (Scope::Text, pressed),
        _ => (Scope::Matrix, place),
    };
    Some(Command {
        action: action(key(pressed)?, scope)?,
        name,
        synonyms,
        explanation,
    })
}

/// The name of an action, if it is a command.
pub fn command_name(action: Action) -> Option<&'static str> {
    COMMANDS
        .iter()
        .find(|command| command.action == action)
        .map(|command| command.name)
}
