//! The overlay over the screen, which handles keys first; at most one is open.

use super::export_prompt::ExportPrompt;
use super::guess::GuessDraft;
use super::picker::ModelPicker;
use crate::tui::input::editor::Editor;
use crate::tui::pairs::NoteDraft;

/// An overlay.
#[derive(Debug, Clone)]
pub enum Overlay {
    /// The command palette or the help.
    Commands(CommandPalette),
    /// The list of models.
    Models(ModelPicker),
    /// The export prompt.
    Export(ExportPrompt),
    /// The copy menu on the bottom line.
    Copy,
    /// The lessons menu on the bottom line.
    Lessons,
    /// The note prompt of a pair.
    Note(NoteDraft),
    /// The prompt for the audience's guess.
    Guess(GuessDraft),
}

/// The open palette.
#[derive(Debug, Clone)]
pub struct CommandPalette {
    /// The search.
    pub search: Editor,
    /// Index of the selected entry among the results.
    pub selected: usize,
    /// Whether it is the help: each entry has a line of explanation, and keys that only move or edit have entries too.
    pub explains: bool,
    /// The overlay below it.
    pub over: Option<Box<Overlay>>,
}

impl CommandPalette {
    /// A palette with an empty search.
    #[must_use]
    pub fn new(explains: bool) -> Self {
        Self { search: Editor::new(""), selected: 0, explains, over: None }
    }
}
