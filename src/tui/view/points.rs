//! Draws points as quarters of characters, for large digits.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::tui::layout::large_text::QUARTERS;

/// Draws the points of `place`, as far as they are in `area`. A point is `width` × `height` half characters.
pub(super) fn draw(
    buffer: &mut Buffer,
    area: Rect,
    place: Rect,
    (width, height): (u16, u16),
    is_set: impl Fn(u16, u16) -> bool,
    style: Style,
) {
    for at in place.intersection(area).positions() {
        let (x, y) = (2 * (at.x - place.x), 2 * (at.y - place.y));
        let quarters = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
        let bits = quarters.iter().rev().fold(0, |bits, (x, y)| bits * 2 + usize::from(is_set(x / width, y / height)));
        if bits > 0 {
            buffer[at].set_char(QUARTERS[bits]).set_style(style);
        }
    }
}
