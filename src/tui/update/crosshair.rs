//! The cell under the crosshair.

use crate::tui::input::keymap::CrosshairAction;
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
    let nearest = |shown: &[usize], wanted: usize| {
        shown
            .iter()
            .copied()
            .min_by_key(|&i| i.abs_diff(wanted))
            .unwrap_or(0)
    };
    state.display_mut().cell = CellPosition {
        candidate: nearest(
            &state.shown_tokens(Side::Candidate),
            state.display().cell.candidate,
        ),
        reference: nearest(
            &state.shown_tokens(Side::Reference),
            state.display().cell.reference,
        ),
    };
}

pub(super) fn move_cell(state: &mut State, action: CrosshairAction) {
    let Some(analysis) = state.results.analysis.clone() else {
        return;
    };
    let matrix = Screen::current(state)
        .and_then(|screen| HeatmapGeometry::compute(state, inside(screen.matrix?)));
    let is_folded = matrix.is_some_and(|matrix| matrix.is_folded);
    let tokens = if is_folded {
        State::unfolded_tokens
    } else {
        State::shown_tokens
    };
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
            cell.reference = matches
                .candidate
                .get(cell.candidate)
                .map_or(cell.reference, |best| best.token);
        }
        CrosshairAction::ColumnBest => {
            cell.candidate = matches
                .reference
                .get(cell.reference)
                .map_or(cell.candidate, |best| best.token);
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
    let Some(matches) = state
        .results
        .analysis
        .as_ref()
        .map(|analysis| &analysis.matches)
    else {
        return;
    };
    let found = side
        .pick(&matches.reference, &matches.candidate)
        .get(token)
        .map(|found| found.token);
    if let Some([reference, candidate]) =
        found.map(|found| side.pick([token, found], [found, token]))
    {
        choose_cell(
            state,
            CellPosition {
                candidate,
                reference,
            },
        );
    }
}
