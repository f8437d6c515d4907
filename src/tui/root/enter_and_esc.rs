//! What Enter and Esc do, wherever they are pressed: Enter opens, runs or writes what is selected; Esc leaves what is innermost.

use crate::tui::commands::{Command, Focus};
use crate::tui::parts::{export, lesson, opening, pairs, panel, walkthrough};
use crate::tui::root::focus::leave_text;
use crate::tui::root::overlay;
use crate::tui::root::stack::{Layer, Part};
use crate::tui::root::state::State;

/// Handles Enter; returns the command that was chosen in the palette.
pub fn accept(state: &mut State) -> Option<Command> {
    match state.stack.top() {
        Some(Part::Palette(_)) => return overlay::run(state),
        Some(Part::Models(_)) => opening::choose_selected(state),
        Some(Part::Export(_)) => export::write(state),
        Some(Part::Guess(_)) => lesson::keep_guess(state),
        Some(Part::Note(_)) => pairs::write_note(state),
        Some(Part::Summary(_)) => pairs::list_word(state),
        Some(Part::List | Part::Filter(_)) => pairs::open_selected(state),
        _ => panel::follow(state),
    }
    None
}

/// Handles Esc in an overlay or the list of pairs. A note stays as it was, the summary and the filter lead back to the list, and
/// the list loses its filter before it closes.
pub fn close(state: &mut State) {
    match state.stack.top() {
        Some(Part::Export(_)) => export::close(state),
        Some(Part::Note(_)) => close_note(state),
        Some(Part::Filter(_) | Part::Summary(_)) => state.replace(Part::List),
        Some(Part::List) => match &mut state.pairs {
            Some(list) if !list.filter.is_empty() => {
                list.set_filter("");
                state.say("The filter is cleared: Esc again goes back to the pair.");
            }
            _ => state.toggle_list(),
        },
        _ => state.close_overlay(),
    }
}

/// Closes the note; the file gets the earlier one again if it has a part of this one.
fn close_note(state: &mut State) {
    let draft = state.close(Layer::Prompt);
    if let (Some(Part::Note(draft)), Some(list)) = (draft, &state.pairs)
        && draft.is_partly_saved(list)
    {
        pairs::save(state);
    }
}

/// Handles Esc on the screen, which leaves what is innermost: a text, the derivation, the panel. In the matrix, says how to leave a walkthrough or lesson.
pub fn leave(state: &mut State) {
    let before = state.focus;
    if !matches!(before, Focus::Text(_)) && state.panel_mut().derivation.take().is_some() {
        return;
    }
    leave_text(state);
    let way_out = if state.is_staged() {
        walkthrough::way_out(state)
    } else {
        lesson::way_out(state)
    };
    if let Some(way_out) = way_out.filter(|_| state.focus == before) {
        state.say(format!("{way_out}."));
    }
}
