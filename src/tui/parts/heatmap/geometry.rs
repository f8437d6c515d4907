//! The geometry of the heatmap.

use ratatui::layout::Rect;

use crate::tui::context::Context;
pub use crate::tui::context::frame::{CellMode, HeatmapGeometry};
use crate::tui::context::look::Zoom;
use crate::tui::state::State;
use bertscope_analysis::{Idf, Side};
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::label;

/// Minimum width of a cell with digits: a match symbol and hundredths.
pub const MIN_CELL_WIDTH: u16 = 3;
/// Preferred minimum width of a cell with digits: a match symbol and three columns for the number.
pub const COMFORTABLE_CELL_WIDTH: u16 = 4;
/// Maximum width of a cell with digits.
const MAX_CELL_WIDTH: u16 = 12;

/// Minimum size of a cell with large digits.
const LARGE_CELL: (u16, u16) = (9, 3);

/// Minimum height of a panel whose first line names the costliest word.
const MIN_HEADLINE_HEIGHT: u16 = 12;

impl HeatmapGeometry {
    /// The areas inside the panel; `None` if there is nothing to draw or no room for a single cell. Special tokens are
    /// folded before words or digits are left out.
    pub fn compute(state: &State, area: Rect) -> Option<Self> {
        let headline = area.height >= MIN_HEADLINE_HEIGHT && state.shows_costliest_word();
        let area = Rect {
            y: area.y + u16::from(headline),
            height: area.height - u16::from(headline),
            ..area
        };
        let for_tokens = |tokens: fn(&Context, Side) -> Vec<usize>| {
            Self::for_tokens(
                state,
                area,
                tokens(state, Side::Candidate),
                tokens(state, Side::Reference),
            )
        };
        let whole = Self {
            headline,
            ..for_tokens(Context::shown_tokens)?
        };
        if whole.has_all_digits() || state.look.zoom != Zoom::Fit || state.is_staged() {
            return Some(whole);
        }
        let folded =
            for_tokens(Context::unfolded_tokens).filter(|folded| folded.mode != CellMode::Overview);
        Some(folded.map_or(whole.clone(), |folded| Self {
            total: whole.total,
            headline,
            is_folded: true,
            ..folded
        }))
    }

