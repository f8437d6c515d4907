//! Moves of the crosshair.

use crate::tui::commands::{CellMove, Command};
use crate::tui::common::moved;
use crate::tui::context::Context;
use crate::tui::parts::Outcome;
use crate::tui::state::State;
use bertscope_analysis::Side;

/// Moves it, and asks for the cosine of the cell if that is on the screen.
pub fn act(state: &mut State, command: Command) -> Outcome {
    let Command::Cell(cell) = command else {
        return Outcome::Passed;
    };
    move_cell(state, cell);
    state.request_cosine();
    Outcome::Done
}

fn move_cell(state: &mut State, by: CellMove) {
    let Some(analysis) = state.results.analysis.clone() else {
        return;
    };
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
    let matches = &analysis.matches;
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
        CellMove::RowBest => {
            cell.reference = matches
                .candidate
                .get(cell.candidate)
                .map_or(cell.reference, |best| best.token);
        }
        CellMove::ColumnBest => {
            cell.candidate = matches
                .reference
                .get(cell.reference)
                .map_or(cell.candidate, |best| best.token);
        }
    }
    state.choose_cell(cell);
}

/// The token `by` places after another one among those shown.
fn neighbour(shown: &[usize], token: usize, by: isize) -> usize {
    let here = shown.iter().position(|&i| i == token).unwrap_or(0);
    shown[moved(here, by, shown.len())]
}
