//! Draws a histogram: bars side by side over an axis.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::tui::terminal::theme::Theme;
use bertscope_report::label::centre;
use bertscope_report::number::fixed;
use bertscope_systems::Histogram;
use unicode_width::UnicodeWidthStr;

/// Maximum width of a bar, including the space beside it.
const MAX_BAR_WIDTH: u16 = 6;

/// Eighths of a cell, from the bottom.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// The values that are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HistogramContent {
    /// Scores.
    Scores,
    /// Differences: negative ones have another colour.
    Differences,
}

/// Draws the bars, and the axis in the last line.
pub(super) fn draw(buffer: &mut Buffer, area: Rect, theme: &Theme, histogram: &Histogram, counted: HistogramContent) {
    let bins = histogram.counts.len() as u16;
    let wide = area.width.checked_div(bins).unwrap_or(0).min(MAX_BAR_WIDTH);
    if wide == 0 || area.height < 2 {
        return;
    }
    let most = histogram.counts.iter().copied().max().unwrap_or(1).max(1);
    let high = usize::from(area.height - 1);
    let foot = area.bottom() - 1;
    for (bin, count) in (0..bins).zip(&histogram.counts) {
        // Every non-empty bin has a bar, however small.
        let eighths = (count * high * 8).div_ceil(most);
        let drawn = if wide > 2 { wide - 1 } else { wide };
        for (row, y) in (area.y..foot).rev().enumerate() {
            let part = EIGHTHS[eighths.saturating_sub(row * 8).min(8)].repeat(drawn.into());
            let x = area.x + bin * wide;
            buffer.set_stringn(x, y, part, drawn.into(), style(theme, counted, histogram.edge(bin.into())));
        }
    }
    axis(buffer, Rect { y: foot, height: 1, width: bins * wide, ..area }, theme, histogram, (wide, counted));
}

fn style(theme: &Theme, counted: HistogramContent, from: f64) -> Style {
    match counted {
        HistogramContent::Scores => theme.bar(),
        HistogramContent::Differences if from < 0.0 => theme.down(),
        HistogramContent::Differences => theme.up(),
    }
}

/// The edges of the first and last bin, and 0 if it is between them.
fn axis(
    buffer: &mut Buffer,
    area: Rect,
    theme: &Theme,
    histogram: &Histogram,
    (wide, counted): (u16, HistogramContent),
) {
    let last = histogram.counts.len();
    let zero = (0..=last).find(|bin| histogram.edge(*bin) == 0.0).filter(|_| counted == HistogramContent::Differences);
    let mut free = area.x;
    for bin in [Some(0), zero, Some(last)].into_iter().flatten() {
        let text = edge(histogram, bin, counted);
        let width = text.width() as u16;
        let x = area.x + bin as u16 * wide;
        let x = x.saturating_sub(width / 2).clamp(area.x, (area.right().saturating_sub(width)).max(area.x));
        if x >= free {
            buffer.set_stringn(x, area.y, centre(&text, width), width.into(), theme.quiet());
            free = x + width + 1;
        }
    }
}

/// The lower edge of a bin, with a sign if it is a difference.
fn edge(histogram: &Histogram, bin: usize, counted: HistogramContent) -> String {
    let edge = histogram.edge(bin);
    let text = fixed(edge as f32, decimal_places(histogram.width));
    match counted {
        HistogramContent::Differences if edge == 0.0 => "0".to_owned(),
        HistogramContent::Differences if edge > 0.0 => format!("+{text}"),
        HistogramContent::Differences | HistogramContent::Scores => text,
    }
}

/// Decimals that a width of 1, 2 or 5 times a power of ten needs.
pub(super) fn decimal_places(width: f64) -> usize {
    (-(width * 1.000_001).log10().floor()).max(0.0) as usize
}