    /// Whether every token has a row or column with digits.
    fn has_all_digits(&self) -> bool {
        self.mode == CellMode::Digits && (self.rows.len(), self.columns.len()) == self.total
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one part of the screen, drawn from top to bottom"
    )]
    fn for_tokens(
        state: &State,
        area: Rect,
        rows: Vec<usize>,
        columns: Vec<usize>,
    ) -> Option<Self> {
        let analysis = state.results.analysis.as_ref()?;
        if rows.is_empty() || columns.is_empty() || area.width < 12 || area.height < 2 {
            return None;
        }
        let weights = analysis.settings.idf != Idf::Off && state.shows(Stage::Weights);
        let widest = |side: Side, shown: &[usize]| {
            let tokens = &analysis.side(side).tokenized.tokens;
            shown
                .iter()
                .map(|&i| label::width(&tokens[i]))
                .max()
                .unwrap_or(1) as u16
        };
        let bar = if weights { 2 } else { 0 };
        let row_label =
            (widest(Side::Candidate, &rows) + bar).clamp(3, (area.width * 3 / 10).max(3)) + 1;
        let column_label = widest(Side::Reference, &columns);
        let width = area.width - row_label;
        let (n_rows, n_columns) = (rows.len() as u16, columns.len() as u16);

        let weight_row = u16::from(weights);
        let height = |header: u16| area.height.saturating_sub(header).max(1);
        let spare = area.height.saturating_sub(weight_row + n_rows);
        let upright = column_label.min(spare.max(area.height / 3).clamp(1, 8));
        // A heatmap that hides up to a third of its rows is still better with labels than without, and so is one with a
        // short sentence on one side, which would be a mere strip in an overview.
        let short = |tokens: u16| tokens <= 16;
        let fits = |cell: u16, header: u16| {
            let all = n_columns.saturating_mul(cell);
            // Digits of most columns of a short reference say more than colours of all.
            let scrolls = if cell == 2 {
                short(n_rows)
            } else {
                n_columns <= 20 && all <= width / 2 * 3
            };
            let across = all <= width || scrolls;
            across && (n_rows <= height(header) * 2 || short(n_rows) || short(n_columns))
        };
        let kind = match state.look.zoom {
            Zoom::Digits => CellMode::Digits,
            Zoom::Colour => CellMode::Colour,
            Zoom::Overview => CellMode::Overview,
            Zoom::Fit if fits(MIN_CELL_WIDTH, 1 + weight_row) => CellMode::Digits,
            Zoom::Fit if fits(2, upright + weight_row) => CellMode::Colour,
            Zoom::Fit => CellMode::Overview,
        };
        let (header, cell) = match kind {
            CellMode::Digits => {
                let wanted = if state.look.projector {
                    width
                } else {
                    (column_label + 1).clamp(7, MAX_CELL_WIDTH)
                };
                let w =
                    (width / n_columns.max(1)).clamp(MIN_CELL_WIDTH, wanted.max(MIN_CELL_WIDTH));
                let lines = (column_label + 1)
                    .div_ceil(w)
                    .min(spare.max(1 + u16::from(area.height > 3) + u16::from(area.height >= 12)));
                let header = weight_row + lines.min(3);
                // On a projector, cells use all available space.
                let most = if state.look.projector {
                    area.height
                } else {
                    (w / 3).min(3)
                };
                let h = (height(header) / n_rows.max(1)).clamp(1, most.max(1));
                // On a projector, digits are large; the crosshair scrolls to the rest.
                if state.look.projector && state.look.zoom == Zoom::Digits && width >= LARGE_CELL.0
                {
                    (2 + weight_row, (w.max(LARGE_CELL.0), h.max(LARGE_CELL.1)))
                } else {
                    (header, (w, h))
                }
            }
            CellMode::Colour => {
                let header = upright + weight_row;
                let all = (
                    (width / n_columns.max(1)).max(2),
                    (height(header) / n_rows.max(1)).max(1),
                );
                (header, if state.look.projector { all } else { (2, 1) })
            }
            CellMode::Overview => {
                let (w, h) = (
                    area.width.saturating_sub(2) / n_columns.max(1),
                    height(1) * 2 / n_rows.max(1),
                );
                (1, (w.min(2 * h).max(1), h.min(2 * w).max(1)))
            }
        };
        let label_width = if kind == CellMode::Overview {
            2
        } else {
            row_label
        };
        let below = Rect {
            x: area.x + label_width,
            y: area.y + header.min(area.height - 1),
            width: area.width - label_width,
            height: height(header).min(area.height - header.min(area.height - 1)),
        };
        let total = (rows.len(), columns.len());
        let (rows, columns) = if kind == CellMode::Overview {
            (rows, columns)
        } else {
            (
                window(
                    rows,
                    usize::from((below.height / cell.1).max(1)),
                    state.display().cell.candidate,
                ),
                window(
                    columns,
                    usize::from((below.width / cell.0).max(1)),
                    state.display().cell.reference,
                ),
            )
        };
        let cells = if kind == CellMode::Overview {
            below
        } else {
            Rect {
                width: (columns.len() as u16 * cell.0).min(below.width),
                height: (rows.len() as u16 * cell.1).min(below.height),
                ..below
            }
        };
        Some(Self {
            mode: kind,
            row_labels: Rect {
                x: area.x,
                y: cells.y,
                width: label_width,
                height: cells.height,
            },
            column_labels: Rect {
                x: cells.x,
                y: area.y,
                width: below.width,
                height: header,
            },
            cells,
            cell,
            rows,
            columns,
            total,
            weights,
            label_lines: if kind == CellMode::Digits {
                header - weight_row
            } else {
                1
            },
            headline: false,
            is_folded: false,
        })
    }
}

/// `count` neighbours in `shown` with the token `at` in the middle, except near the edges.
fn window(shown: Vec<usize>, count: usize, at: usize) -> Vec<usize> {
    if shown.len() <= count {
        return shown;
    }
    let here = shown.iter().position(|&i| i == at).unwrap_or(0);
    let first = here.saturating_sub(count / 2).min(shown.len() - count);
    shown[first..first + count].to_vec()
}
