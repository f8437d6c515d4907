//! The overlay over the screen, which handles keys first; at most one is open, and the command palette over it.

use super::State;
use super::export_prompt::ExportPrompt;
use super::picker::ModelPicker;
use super::scene::PairsPart;
use crate::tui::commands::{Command, Reach};
use crate::tui::input::editor::Editor;
use crate::tui::pairs::NoteDraft;

#[derive(Debug, Clone)]
pub enum Overlay {
    Models(ModelPicker),
    Export(ExportPrompt),
    /// The copy menu on the bottom line.
    Copy,
    /// The note prompt of a pair.
    Note(NoteDraft),
    /// The prompt for the audience's guess.
    Guess(Editor),
}

impl Overlay {
    /// Edits its text, and updates what depends on the text.
    pub fn edit(&mut self, change: impl FnOnce(&mut Editor)) {
        let editor = match self {
            Self::Models(picker) => &mut picker.filter,
            Self::Export(prompt) => &mut prompt.name,
            Self::Note(note) => &mut note.editor,
            Self::Guess(editor) => editor,
            Self::Copy => return,
        };
        let before = editor.text().to_owned();
        change(editor);
        let changed = editor.text() != before;
        match self {
            Self::Models(picker) if changed => picker.on_filter_changed(),
            Self::Export(prompt) if changed => prompt.error = None,
            _ => {}
        }
    }
}

/// The open palette.
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

    /// Edits the search; the first result of a new search is selected.
    pub fn edit(&mut self, change: impl FnOnce(&mut Editor)) {
        let before = self.search.text().to_owned();
        change(&mut self.search);
        if self.search.text() != before {
            self.selected = 0;
        }
    }
}

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
        self.overlay
            .take_if(|overlay| !matches!(overlay, Overlay::Models(_) | Overlay::Export(_)));
        self.commands = Some(CommandPalette::new(content));
    }

    /// Edits the text of the command palette, or else of the overlay.
    pub fn edit_overlay(&mut self, change: impl FnOnce(&mut Editor)) {
        match (&mut self.commands, &mut self.overlay) {
            (Some(palette), _) => palette.edit(change),
            (None, Some(overlay)) => overlay.edit(change),
            (None, None) => {}
        }
        self.saving.unsaved |= self.note().is_some_and(NoteDraft::is_unsaved);
    }

    /// What covers the panes; a command has to reach that far.
    fn cover(&self) -> Reach {
        match (&self.commands, &self.overlay, self.scene.pairs) {
            (Some(_), ..) => Reach::Palette,
            (None, Some(Overlay::Models(_) | Overlay::Export(_)), _) => Reach::Prompts,
            (None, Some(Overlay::Copy | Overlay::Note(_) | Overlay::Guess(_)), _) => Reach::Always,
            (None, None, Some(PairsPart::Summary(_))) => Reach::Summary,
            (None, None, Some(PairsPart::List | PairsPart::Filter)) => Reach::Pairs,
            (None, None, None) => Reach::Panes,
        }
    }

    /// Whether a command is run, whatever covers the panes.
    pub fn accepts(&self, command: Command) -> bool {
        match (&self.overlay, command) {
            (Some(Overlay::Copy), Command::CopyAs(_)) => true,
            (Some(Overlay::Copy), Command::Close) => false,
            _ => command.reach() >= self.cover(),
        }
    }
}
