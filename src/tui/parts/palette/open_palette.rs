//! An open palette: what it lists, its search and its selection; and an entry, with what it runs.

use crate::tui::commands::{Command, Flag};
use crate::tui::common::Editor;
use bertscope_analysis::Conventions;

#[derive(Debug, Clone)]
pub struct CommandPalette {
    pub search: Editor,
    /// Index of the selected entry among the results.
    pub selected: usize,
    /// What it lists.
    pub content: PaletteContent,
}

/// What the palette lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaletteContent {
    /// Everything that can be run, and the glossary.
    Commands,
    /// The same with explanations: the help. Keys that only move or edit have entries too.
    Help,
    /// Lessons and their steps.
    Lessons,
}

impl CommandPalette {
    /// A palette with an empty search.
    pub fn new(content: PaletteContent) -> Self {
        Self {
            search: Editor::field(""),
            selected: 0,
            content,
        }
    }

    /// Whether each entry has lines of explanation.
    pub fn explains(&self) -> bool {
        self.content == PaletteContent::Help
    }
}

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

impl PaletteEntry {
    /// Whether the help begins with it.
    pub fn is_first(&self) -> bool {
        matches!(self.run, EntryAction::Command(command) if command.is(Flag::First))
    }
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
    /// Nothing: a glossary entry, or a key of another scope.
    Nothing,
}
