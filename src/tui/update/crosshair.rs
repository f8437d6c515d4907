//! The focus between the parts of the screen, and the cell under the crosshair.

use crate::tui::input::keymap::{CrosshairAction, Focus};
use crate::tui::input::moved;
use crate::tui::layout::geometry::HeatmapGeometry;
use crate::tui::layout::screen::{Screen, inside};
use crate::tui::state::State;
use crate::tui::state::matrix::CellPosition;
use bertscope_analysis::Side;

/// Moves the crosshair to a cell that has a row and a column.
pub(super) fn keep_cell(state: &mut State) {
    if state.results.analysis.is_none() {
        return;
    }
    let nearest =
        |shown: &[usize], wanted: usize| shown.iter().copied().min_by_key(|&i| i.abs_diff(wanted)).unwrap_or(0);
    state.display_mut().cell = CellPosition {
        candidate: nearest(&state.shown_tokens(Side::Candidate), state.display().cell.candidate),
        reference: nearest(&state.shown_tokens(Side::Reference), state.display().cell.reference),
    };
}

pub(super) fn move_cell(state: &mut State, action: CrosshairAction) {
    let Some(analysis) = state.results.analysis.clone() else { return };
    let matrix = Screen::current(state).and_then(|screen| HeatmapGeometry::compute(state, inside(screen.matrix?)));
    let is_folded = matrix.is_some_and(|matrix| matrix.is_folded);
    let tokens = if is_folded { State::unfolded_tokens } else { State::shown_tokens };
    let [rows, columns] = [Side::Candidate, Side::Reference].map(|side| tokens(state, side));
    if rows.is_empty() || columns.is_empty() {
        return;
    }
    let step = |shown: &[usize], at: usize, by: isize| {
        let here = shown.iter().position(|&i| i == at).unwrap_or(0);
        shown[moved(here, by, shown.len())]
    };
    let matches = &analysis.matches;
    let mut cell = state.display().cell;
    match action {
        CrosshairAction::Move(down, right) => {
            cell.candidate = step(&rows, cell.candidate, down);
            cell.reference = step(&columns, cell.reference, right);
        }
        CrosshairAction::RowBest => {
            cell.reference = matches.candidate.get(cell.candidate).map_or(cell.reference, |best| best.token);
        }
        CrosshairAction::ColumnBest => {
            cell.candidate = matches.reference.get(cell.reference).map_or(cell.candidate, |best| best.token);
        }
    }
    choose_cell(state, cell);
}

/// Moves the crosshair to a cell that the user has chosen.
pub(super) fn choose_cell(state: &mut State, cell: CellPosition) {
    let display = state.display_mut();
    (display.cell, display.is_cell_chosen) = (cell, true);
    keep_cell(state);
}

/// Moves the crosshair to a token and its best match.
pub(super) fn choose_token(state: &mut State, side: Side, token: usize) {
    let Some(matches) = state.results.analysis.as_ref().map(|analysis| &analysis.matches) else { return };
    let found = side.pick(&matches.reference, &matches.candidate).get(token).map(|found| found.token);
    if let Some([reference, candidate]) = found.map(|found| side.pick([token, found], [found, token])) {
        choose_cell(state, CellPosition { candidate, reference });
    }
}

/// Moves the focus away from a panel that is not drawn, or a matrix that does not exist yet.
pub(super) fn keep_focus_on_screen(state: &mut State) {
    match state.focus {
        Focus::Panel if !state.has_panel() => state.focus = Focus::Matrix,
        Focus::Matrix if state.main_picture().is_none() => state.focus = Focus::Panel,
        Focus::Text(_) | Focus::Matrix | Focus::Panel => {}
    }
}

/// Leaves a text box, so that plain letters are keys: a scene has started that is controlled by them.
pub(super) fn free_letters(state: &mut State) {
    if let Focus::Text(_) = state.focus {
        leave_text(state);
    }
}

/// Moves from a text box to the area below it.
pub(super) fn leave_text(state: &mut State) {
    state.focus = Focus::Matrix;
    keep_focus_on_screen(state);
}

/// Moves the focus to the next or previous part of the screen.
pub(super) fn focus(state: &mut State, forward: bool) {
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
pub(super) fn enter_text(state: &mut State, side: Side) {
    (state.focus, state.last_text) = (Focus::Text(side), side);
}
