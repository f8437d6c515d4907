//! A one-line text box, scrolled so that the cursor is visible.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::area::{indented, put};
use super::{Editor, FULL_FIELD};
use crate::tui::terminal::theme::Theme;
use bertscope_report::label::fit;
use bertscope_report::wrap::wrap;

/// Draws a field in the first line of a strip, with a space left and right.
pub fn draw_in_strip(
    frame: &mut Frame<'_>,
    strip: Rect,
    theme: &Theme,
    editor: &Editor,
    words: [&str; 2],
    has_keys: bool,
) {
    let area = Rect {
        x: strip.x + 1,
        width: strip.width.saturating_sub(2),
        height: 1,
        ..strip
    };
    draw(frame, area, theme, editor, words, has_keys);
}

/// Draws a label, and then the text or, if it is empty, a hint; with the cursor if it has the focus.
pub fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
    editor: &Editor,
    words: [&str; 2],
    has_keys: bool,
) {
    let [prompt, hint] = words;
    let buffer = frame.buffer_mut();
    put(buffer, area, prompt, theme.accent());
    let prompt = (prompt.width() as u16).min(area.width);
    let mut area = indented(area, prompt);
    if area.area() == 0 {
        return;
    }
    let limit = FULL_FIELD.width() as u16 + 1;
    if editor.is_full() && area.width > 2 * limit {
        area.width -= limit;
        buffer.set_string(area.right() + 1, area.y, FULL_FIELD, theme.warning());
    }
    if editor.text().is_empty() {
        buffer.set_string(area.x + 1, area.y, fit(hint, area.width - 1), theme.quiet());
    }
    let cursor = draw_text(buffer, area, theme, editor);
    if has_keys {
        frame.set_cursor_position((area.x + cursor, area.y));
    }
}

/// Draws the part of the text that has room, with the cursor in it; returns the column of the cursor.
fn draw_text(buffer: &mut Buffer, area: Rect, theme: &Theme, editor: &Editor) -> u16 {
    let mut lines = wrap(editor.text(), u16::MAX).lines.into_iter();
    let line = lines.next().unwrap_or_default();
    let cursor: u16 = line
        .iter()
        .take_while(|glyph| glyph.bytes.end <= editor.cursor())
        .map(|glyph| glyph.width)
        .sum();
    let skip = cursor.saturating_sub(area.width - 1);
    let selection = editor.selection().unwrap_or_default();
    let mut end = 0;
    for glyph in &line {
        let start = end;
        end += glyph.width;
        if start < skip || end - skip > area.width {
            continue;
        }
        let style = if selection.contains(&glyph.bytes.start) {
            theme.selection()
        } else {
            theme.text()
        };
        let place = Rect {
            width: glyph.width,
            ..indented(area, start - skip)
        };
        put(buffer, place, &glyph.symbol, style);
    }
    cursor - skip
}
