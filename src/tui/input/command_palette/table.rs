//! The commands with a key, with their names and synonyms for the search.

use std::sync::LazyLock;

use crate::tui::input::keymap::{Action, Scope, action, key};

/// An action with its name, synonyms and description.
#[derive(Debug)]
pub struct Command {
    /// The action.
    pub action: Action,
    /// The name.
    pub name: &'static str,
    /// Synonyms for the search.
    pub synonyms: &'static str,
    /// The description.
    pub explanation: &'static str,
}

/// All commands, in the order of an empty search: the rows of `commands.tsv`.
pub static COMMANDS: LazyLock<Vec<Command>> =
    LazyLock::new(|| include_str!("commands.tsv").lines().map(|row| command(row).expect(row)).collect());

/// A row: a key of the command in the matrix, or in the copy menu or the list of pairs; name, synonyms, description.
fn command(row: &'static str) -> Option<Command> {
    let &[place, name, synonyms, explanation] = &*row.split('\t').collect::<Vec<_>>() else { return None };
    let (scope, pressed) = match place.split_once(' ') {
        Some(("Copy", pressed)) => (Scope::Copy, pressed),
        Some(("Pairs", pressed)) => (Scope::Pairs, pressed),
        _ => (Scope::Matrix, place),
    };
    Some(Command { action: action(key(pressed)?, scope)?, name, synonyms, explanation })
}

/// The name of an action, if it is a command.
pub fn command_name(action: Action) -> Option<&'static str> {
    COMMANDS.iter().find(|command| command.action == action).map(|command| command.name)
}
