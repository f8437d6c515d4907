//! The cell under the crosshair.

use crate::tui::keymap::Action;
use crate::tui::matrix::CellAt;
use crate::tui::state::State;
use bertscope_analysis::{Analysis, Side};

/// Keeps the crosshair on a cell that has a row and a column.
pub(super) fn keep_cell(state: &mut State) {
    if state.analysis.is_none() {
        return;
    }
    let nearest =
        |shown: &[usize], wanted: usize| shown.iter().copied().min_by_key(|&i| i.abs_diff(wanted)).unwrap_or(0);
    state.cell = CellAt {
        candidate: nearest(&state.shown_tokens(Side::Candidate), state.cell.candidate),
        reference: nearest(&state.shown_tokens(Side::Reference), state.cell.reference),
    };
}

pub(super) fn move_cell(state: &mut State, action: Action) {
    let Some(analysis) = state.analysis.clone() else { return };
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
        Action::Move(down, right) => {
            state.cell.candidate = step(&rows, state.cell.candidate, down);
            state.cell.reference = step(&columns, state.cell.reference, right);
        }
        Action::ColumnEnd(last) => state.cell.reference = if last { columns[columns.len() - 1] } else { columns[0] },
        Action::RowEnd(last) => state.cell.candidate = if last { rows[rows.len() - 1] } else { rows[0] },
        Action::RowBest => to_best(state, &analysis, true),
        _ => to_best(state, &analysis, false),
    }
    keep_cell(state);
}

fn to_best(state: &mut State, analysis: &Analysis, of_row: bool) {
    if of_row {
        let best = analysis.matches.candidate.get(state.cell.candidate);
        state.cell.reference = best.map_or(state.cell.reference, |m| m.token);
    } else {
        let best = analysis.matches.reference.get(state.cell.reference);
        state.cell.candidate = best.map_or(state.cell.candidate, |m| m.token);
    }
}
