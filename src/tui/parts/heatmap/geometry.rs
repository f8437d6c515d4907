//! The geometry of the heatmap: which tokens have a row or a column, how large a cell is, and what stands where.

use ratatui::layout::Rect;

use crate::tui::common::{below, first_visible, indented};
use crate::tui::context::{CellPosition, Context, Zoom};
use crate::tui::state::State;
use bertscope_analysis::{Analysis, Idf, Side};
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::label;

pub use crate::tui::context::frame::{CellMode, HeatmapGeometry};

/// Minimum width of a cell with digits: a match symbol and hundredths.
pub const MIN_CELL_WIDTH: u16 = 3;
/// Preferred minimum width of a cell with digits: a match symbol and three columns for the number.
pub const COMFORTABLE_CELL_WIDTH: u16 = 4;
/// Width of a cell without digits that is not enlarged.
const COLOUR_CELL_WIDTH: u16 = 2;

/// The widths up to which a cell with digits grows for the label above it, even if it is one line high.
const LABELLED_WIDTHS: (u16, u16) = (7, 12);

/// Minimum size of a cell with large digits.
const LARGE_CELL: (u16, u16) = (9, 3);

/// Minimum height of a panel whose first line names the costliest word.
const MIN_HEADLINE_HEIGHT: u16 = 12;

/// Columns on the left of an overview, for the signs of its rows.
const OVERVIEW_LABELS: u16 = 2;

impl HeatmapGeometry {
    /// The areas inside the panel; `None` if there is nothing to draw or no room for a single cell. Special tokens are
    /// folded before words or digits are left out.
    pub fn compute(state: &State, area: Rect) -> Option<Self> {
        let headline = area.height >= MIN_HEADLINE_HEIGHT && state.shows_costliest_word();
        let area = below(area, headline.into());
        let whole = Matrix::new(state, area, Context::shown_tokens)?.geometry(headline);
        if whole.has_all_digits() || state.look.zoom != Zoom::Fit || state.is_staged() {
            return Some(whole);
        }
        let folded = Matrix::new(state, area, Context::unfolded_tokens)
            .map(|matrix| matrix.geometry(headline))
            .filter(|folded| folded.mode != CellMode::Overview);
        match folded {
            Some(folded) => Some(Self {
                total: whole.total,
                is_folded: true,
                ..folded
            }),
            None => Some(whole),
        }
    }

    /// Whether every token has a row or column with digits.
    fn has_all_digits(&self) -> bool {
        self.mode == CellMode::Digits && self.shown() == self.total
    }

    /// The number of rows and columns on the screen.
    pub fn shown(&self) -> (usize, usize) {
        (self.rows.len(), self.columns.len())
    }

    /// The visible rows: the token of each, and its area from the first to the last column.
    pub fn row_bands(&self) -> impl Iterator<Item = (usize, Rect)> {
        self.rows.iter().zip(0..).map(|(&token, at)| {
            let band = Rect {
                y: self.cells.y + at * self.cell.1,
                height: self.cell.1,
                ..self.cells
            };
            (token, band.intersection(self.cells))
        })
    }

    /// The visible columns: the token of each, and its area from the first to the last row.
    pub fn column_bands(&self) -> impl Iterator<Item = (usize, Rect)> {
        self.columns.iter().zip(0..).map(|(&token, at)| {
            let band = Rect {
                x: self.cells.x + at * self.cell.0,
                width: self.cell.0,
                ..self.cells
            };
            (token, band.intersection(self.cells))
        })
    }

    /// In an overview: the tokens of each row of half characters.
    pub fn overview_rows(&self) -> Vec<&[usize]> {
        shares(&self.rows, usize::from(self.cells.height) * 2)
    }

    /// In an overview: the tokens of each column of characters.
    pub fn overview_columns(&self) -> Vec<&[usize]> {
        shares(&self.columns, self.cells.width.into())
    }

    /// The cell at a position of the screen; of two half characters, that of the upper one.
    pub fn cell_at(&self, x: u16, y: u16) -> Option<CellPosition> {
        if !self.cells.contains((x, y).into()) {
            return None;
        }
        let row = usize::from((y - self.cells.y) / self.cell.1);
        let column = usize::from((x - self.cells.x) / self.cell.0);
        if self.mode == CellMode::Overview {
            return Some(CellPosition {
                candidate: self.overview_rows()[2 * row][0],
                reference: self.overview_columns()[column][0],
            });
        }
        Some(CellPosition {
            candidate: *self.rows.get(row)?,
            reference: *self.columns.get(column)?,
        })
    }
}

