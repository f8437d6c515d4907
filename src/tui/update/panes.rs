//! Which part of the screen has the focus.

use crate::tui::focus::Focus;
use crate::tui::state::State;
use bertscope_analysis::Side;

/// Takes the focus from the panel where none is drawn.
pub(super) fn keep_focus_on_screen(state: &mut State) {
    if state.focus == Focus::Panel && !state.has_panel() {
        state.focus = Focus::Matrix;
    }
}

/// Leaves a text box, so that plain letters are keys: a scene has begun in which they lead on.
pub(super) fn free_letters(state: &mut State) {
    if let Focus::Text(_) = state.focus {
        state.focus = Focus::Matrix;
    }
}

/// Moves the focus to the next part of the screen, or to the one before.
pub(super) fn focus(state: &mut State, forward: bool) {
    let panes = [Focus::Text(Side::Reference), Focus::Text(Side::Candidate), Focus::Matrix, Focus::Panel];
    let panes = &panes[..if state.has_panel() { 4 } else { 3 }];
    let here = panes.iter().position(|p| *p == state.focus).unwrap_or(0);
    let step = if forward { 1 } else { panes.len() - 1 };
    state.focus = panes[(here + step) % panes.len()];
    if let Focus::Text(side) = state.focus {
        state.last_text = side;
    }
}
