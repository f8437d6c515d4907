//! The cell under the crosshair.

use crate::tui::input::keymap::CrosshairAction;
use crate::tui::state::State;
use crate::tui::state::matrix::CellPosition;
use bertscope_analysis::{Analysis, Side};

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
    let rows = state.shown_tokens(Side::Candidate);
    let columns = state.shown_tokens(Side::Reference);
    if rows.is_empty() || columns.is_empty() {
        return;
    }
    let step = |shown: &[usize], at: usize, by: i16| {
        let here = shown.iter().position(|&i| i == at).unwrap_or(0);
        shown[here.saturating_add_signed(isize::from(by)).min(shown.len() - 1)]
    };
    match action {
        CrosshairAction::Move(down, right) => {
            state.display_mut().cell.candidate = step(&rows, state.display().cell.candidate, down);
            state.display_mut().cell.reference = step(&columns, state.display().cell.reference, right);
        }
        CrosshairAction::ColumnEnd(last) => {
            state.display_mut().cell.reference = if last { columns[columns.len() - 1] } else { columns[0] }
        }
        CrosshairAction::RowEnd(last) => {
            state.display_mut().cell.candidate = if last { rows[rows.len() - 1] } else { rows[0] }
        }
        CrosshairAction::RowBest => move_to_best(state, &analysis, true),
        CrosshairAction::ColumnBest => move_to_best(state, &analysis, false),
    }
    keep_cell(state);
}

fn move_to_best(state: &mut State, analysis: &Analysis, of_row: bool) {
    if of_row {
        let best = analysis.matches.candidate.get(state.display().cell.candidate);
        state.display_mut().cell.reference = best.map_or(state.display().cell.reference, |m| m.token);
    } else {
        let best = analysis.matches.reference.get(state.display().cell.reference);
        state.display_mut().cell.candidate = best.map_or(state.display().cell.candidate, |m| m.token);
    }
}
