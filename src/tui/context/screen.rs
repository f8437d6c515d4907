//! The areas of the panels, as plain rectangles; `compute` computes them.

use ratatui::layout::{Margin, Rect};

use super::Context;

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