/// Deals tokens out to a number of slots in equal shares, so that a matrix fills its area whatever its size: several
/// tokens share a slot, or a token has several.
fn shares(tokens: &[usize], slots: usize) -> Vec<&[usize]> {
    (0..slots)
        .map(|slot| {
            let first = slot * tokens.len() / slots;
            let end = (slot + 1) * tokens.len() / slots;
            &tokens[first..end.max(first + 1)]
        })
        .collect()
}

/// A text this short is shown with labels, even if it scrolls: in an overview, it would be a mere strip.
fn is_short(tokens: u16) -> bool {
    tokens <= 16
}

/// The sizes of the cells and labels in one style.
struct Sizes {
    row_labels: u16,
    column_labels: u16,
    cell: (u16, u16),
}

/// What the sizes depend on.
struct Matrix<'a> {
    state: &'a State,
    area: Rect,
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// Whether labels have a bar for the weight.
    weights: bool,
    row_label: u16,
    widest_column_label: u16,
}

impl<'a> Matrix<'a> {
    fn new(state: &'a State, area: Rect, tokens: fn(&Context, Side) -> Vec<usize>) -> Option<Self> {
        let analysis = state.results.analysis.as_ref()?;
        let rows = tokens(state, Side::Candidate);
        let columns = tokens(state, Side::Reference);
        if rows.is_empty() || columns.is_empty() || area.width < 12 || area.height < 2 {
            return None;
        }
        let weights = analysis.settings.idf != Idf::Off && state.shows(Stage::Weights);
        let bar = if weights { 2 } else { 0 };
        let max_label = (area.width * 3 / 10).max(3);
        let widest = widest_label(analysis, Side::Candidate, &rows) + bar;
        Some(Self {
            state,
            area,
            weights,
            row_label: widest.clamp(3, max_label) + 1,
            widest_column_label: widest_label(analysis, Side::Reference, &columns),
            rows,
            columns,
        })
    }

    fn weight_row(&self) -> u16 {
        u16::from(self.weights)
    }

    /// Columns of the screen for cells beside a label.
    fn width(&self) -> u16 {
        self.area.width - self.row_label
    }

    /// Lines of the screen for cells below the labels.
    fn height(&self, column_labels: u16) -> u16 {
        self.area.height.saturating_sub(column_labels).max(1)
    }

    /// Lines that are left if each row takes one.
    fn spare(&self) -> u16 {
        let taken = self.weight_row() + self.rows.len() as u16;
        self.area.height.saturating_sub(taken)
    }

    /// Lines of labels that are written from top to bottom.
    fn upright(&self) -> u16 {
        let room = self.spare().max(self.area.height / 3);
        self.widest_column_label.min(room.clamp(1, 8)) + self.weight_row()
    }

    fn mode(&self) -> CellMode {
        match self.state.look.zoom {
            Zoom::Digits => CellMode::Digits,
            Zoom::Colour => CellMode::Colour,
            Zoom::Overview => CellMode::Overview,
            Zoom::Fit => [CellMode::Digits, CellMode::Colour]
                .into_iter()
                .find(|mode| self.fits(*mode))
                .unwrap_or(CellMode::Overview),
        }
    }

    /// Whether enough rows and columns have room in a style. A heatmap that hides up to a third of its columns or half of
    /// its rows is still better with labels than without.
    fn fits(&self, mode: CellMode) -> bool {
        let rows = self.rows.len() as u16;
        let columns = self.columns.len() as u16;
        let (cell, column_labels) = match mode {
            CellMode::Digits => (MIN_CELL_WIDTH, 1 + self.weight_row()),
            CellMode::Colour | CellMode::Overview => (COLOUR_CELL_WIDTH, self.upright()),
        };
        let all = columns.saturating_mul(cell);
        let scrolls = match mode {
            // Digits of most columns of a short reference say more than colours of all; but the text of a stage describes all.
            CellMode::Digits => {
                !self.state.is_staged() && columns <= 20 && all <= self.width() / 2 * 3
            }
            CellMode::Colour | CellMode::Overview => is_short(rows),
        };
        let has_columns = all <= self.width() || scrolls;
        let has_rows = rows <= self.height(column_labels) * 2;
        has_columns && (has_rows || is_short(rows) || is_short(columns))
    }

    fn sizes(&self, mode: CellMode) -> Sizes {
        match mode {
            CellMode::Digits => self.digit_sizes(),
            CellMode::Colour => Sizes {
                row_labels: self.row_label,
                column_labels: self.upright(),
                cell: self.grown(self.upright(), COLOUR_CELL_WIDTH, COLOUR_CELL_WIDTH),
            },
            CellMode::Overview => Sizes {
                row_labels: OVERVIEW_LABELS,
                column_labels: 1,
                cell: (1, 1),
            },
        }
    }

