//! The focus: the part of the screen that keys belong to.

use crate::tui::commands::Focus;
use crate::tui::root::state::State;
use bertscope_analysis::Side;

/// Moves the focus away from a panel that is not drawn, or a matrix that does not exist yet.
pub fn keep_focus_on_screen(state: &mut State) {
    match state.focus {
        Focus::Panel if !state.has_panel() => state.focus = Focus::Matrix,
        Focus::Matrix if state.main_picture().is_none() => state.focus = Focus::Panel,
        Focus::Text(_) | Focus::Matrix | Focus::Panel => {}
    }
}

/// Leaves a text box, so that plain letters are keys: a scene has started that is controlled by them.
pub fn free_letters(state: &mut State) {
    if let Focus::Text(_) = state.focus {
        leave_text(state);
    }
}

/// Moves from a text box to the area below it.
pub fn leave_text(state: &mut State) {
    state.focus = Focus::Matrix;
    keep_focus_on_screen(state);
}

/// Moves the focus to the next or previous part of the screen.
pub fn focus(state: &mut State, forward: bool) {
    let texts = [Focus::Text(Side::Reference), Focus::Text(Side::Candidate)];
    let matrix = Some(Focus::Matrix).filter(|_| state.main_picture().is_some());
    let panel = Some(Focus::Panel).filter(|_| state.has_panel());
    let panes: Vec<Focus> = texts.into_iter().chain(matrix).chain(panel).collect();
    let here = panes.iter().position(|p| *p == state.focus).unwrap_or(0);
    let step = if forward { 1 } else { panes.len() - 1 };
    state.focus = panes[(here + step) % panes.len()];
    if let Focus::Text(side) = state.focus {
        enter_text(state, side);
    }
}

/// Moves to a text box.
pub fn enter_text(state: &mut State, side: Side) {
    (state.focus, state.last_text) = (Focus::Text(side), side);
}
