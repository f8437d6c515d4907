//! Saves marks and notes.

pub mod note;

use self::note::NoteDraft;
use crate::tui::context::Effect;
use crate::tui::parts::{Layer, Part};
use crate::tui::state::State;
use bertscope_pair_list::PairsEffect;

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
