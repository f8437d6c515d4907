//! Draws a histogram: bars side by side over an axis.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::area::line_at;
use crate::tui::terminal::theme::Theme;
use bertscope_report::number::with_thousands_separators;
use bertscope_sheet::Histogram;

/// Maximum width of a bar, including the space beside it.
const MAX_BAR_WIDTH: u16 = 6;

/// Eighths of a cell, from the bottom.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Draws the bars, and the axis in the last line.
pub fn draw(buffer: &mut Buffer, area: Rect, theme: &Theme, block: &Histogram) {
    let counts = &block.counts;
    let bins = counts.len() as u16;
    let wide = area.width.checked_div(bins).unwrap_or(0).min(MAX_BAR_WIDTH);
    if wide == 0 || area.height < 2 {
        return;
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let high = usize::from(area.height - 1);
    let foot = area.bottom() - 1;
    for (bin, count) in (0..bins).zip(counts) {
        // Every non-empty bin has a bar, however small.
        let eighths = (count * high * 8).div_ceil(most);
        let drawn = if wide > 2 { wide - 1 } else { wide };
        let style = match block.is_signed {
            false => theme.bar(),
            true if block.edge(bin.into()) < 0.0 => theme.down(),
            true => theme.up(),
        };
        for (row, y) in (area.y..foot).rev().enumerate() {
            let part = EIGHTHS[eighths.saturating_sub(row * 8).min(8)].repeat(drawn.into());
            buffer.set_stringn(area.x + bin * wide, y, part, drawn.into(), style);
        }
    }
    axis(
        buffer,
        Rect {
            width: bins * wide,
            ..line_at(area, foot)
        },
        theme,
        block,
        wide,
    );
}

/// The edges of the first and last bin, and 0 if it is between them.
fn axis(buffer: &mut Buffer, area: Rect, theme: &Theme, block: &Histogram, wide: u16) {
    let last = block.counts.len();
    let zero = (0..=last)
        .find(|bin| block.edge(*bin) == 0.0)
        .filter(|_| block.is_signed);
    let mut free = area.x;
    for bin in [Some(0), zero, Some(last)].into_iter().flatten() {
        let text = block.edge_text(bin);
        let width = text.width() as u16;
        let x = area.x + bin as u16 * wide;
        let x = x
            .saturating_sub(width / 2)
            .clamp(area.x, (area.right().saturating_sub(width)).max(area.x));
        if x >= free {
            buffer.set_stringn(x, area.y, text, width.into(), theme.quiet());
            free = x + width + 1;
        }
    }
}

/// The label above the bars.
pub fn label(block: &Histogram) -> String {
    let highest = block.counts.iter().copied().max().unwrap_or(0);
    format!(
        "{}, steps of {}, highest bar: {}",
        block.title,
        block.step_text(),
        with_thousands_separators(highest)
    )
}
