//! Parts of an area, and texts that are cut where it ends.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use bertscope_report::label::fit;
use bertscope_report::wrap::wrapped_text;

/// The line of an area at a height of the screen.
pub fn line_at(area: Rect, y: u16) -> Rect {
    Rect {
        y,
        height: 1,
        ..area
    }
}

/// What is left of an area below its first lines.
pub fn below(area: Rect, lines: u16) -> Rect {
    let lines = lines.min(area.height);
    Rect {
        y: area.y + lines,
        height: area.height - lines,
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

/// Writes a text into the first line of an area, as far as it fits; nothing if the area is empty.
pub fn put(buffer: &mut Buffer, area: Rect, text: impl AsRef<str>, style: Style) {
    if area.is_empty() {
        return;
    }
    buffer.set_stringn(area.x, area.y, text, area.width.into(), style);
}

/// Wraps a sentence in a limited number of lines, one column narrower than `width` for the space before each.
pub fn first_lines(sentence: &str, width: u16, most: usize) -> Vec<String> {
    let mut all = wrapped_text(sentence, width.saturating_sub(2));
    let cut = all.len() > most;
    all.truncate(most);
    if let Some(last) = all.last_mut().filter(|_| cut) {
        *last = cut_off(last, width);
    }
    all
}

/// The last line of a text that continues.
pub fn cut_off(last: &str, width: u16) -> String {
    format!(
        "{} …",
        fit(last, width.saturating_sub(4)).trim_end_matches(['…', ' '])
    )
}

/// The first of some versions of a sentence that fits; if none does, the last one, cut.
pub fn longest_that_fits(versions: &[String], width: u16) -> String {
    let fits = versions
        .iter()
        .find(|sentence| sentence.width() <= width.into());
    let last = versions.last().map_or("", String::as_str);
    fits.cloned().unwrap_or_else(|| fit(last, width))
}
