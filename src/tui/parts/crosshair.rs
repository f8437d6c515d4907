//! The crosshair: its cell, and its moves.

use crate::tui::commands::CellMove;
use crate::tui::common::moved;
use crate::tui::context::{CellPosition, Context};
use crate::tui::state::State;
use bertscope_analysis::Side;

/// Moves it, and asks for the cosine of the cell if that is on the screen.
pub fn go(state: &mut State, by: CellMove) {
    move_cell(state, by);
    state.request_cosine();
}

fn move_cell(state: &mut State, by: CellMove) {
    let screen = state.frame.clone();
    let matrix = screen.as_ref().and_then(|screen| screen.heatmap.as_ref());
    let is_folded = matrix.is_some_and(|matrix| matrix.is_folded);
    let tokens = if is_folded {
        Context::unfolded_tokens
    } else {
        Context::shown_tokens
    };
    let [rows, columns] = [Side::Candidate, Side::Reference].map(|side| tokens(state, side));
    if rows.is_empty() || columns.is_empty() {
        return;
    }
    let mut cell = state.display().cell;
    match by {
        CellMove::Left => cell.reference = neighbour(&columns, cell.reference, -1),
        CellMove::Right => cell.reference = neighbour(&columns, cell.reference, 1),
        CellMove::RowStart => cell.reference = columns[0],
        CellMove::RowEnd => cell.reference = columns[columns.len() - 1],
        CellMove::Up => cell.candidate = neighbour(&rows, cell.candidate, -1),
        CellMove::Down => cell.candidate = neighbour(&rows, cell.candidate, 1),
        CellMove::PageUp => cell.candidate = neighbour(&rows, cell.candidate, -10),
        CellMove::PageDown => cell.candidate = neighbour(&rows, cell.candidate, 10),
        CellMove::Top => cell.candidate = rows[0],
        CellMove::Bottom => cell.candidate = rows[rows.len() - 1],
        CellMove::RowBest => return state.choose_token(Side::Candidate, cell.candidate),
        CellMove::ColumnBest => return state.choose_token(Side::Reference, cell.reference),
    }
    state.choose_cell(cell);
}

/// The token `by` places after another one among those shown.
fn neighbour(shown: &[usize], token: usize, by: isize) -> usize {
    let here = shown.iter().position(|&i| i == token).unwrap_or(0);
    shown[moved(here, by, shown.len())]
}

impl Context {
    /// Moves the crosshair to a cell that has a row and a column.
    pub fn keep_cell(&mut self) {
        if self.results.analysis.is_none() {
            return;
        }
        let cell = self.display().cell;
        self.display_mut().cell = CellPosition {
            candidate: nearest(&self.shown_tokens(Side::Candidate), cell.candidate),
            reference: nearest(&self.shown_tokens(Side::Reference), cell.reference),
        };
    }

    /// Moves the crosshair to a cell that the user has chosen.
    pub fn choose_cell(&mut self, cell: CellPosition) {
        let display = self.display_mut();
        display.cell = cell;
        display.is_cell_chosen = true;
        self.keep_cell();
    }

    /// Moves the crosshair to a token and its best match.
    pub fn choose_token(&mut self, side: Side, token: usize) {
        let Some(analysis) = &self.results.analysis else {
            return;
        };
        let matches = &analysis.matches;
        let of_side = side.pick(&matches.reference, &matches.candidate);
        let Some(best) = of_side.get(token).map(|best| best.token) else {
            return;
        };
        self.choose_cell(CellPosition {
            candidate: side.pick(best, token),
            reference: side.pick(token, best),
        });
    }
}

fn nearest(shown: &[usize], wanted: usize) -> usize {
    let by_distance = shown.iter().min_by_key(|shown| shown.abs_diff(wanted));
    by_distance.copied().unwrap_or(0)
}
