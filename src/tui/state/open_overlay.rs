//! Access to the open overlay: opening, closing, and its state.

use super::State;
use super::export_prompt::ExportPrompt;
use super::overlay::{CommandPalette, Overlay, PaletteContent};
use super::picker::ModelPicker;
use crate::tui::input::editor::Editor;
use crate::tui::input::keymap::{Action, LessonAction};
use crate::tui::pairs::NoteDraft;

/// The content of each kind of overlay, if it is open, even below the command palette.
macro_rules! contents {
    ($($(#[$doc:meta])* $get:ident, $get_mut:ident: $kind:ident($content:ty);)*) => {
        impl State {
            $(
                $(#[$doc])*
                pub fn $get(&self) -> Option<&$content> {
                    if let Some(Overlay::$kind(content)) = &self.overlay { Some(content) } else { None }
                }

                $(#[$doc])*
                pub fn $get_mut(&mut self) -> Option<&mut $content> {
                    if let Some(Overlay::$kind(content)) = &mut self.overlay { Some(content) } else { None }
                }
            )*
        }
    };
}

contents! {
    /// The list of models.
    picker, picker_mut: Models(ModelPicker);
    /// The export prompt.
    prompt, prompt_mut: Export(ExportPrompt);
    /// The note prompt.
    note, note_mut: Note(NoteDraft);
    /// The guess prompt.
    guess_draft, guess_draft_mut: Guess(Editor);
}

impl State {
    /// Closes the command palette, or else the overlay.
    pub fn close_overlay(&mut self) {
        if self.commands.take().is_none() {
            self.overlay = None;
        }
    }

    /// Opens the command palette over a list or an export prompt; other overlays close.
    pub fn open_palette(&mut self, content: PaletteContent) {
        self.overlay.take_if(|overlay| !matches!(overlay, Overlay::Models(_) | Overlay::Export(_)));
        self.commands = Some(CommandPalette::new(content));
    }

    /// Whether an action for the screen is run, whatever covers it.
    pub fn accepts(&self, action: Action) -> bool {
        match (&self.commands, &self.overlay) {
            (Some(_), _) => {
                matches!(
                    action,
                    Action::Quit | Action::Suspend | Action::Redraw | Action::Lesson(LessonAction::Start(_))
                )
            }
            (None, overlay) => overlay.as_ref().is_none_or(|overlay| overlay.accepts(action)),
        }
    }
}
