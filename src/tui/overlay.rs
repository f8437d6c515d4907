//! What lies over the screen and has the keys: at most one thing.

use super::editor::Editor;
use super::export_prompt::Prompt;
use super::guess::GuessDraft;
use super::pairs_list::NoteDraft;
use super::picker::Picker;

/// An overlay.
#[derive(Debug, Clone)]
pub enum Overlay {
    /// Everything that can be done, to search and to run; also the help.
    Commands(CommandPalette),
    /// The list of models.
    Models(Picker),
    /// The line that asks for a file's name.
    Export(Prompt),
    /// The bottom line asks what to copy.
    Copy,
    /// The bottom line asks which lesson to start.
    Lessons,
    /// The line for a note to a pair of the file.
    Note(NoteDraft),
    /// The line for the room's guess.
    Guess(GuessDraft),
}

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
}
