//! Saves marks and notes.

use super::super::effect::Effect;
use crate::tui::pairs::{NoteDraft, PairsEffect};
use crate::tui::state::State;
use crate::tui::state::overlay::Overlay;

/// Writes the marks file, with the note that is being written.
pub fn save(state: &State) -> Vec<Effect> {
    let Some(list) = &state.pairs else { return Vec::new() };
    vec![Effect::Pairs(PairsEffect::Save(list.marks(state.note())))]
}

/// Saves the note that is being written, in its current state.
pub fn save_note(state: &mut State) -> Vec<Effect> {
    if state.note_mut().is_some_and(NoteDraft::mark_saved) { save(state) } else { Vec::new() }
}

pub fn write_note(state: &mut State) -> Vec<Effect> {
    let (Some(Overlay::Note(draft)), Some(list)) = (state.overlay.take(), &mut state.pairs) else { return Vec::new() };
    list.update_tag(draft.item, |tag| draft.text().clone_into(&mut tag.note));
    save(state)
}