    fn digit_sizes(&self) -> Sizes {
        let (least, most) = LABELLED_WIDTHS;
        let labelled = (self.widest_column_label + 1).clamp(least, most);
        let share = (self.width() / self.columns.len() as u16).max(MIN_CELL_WIDTH);
        let width = if self.state.look.is_large() {
            share
        } else {
            share.min(labelled)
        };
        let height = self.area.height;
        let most_lines = self
            .spare()
            .max(1 + u16::from(height > 3) + u16::from(height >= 12))
            .min(3);
        let lines = (self.widest_column_label + 1)
            .div_ceil(width)
            .min(most_lines);
        let mut column_labels = lines + self.weight_row();
        let mut cell = self.grown(column_labels, MIN_CELL_WIDTH, labelled);
        // On a projector, digits are large; the crosshair scrolls to the rest.
        let scrolls = self.state.look.zoom == Zoom::Digits && self.width() >= LARGE_CELL.0;
        if self.state.look.is_large() && scrolls {
            column_labels = 2 + self.weight_row();
            cell = (cell.0.max(LARGE_CELL.0), cell.1.max(LARGE_CELL.1));
        }
        Sizes {
            row_labels: self.row_label,
            column_labels,
            cell,
        }
    }

    /// The size of a cell that grows where it fits, from `min_width` and one line. A cell of one line is not wider than
    /// `labelled`.
    fn grown(&self, column_labels: u16, min_width: u16, labelled: u16) -> (u16, u16) {
        let width = (self.width() / self.columns.len() as u16).max(min_width);
        let height = (self.height(column_labels) / self.rows.len() as u16).max(1);
        // On a projector, cells use all available space.
        if self.state.look.is_large() {
            return (width, height);
        }
        // A character is about twice as high as wide: a cell is at most a square, and at most twice as wide as high.
        let height = height.min((width / 2).max(1));
        (width.min(labelled.max(4 * height)), height)
    }

    /// The largest area of an overview in `below` whose cells are at most twice as wide as high, or as high as wide.
    fn overview_area(&self, below: Rect) -> Rect {
        let rows = self.rows.len();
        let columns = self.columns.len();
        let width = usize::from(below.height) * 4 * columns / rows;
        let height = usize::from(below.width) * rows / columns;
        Rect {
            width: width.clamp(1, below.width.into()) as u16,
            height: height.clamp(1, below.height.into()) as u16,
            ..below
        }
    }

    fn geometry(self, headline: bool) -> HeatmapGeometry {
        let area = self.area;
        let mode = self.mode();
        let sizes = self.sizes(mode);
        let header = sizes.column_labels.min(area.height - 1);
        let below = below(indented(area, sizes.row_labels), header);
        let total = (self.rows.len(), self.columns.len());
        let (width, height) = sizes.cell;
        let overview = self.overview_area(below);
        let crosshair = self.state.display().cell;
        let weight_row = self.weight_row();
        let (cells, rows, columns) = if mode == CellMode::Overview {
            (overview, self.rows, self.columns)
        } else {
            let rows = window(self.rows, below.height / height, crosshair.candidate);
            let columns = window(self.columns, below.width / width, crosshair.reference);
            let cells = Rect {
                width: (columns.len() as u16 * width).min(below.width),
                height: (rows.len() as u16 * height).min(below.height),
                ..below
            };
            (cells, rows, columns)
        };
        HeatmapGeometry {
            mode,
            row_labels: Rect {
                x: area.x,
                width: sizes.row_labels,
                ..cells
            },
            column_labels: Rect {
                y: area.y,
                width: below.width,
                height: sizes.column_labels,
                ..cells
            },
            cells,
            cell: sizes.cell,
            rows,
            columns,
            total,
            weights: self.weights,
            label_lines: if mode == CellMode::Digits {
                sizes.column_labels - weight_row
            } else {
                1
            },
            headline,
            is_folded: false,
        }
    }
}

fn widest_label(analysis: &Analysis, side: Side, shown: &[usize]) -> u16 {
    let tokens = &analysis.side(side).tokenized.tokens;
    let widths = shown.iter().map(|&token| label::width(&tokens[token]));
    widths.max().unwrap_or(1) as u16
}

/// `count` neighbours in `shown`, at least one, with the token `at` in the middle, except near the edges.
fn window(shown: Vec<usize>, count: u16, at: usize) -> Vec<usize> {
    let count = usize::from(count.max(1));
    if shown.len() <= count {
        return shown;
    }
    let here = shown.iter().position(|&i| i == at).unwrap_or(0);
    let first = first_visible(here, shown.len(), count);
    shown[first..first + count].to_vec()
}
