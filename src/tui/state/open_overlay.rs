//! Access to the open overlay: opening, closing, and its state.

use super::State;
use super::export_prompt::ExportPrompt;
use super::guess::GuessDraft;
use super::overlay::{CommandPalette, Overlay};
use super::picker::ModelPicker;
use crate::tui::pairs::NoteDraft;

impl State {
    /// The command palette, if it is open.
    #[must_use]
    pub fn commands(&self) -> Option<&CommandPalette> {
        match &self.overlay {
            Some(Overlay::Commands(palette)) => Some(palette),
            _ => None,
        }
    }

    /// The command palette, mutable.
    pub fn commands_mut(&mut self) -> Option<&mut CommandPalette> {
        match &mut self.overlay {
            Some(Overlay::Commands(palette)) => Some(palette),
            _ => None,
        }
    }

    /// The list of models, if it is open, even below the command palette.
    #[must_use]
    pub fn picker(&self) -> Option<&ModelPicker> {
        match self.lowest_overlay() {
            Some(Overlay::Models(picker)) => Some(picker),
            _ => None,
        }
    }

    /// The list of models, mutable.
    pub fn picker_mut(&mut self) -> Option<&mut ModelPicker> {
        match self.lowest_overlay_mut() {
            Some(Overlay::Models(picker)) => Some(picker),
            _ => None,
        }
    }

    /// The export prompt, if it is open, even below the command palette.
    #[must_use]
    pub fn prompt(&self) -> Option<&ExportPrompt> {
        match self.lowest_overlay() {
            Some(Overlay::Export(prompt)) => Some(prompt),
            _ => None,
        }
    }

    /// The export prompt, mutable.
    pub fn prompt_mut(&mut self) -> Option<&mut ExportPrompt> {
        match self.lowest_overlay_mut() {
            Some(Overlay::Export(prompt)) => Some(prompt),
            _ => None,
        }
    }

    /// The note prompt.
    #[must_use]
    pub fn note(&self) -> Option<&NoteDraft> {
        match &self.overlay {
            Some(Overlay::Note(note)) => Some(note),
            _ => None,
        }
    }

    /// The note prompt, mutable.
    pub fn note_mut(&mut self) -> Option<&mut NoteDraft> {
        match &mut self.overlay {
            Some(Overlay::Note(note)) => Some(note),
            _ => None,
        }
    }

    /// The guess prompt.
    #[must_use]
    pub fn guess_draft(&self) -> Option<&GuessDraft> {
        match &self.overlay {
            Some(Overlay::Guess(guess)) => Some(guess),
            _ => None,
        }
    }

    /// The guess prompt, mutable.
    pub fn guess_draft_mut(&mut self) -> Option<&mut GuessDraft> {
        match &mut self.overlay {
            Some(Overlay::Guess(guess)) => Some(guess),
            _ => None,
        }
    }

    /// Closes the export prompt, even below the command palette.
    pub fn take_prompt(&mut self) -> Option<ExportPrompt> {
        let prompt = self.prompt()?.clone();
        match &mut self.overlay {
            Some(Overlay::Commands(palette)) => palette.over = None,
            overlay => *overlay = None,
        }
        Some(prompt)
    }

    /// Closes the overlay. An overlay below the command palette gets the keys again, unchanged.
    pub fn close_overlay(&mut self) {
        self.overlay = match self.overlay.take() {
            Some(Overlay::Commands(palette)) => palette.over.map(|over| *over),
            _ => None,
        };
    }

    /// Opens the command palette over the current overlay.
    pub fn open_commands(&mut self, explains: bool) {
        let over = self.overlay.take().filter(|overlay| matches!(overlay, Overlay::Models(_) | Overlay::Export(_)));
        self.overlay =
            Some(Overlay::Commands(CommandPalette { over: over.map(Box::new), ..CommandPalette::new(explains) }));
    }

    fn lowest_overlay(&self) -> Option<&Overlay> {
        match &self.overlay {
            Some(Overlay::Commands(palette)) => palette.over.as_deref(),
            overlay => overlay.as_ref(),
        }
    }

    fn lowest_overlay_mut(&mut self) -> Option<&mut Overlay> {
        match &mut self.overlay {
            Some(Overlay::Commands(palette)) => palette.over.as_deref_mut(),
            overlay => overlay.as_mut(),
        }
    }
}
