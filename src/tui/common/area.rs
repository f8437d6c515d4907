//! Parts of an area, and text in them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The line of an area at a height of the screen.
pub fn line_at(area: Rect, y: u16) -> Rect {
    Rect {
        y,
        height: 1,
        ..area
    }
}

/// What is left of an area behind its first columns.
pub fn indented(area: Rect, columns: u16) -> Rect {
    Rect {
        x: area.x + columns,
        width: area.width.saturating_sub(columns),
        ..area
    }
}

/// Writes a text into the first line of an area, as far as it fits.
pub fn put(buffer: &mut Buffer, area: Rect, text: impl AsRef<str>, style: Style) {
    buffer.set_stringn(area.x, area.y, text, area.width.into(), style);
}
