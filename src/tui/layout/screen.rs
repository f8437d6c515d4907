//! The areas of the panels, as plain rectangles; `compute` computes them.

use ratatui::layout::{Margin, Rect};

use super::super::state::State;
use bertscope_analysis::Side;

/// Minimum width with matrix and panel side by side.
pub const SIDE_BY_SIDE_WIDTH: u16 = 72;

/// Minimum width and height; below them there is only a message.
pub const MIN_SIZE: (u16, u16) = (36, 12);

/// The areas of the panels. Neighbours share their border lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// The status line at the top.
    pub status: Rect,
    /// Text box of the reference, with its border.
    pub reference: Rect,
    /// Text box of the candidate, with its border.
    pub candidate: Rect,
    /// The heatmap or what replaces it, with its border; on a narrow screen, hidden while the panel has the focus.
    pub matrix: Option<Rect>,
    /// The score, with its border; none before there are scores to show. With a height of 1, it is on the frame of the
    /// matrix.
    pub score: Option<Rect>,
    /// The explanation panel, with its border.
    pub panel: Option<Rect>,
    /// The cell under the crosshair, with its border; not on a small screen.
    pub detail: Option<Rect>,
    /// The line of the audience's guess, while there is a question or a guess.
    pub guess: Option<Rect>,
    /// The strip of the active lesson.
    pub lesson: Option<Rect>,
    /// The line about the pair of a file, or the note prompt, if a file is open.
    pub pair: Option<Rect>,
    /// The notice, when there is one.
    pub notice: Option<Rect>,
    /// The export prompt, if it is open; the notice is hidden meanwhile.
    pub prompt: Option<Rect>,
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

/// The inside of a panel, with a space left and right.
pub fn inside(panel: Rect) -> Rect {
    panel.inner(Margin {
        horizontal: 2,
        vertical: 1,
    })
}

/// The whole terminal.
pub fn whole(state: &State) -> Rect {
    Rect::new(0, 0, state.terminal.size.0, state.terminal.size.1)
}
