//! The places of the panels, as plain rectangles; [`super::layout`] computes them.

use ratatui::layout::{Margin, Rect};

use bertscope_analysis::Side;

/// From this width on, matrix and panel are side by side.
pub const WIDE: u16 = 72;

/// Width and height below which there is only a message.
pub const SMALLEST: (u16, u16) = (36, 12);

/// The panels' places. Neighbours share their border lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// One line at the top.
    pub status: Rect,
    /// Text box of the reference, with its border.
    pub reference: Rect,
    /// Text box of the candidate, with its border.
    pub candidate: Rect,
    /// The heatmap or what is in its place, with its border; gives way to the panel on a narrow screen when that has the
    /// focus.
    pub matrix: Option<Rect>,
    /// The score, with its border; none before there are numbers to show. Of a height of 1, it is on the matrix's frame.
    pub score: Option<Rect>,
    /// The panel of explanations, with its border.
    pub panel: Option<Rect>,
    /// The cell under the crosshair, with its border; not on a low screen.
    pub detail: Option<Rect>,
    /// The line of the room's guess, while there is something to guess or a guess.
    pub guess: Option<Rect>,
    /// The strip of the active lesson.
    pub lesson: Option<Rect>,
    /// The line about the pair of a file, or for a note to it, when a file is open.
    pub pair: Option<Rect>,
    /// The notice, when there is one.
    pub notice: Option<Rect>,
    /// The line that asks for a file's name, when it is open; the notice waits meanwhile.
    pub prompt: Option<Rect>,
    /// One line at the bottom.
    pub footer: Rect,
    /// Whether the matrix has room for its digits only where the panel gives way, which it does until it is asked for.
    pub needs_room: bool,
}

impl Screen {
    /// Text box of a side, with its border.
    #[must_use]
    pub fn text(&self, side: Side) -> Rect {
        match side {
            Side::Reference => self.reference,
            Side::Candidate => self.candidate,
        }
    }
}

/// The inside of a panel, with a blank left and right.
#[must_use]
pub fn inside(panel: Rect) -> Rect {
    panel.inner(Margin { horizontal: 2, vertical: 1 })
}
