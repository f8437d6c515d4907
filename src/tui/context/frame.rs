//! What stands where in a frame. It is laid out once, after each message, and kept for drawing, for the mouse and for
//! scrolling; `layout` computes it.

use ratatui::layout::{Margin, Rect};

use super::Context;
use bertscope_analysis::Side;

/// The areas of the panels. Neighbours share their border lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Screen {
    /// The whole screen.
    pub area: Rect,
    /// The status line at the top.
    pub status: Rect,
    /// Text box of the reference, with its border.
    pub reference: Rect,
    /// Text box of the candidate, with its border.
    pub candidate: Rect,
    /// The heatmap or what replaces it, with its border; on a narrow screen, hidden while the panel has the focus.
    pub matrix: Option<Rect>,
    /// What stands where in the matrix, if that is drawn there and has room for a cell.
    pub heatmap: Option<HeatmapGeometry>,
    /// The score, with its border; none before there are scores to show. With a height of 1, it is on the frame of the
    /// matrix.
    pub score: Option<Rect>,
    /// The explanation panel, with its border.
    pub panel: Option<Rect>,
    /// The cell under the crosshair, with its border; not on a small screen.
    pub detail: Option<Rect>,
    /// The strips above the bottom line, from the bottom up; without words, a strip has a height of 0.
    pub strips: Vec<Rect>,
    /// The bottom line.
    pub footer: Rect,
    /// Whether the matrix has room for its digits only while the panel is hidden; it stays hidden until the user opens
    /// it.
    pub needs_room: bool,
}

impl Screen {
    /// Text box of a side, with its border.
    pub fn text(&self, side: Side) -> Rect {
        side.pick(self.reference, self.candidate)
    }
}

/// The style of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellMode {
    /// With its number.
    Digits,
    /// Colour and match symbol.
    Colour,
    /// Half a character high.
    Overview,
}

/// The areas of the heatmap. Scrolling keeps the crosshair in the middle, except near the edges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeatmapGeometry {
    /// The style of the cells.
    pub mode: CellMode,
    pub row_labels: Rect,
    pub column_labels: Rect,
    pub cells: Rect,
    /// Width and height of a cell in characters; in an overview, tokens share the area instead.
    pub cell: (u16, u16),
    /// Token index of each visible row; in an overview, of every row.
    pub rows: Vec<usize>,
    /// Token index of each visible column; in an overview, of every column.
    pub columns: Vec<usize>,
    /// Total number of rows and columns.
    pub total: (usize, usize),
    /// Whether labels have a bar for the weight.
    pub weights: bool,
    /// The number of lines on which column labels alternate, because they are wider than a cell.
    pub label_lines: u16,
    /// Whether the line above the labels names the costliest word.
    pub headline: bool,
    /// Whether special tokens that no word matches have no row or column.
    pub is_folded: bool,
}

/// Minimum width with matrix and panel side by side.
pub const SIDE_BY_SIDE_WIDTH: u16 = 72;

/// Minimum width and height; below them there is only a message.
pub const MIN_SIZE: (u16, u16) = (36, 12);

/// The inside of a panel, with a space left and right.
pub fn inside(panel: Rect) -> Rect {
    panel.inner(Margin {
        horizontal: 2,
        vertical: 1,
    })
}

/// The whole terminal.
pub fn whole(context: &Context) -> Rect {
    Rect::new(0, 0, context.terminal.size.0, context.terminal.size.1)
}
