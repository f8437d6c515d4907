//! Marks and notes: the note that is being written, and the file that has them. A note is saved while it is typed; closing
//! without Enter restores the old one.

use crate::tui::common::Editor;
use crate::tui::context::Effect;
use crate::tui::parts::{Layer, Part};
use crate::tui::state::State;
use bertscope_pair_list::{PairsEffect, PairsList, Tag};

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

/// Writes the marks file, with the note that is being written.
pub fn save(state: &mut State) {
    let Some(list) = &state.pairs else { return };
    let marks = list.marks(state.stack.note().map(|note| (note.item, note.tag(list))));
    state.effects.push(Effect::Pairs(PairsEffect::Save(marks)));
}

/// Saves the note that is being written, in its current state.
pub fn save_note(state: &mut State) -> Vec<Effect> {
    if state.stack.note_mut().is_some_and(NoteDraft::mark_saved) {
        save(state);
    }
    std::mem::take(&mut state.effects)
}

pub fn write_note(state: &mut State) {
    let draft = state.close(Layer::Prompt);
    let (Some(Part::Note(draft)), Some(list)) = (draft, &mut state.pairs) else {
        return;
    };
    list.update_tag(draft.item, |tag| draft.text().clone_into(&mut tag.note));
    save(state);
}

/// Closes the note; the file gets the earlier one again if it has a part of this one.
pub fn close_note(state: &mut State) {
    let draft = state.close(Layer::Prompt);
    if let (Some(Part::Note(draft)), Some(list)) = (draft, &state.pairs)
        && draft.is_partly_saved(list)
    {
        save(state);
    }
}
