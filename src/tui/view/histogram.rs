//! Draws a histogram: bars side by side over an axis.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::tui::terminal::theme::Theme;
use bertscope_report::findings::sheet::HistogramBlock;
use bertscope_report::label::centre;
use bertscope_report::number::{fixed, with_thousands_separators};
use bertscope_systems::Histogram;
use unicode_width::UnicodeWidthStr;

/// Maximum width of a bar, including the space beside it.
const MAX_BAR_WIDTH: u16 = 6;

/// Eighths of a cell, from the bottom.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Draws the bars, and the axis in the last line.
pub(super) fn draw(buffer: &mut Buffer, area: Rect, theme: &Theme, histogram: &Histogram, is_signed: bool) {
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
            buffer.set_stringn(x, y, part, drawn.into(), style(theme, is_signed, histogram.edge(bin.into())));
        }
    }
    axis(buffer, Rect { y: foot, height: 1, width: bins * wide, ..area }, theme, histogram, (wide, is_signed));
}

fn style(theme: &Theme, is_signed: bool, from: f64) -> Style {
    match is_signed {
        false => theme.bar(),
        true if from < 0.0 => theme.down(),
        true => theme.up(),
    }
}

/// The edges of the first and last bin, and 0 if it is between them.
fn axis(buffer: &mut Buffer, area: Rect, theme: &Theme, histogram: &Histogram, (wide, is_signed): (u16, bool)) {
    let last = histogram.counts.len();
    let zero = (0..=last).find(|bin| histogram.edge(*bin) == 0.0).filter(|_| is_signed);
    let mut free = area.x;
    for bin in [Some(0), zero, Some(last)].into_iter().flatten() {
        let text = edge(histogram, bin, is_signed);
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
fn edge(histogram: &Histogram, bin: usize, is_signed: bool) -> String {
    let edge = histogram.edge(bin);
    let text = fixed(edge as f32, decimal_places(histogram.width));
    match is_signed {
        true if edge == 0.0 => "0".to_owned(),
        true if edge > 0.0 => format!("+{text}"),
        _ => text,
    }
}

/// The label above the bars.
pub(super) fn label(HistogramBlock { title, histogram, .. }: &HistogramBlock) -> String {
    let step = fixed(histogram.width as f32, decimal_places(histogram.width));
    let highest = histogram.counts.iter().copied().max().unwrap_or(0);
    format!("{title}, steps of {step}, highest bar: {}", with_thousands_separators(highest as u64))
}

/// Decimals that a width of 1, 2 or 5 times a power of ten needs.
fn decimal_places(width: f64) -> usize {
    (-(width * 1.000_001).log10().floor()).max(0.0) as usize
}
