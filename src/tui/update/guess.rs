//! The prompt for the audience's guess.

use super::effect::Effect;
use super::status::show_failure;
use crate::tui::input::editor::Editor;
use crate::tui::state::State;
use crate::tui::state::guess::Guess;
use crate::tui::state::overlay::Overlay;
use bertscope_analysis::Side;

/// Opens the prompt.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    let typed = state.inspection().guess.as_ref().map_or_else(String::new, Guess::typed);
    state.overlay = Some(Overlay::Guess(Editor::new(&typed)));
    Vec::new()
}

/// Saves the guess. An invalid one stays in the prompt.
pub(super) fn keep(state: &mut State) -> Vec<Effect> {
    let Some(typed) = state.guess_draft().map(|draft| draft.text().trim().to_owned()) else { return Vec::new() };
    let guess = match Guess::parse(&typed, state.competing_texts(Side::Candidate).len()) {
        _ if typed.is_empty() => None,
        Ok(guess) => Some(guess),
        Err(why) => return show_failure(state, why),
    };
    state.inspection_mut().guess = guess;
    state.close_overlay();
    Vec::new()
}
