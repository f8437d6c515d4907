//! The note that is being written: it is saved while it is typed, and taken back when it is closed without Enter.

use super::{PairsList, Tag};
use crate::tui::editor::Editor;

/// A note that is being written.
#[derive(Debug, Clone)]
pub struct NoteDraft {
    /// Its line.
    pub editor: Editor,
    /// What the marks file has.
    saved: String,
}

impl NoteDraft {
    /// The line for a note, with what was written before.
    #[must_use]
    pub fn new(note: &str) -> Self {
        Self { editor: Editor::new(note), saved: note.trim().to_owned() }
    }

    /// The note as it is kept.
    #[must_use]
    pub fn text(&self) -> &str {
        self.editor.text().trim()
    }

    /// Whether the marks file has another text.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        self.text() != self.saved
    }
}

impl PairsList {
    /// Marks the note that is being written as saved; whether it was not.
    pub fn save_note(&mut self) -> bool {
        let Some(draft) = self.note.as_mut().filter(|draft| draft.is_unsaved()) else { return false };
        draft.saved = draft.text().to_owned();
        true
    }

    /// Closes the line for the note without it; whether the marks file has a part of it.
    pub fn drop_note(&mut self) -> bool {
        let Some(draft) = self.note.take() else { return false };
        let kept = self.target().and_then(|item| self.tags.get(&item)).map_or("", |tag| &tag.note);
        draft.saved != kept.trim()
    }

    /// The pair to which a note is being written, and its tag with the note.
    pub(super) fn drafted(&self) -> Option<(usize, Tag)> {
        let (draft, index) = (self.note.as_ref()?, self.target()?);
        let tag = self.tags.get(&index).cloned().unwrap_or_default();
        Some((index, Tag { note: draft.text().to_owned(), ..tag }))
    }
}
