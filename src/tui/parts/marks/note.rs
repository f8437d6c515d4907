//! The note that is being written. It is saved while it is typed; closing without Enter restores the old one.

use crate::tui::common::Editor;
use bertscope_pair_list::{PairsList, Tag};

/// A note that is being written.
#[derive(Debug, Clone)]
pub struct NoteDraft {
    /// Index of its pair.
    pub item: usize,
    /// Its text box.
    pub editor: Editor,
    /// The note in the marks file.
    saved: String,
}

impl NoteDraft {
    /// The note prompt of a pair, with its current note.
    pub fn new(list: &PairsList, item: usize) -> Self {
        let note = list.tags.get(&item).map_or("", |tag| &tag.note);
        Self {
            item,
            editor: Editor::field(note),
            saved: note.trim().to_owned(),
        }
    }

    /// The note as it is stored.
    pub fn text(&self) -> &str {
        self.editor.text().trim()
    }

    /// Whether the marks file has a different text.
    pub fn is_unsaved(&self) -> bool {
        self.text() != self.saved
    }

    /// Marks the note as saved; returns whether it was not.
    pub fn mark_saved(&mut self) -> bool {
        let unsaved = self.is_unsaved();
        self.saved = self.text().to_owned();
        unsaved
    }

    /// Whether the marks file has a part of it that closing the prompt removes.
    pub fn is_partly_saved(&self, list: &PairsList) -> bool {
        self.saved != list.tags.get(&self.item).map_or("", |tag| &tag.note).trim()
    }

    /// The tag of its pair with the current text of the note.
    pub fn tag(&self, list: &PairsList) -> Tag {
        let tag = list.tags.get(&self.item).cloned().unwrap_or_default();
        Tag {
            note: self.text().to_owned(),
            ..tag
        }
    }
}
