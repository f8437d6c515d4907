//! Draws the words that drive a score or a difference, below the histogram of the summary.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::pairs::{Summary, SummaryWord};
use crate::tui::state::scene::SummarySelection;
use crate::tui::terminal::theme::Theme;
use bertscope_printable::printable;
use bertscope_report::label::{align_left, align_right, fit};
use bertscope_report::number::{five_places, with_thousands_separators};

/// Maximum width of a word, and width of an amount.
const WORD: u16 = 24;
const AMOUNT: u16 = 10;

/// Draws the words with the selected one in the middle, if there is room.
pub(super) fn draw(
    buffer: &mut Buffer,
    area: Rect,
    theme: &Theme,
    summary: &Summary,
    words: &[SummaryWord<'_>],
    (at, rescaled): (SummarySelection, bool),
) {
    if words.is_empty() || area.height < 2 {
        return;
    }
    let several = summary.comparison.systems.len() > 1;
    buffer.set_stringn(
        area.x,
        area.y,
        fit(&head(summary, at, several, rescaled), area.width),
        area.width.into(),
        theme.quiet(),
    );
    let rows = Rect { y: area.y + 1, height: area.height - 1, ..area };
    let (selected, high) = (at.word.min(words.len() - 1), usize::from(rows.height));
    let first = selected.saturating_sub(high / 2).min(words.len().saturating_sub(high));
    for (y, (place, word)) in (rows.y..rows.bottom()).zip(words.iter().enumerate().skip(first)) {
        let (mark, style) = if place == selected { ("▸", theme.selection()) } else { (" ", theme.text()) };
        let line = align_left(&format!("{mark} {}", row(word, several, area.width)), area.width);
        buffer.set_stringn(area.x, y, line, area.width.into(), style);
    }
}

/// The heading of the numbers. The words cover all pairs, whatever is listed, and are never rescaled.
fn head(summary: &Summary, at: SummarySelection, several: bool, rescaled: bool) -> String {
    let pairs = summary.drivers.as_ref().map_or(0, |drivers| drivers.segments);
    let over = if pairs == summary.comparison.segments as u64 {
        String::new()
    } else {
        format!(", over all {} scored pairs", with_thousands_separators(pairs))
    };
    let over = over + if rescaled { ", raw" } else { "" };
    let names = &summary.comparison.systems;
    match names.get(at.difference + 1).filter(|_| several) {
        Some(name) => format!("What drives it: gain of {} per word{over}", fit(&printable(name), 20)),
        None => format!("What drives it: cost per word{over}"),
    }
}

/// A word, its contribution to a mean, and its kind.
fn row(word: &SummaryWord<'_>, several: bool, width: u16) -> String {
    let sign = if several && word.amount > 0.0 { "+" } else { "" };
    let amount = align_right(&format!("{sign}{}", five_places(Some(word.amount))), AMOUNT);
    let side = if word.is_in_reference { "R  reference" } else { "P  candidate" };
    let room = width.saturating_sub(AMOUNT + 20).clamp(6, WORD);
    format!("{}{amount} {}  {}", align_left(&fit(&printable(word.word), room), room), align_left(side, 12), word.kind)
}
