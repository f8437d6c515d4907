//! The cell under the crosshair.

use super::{CellPosition, Context};
use bertscope_analysis::Side;

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
