//! The note that is being written: it is saved while it is typed, and taken back when it is closed without Enter.

use super::{PairsList, Tag};
use crate::tui::editor::Editor;

/// A note that is being written.
#[derive(Debug, Clone)]
pub struct NoteDraft {
    /// Index of the pair it is for.
    pub item: usize,
    /// Its line.
    pub editor: Editor,
    /// What the marks file has.
    saved: String,
}

impl NoteDraft {
    /// The line for a note to a pair of the list, with what was written before.
    #[must_use]
    pub fn new(list: &PairsList, item: usize) -> Self {
        let note = list.tags.get(&item).map_or("", |tag| &tag.note);
        Self { item, editor: Editor::new(note), saved: note.trim().to_owned() }
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

    /// Takes the note as saved from here on; whether it was not.
    pub fn mark_saved(&mut self) -> bool {
        let unsaved = self.is_unsaved();
        self.saved = self.text().to_owned();
        unsaved
    }

    /// Whether the marks file has a part of it that closing the line takes back.
    #[must_use]
    pub fn is_partly_saved(&self, list: &PairsList) -> bool {
        self.saved != list.tags.get(&self.item).map_or("", |tag| &tag.note).trim()
    }

    /// The tag of its pair with the note as it is.
    pub(super) fn tag(&self, list: &PairsList) -> Tag {
        let tag = list.tags.get(&self.item).cloned().unwrap_or_default();
        Tag { note: self.text().to_owned(), ..tag }
    }
}
