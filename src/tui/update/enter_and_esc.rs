//! What Enter and Esc do, wherever they are pressed: Enter opens, runs or writes what is selected; Esc leaves what is innermost.

use std::time::Instant;

use super::focus::leave_text;
use super::status::show_status;
use super::{explanation_panel, export, lesson, models, overlay, pairs, walkthrough};
use crate::tui::commands::{Command, Focus, Scope};
use crate::tui::state::State;
use crate::tui::state::stack::{Layer, Part};

/// Handles Enter; returns the command that was chosen in the palette.
pub(super) fn accept(state: &mut State, now: Instant) -> Option<Command> {
    match state.scope() {
        Scope::Commands | Scope::Lessons => return overlay::run(state, now),
        Scope::Picker => models::choose_selected(state),
        Scope::Export => export::write(state),
        Scope::Guess => lesson::keep_guess(state),
        Scope::Note => pairs::write_note(state),
        Scope::Summary => pairs::list_word(state),
        Scope::Pairs | Scope::Filter => pairs::open_selected(state, now),
        _ => explanation_panel::follow(state, now),
    }
    None
}

/// Handles Esc in an overlay or the list of pairs. A note stays as it was, the summary and the filter lead back to the list, and
/// the list loses its filter before it closes.
pub(super) fn close(state: &mut State) {
    match state.scope() {
        Scope::Export => export::close(state),
        Scope::Note => close_note(state),
        Scope::Filter | Scope::Summary => state.stack.replace(Part::List),
        Scope::Pairs => match &mut state.pairs {
            Some(list) if !list.filter.text().is_empty() => {
                list.edit_filter(|filter| filter.replace(""));
                show_status(
                    state,
                    "The filter is cleared: Esc again goes back to the pair.",
                );
            }
            _ => state.toggle_list(),
        },
        _ => state.close_overlay(),
    }
}

/// Closes the note; the file gets the earlier one again if it has a part of this one.
fn close_note(state: &mut State) {
    let draft = state.stack.close(Layer::Prompt);
    if let (Some(Part::Note(draft)), Some(list)) = (draft, &state.pairs)
        && draft.is_partly_saved(list)
    {
        pairs::save(state);
    }
}

/// Handles Esc on the screen, which leaves what is innermost: a text, the derivation, the panel. In the matrix, says how to leave a walkthrough or lesson.
pub(super) fn leave(state: &mut State) {
    let before = state.focus;
    if !matches!(before, Focus::Text(_)) && state.panel_mut().derivation.take().is_some() {
        return;
    }
    leave_text(state);
    let way_out = if state.walkthrough().is_some() {
        walkthrough::way_out(state)
    } else {
        lesson::way_out(state)
    };
    if let Some(way_out) = way_out.filter(|_| state.focus == before) {
        show_status(state, format!("{way_out}."));
    }
}
