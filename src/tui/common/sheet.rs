//! Draws a document of findings: its blocks from top to bottom.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::area::{below, indented, line_at, put};
use super::{first_visible, histogram};
use crate::tui::terminal::theme::Theme;
use bertscope_report::wrap::wrapped_text;
use bertscope_sheet::columns::Tone;
use bertscope_sheet::{Block, Table, columns};

/// Draws blocks; a histogram is at most `histogram_height` high. Returns the area that is left below them.
pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    theme: &Theme,
    blocks: &[Block],
    histogram_height: u16,
) -> Rect {
    let mut rest = area;
    // A screen has room for a histogram whose bars stand side by side.
    for part in blocks.chunk_by(|one, next| !is_histogram(one) && !is_histogram(next)) {
        let lines = match part {
            [Block::Histogram(histogram)] => wrapped_text(&histogram::label(histogram), area.width)
                .into_iter()
                .map(|line| Line::styled(line, theme.quiet()))
                .collect(),
            blocks => styled_lines(blocks, theme, area.width),
        };
        for line in lines.iter().take(rest.height.into()) {
            line.render(line_at(rest, rest.y), buffer);
            rest = below(rest, 1);
        }
        if let [Block::Histogram(histogram)] = part {
            let height = histogram_height.min(rest.height);
            histogram::draw(buffer, Rect { height, ..rest }, theme, histogram);
            rest = below(rest, height);
        }
    }
    rest
}

fn is_histogram(block: &Block) -> bool {
    matches!(block, Block::Histogram(_))
}

fn styled_lines(blocks: &[Block], theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let lines = columns::lines(blocks, width);
    lines.into_iter().map(|line| styled(theme, line)).collect()
}

/// A line in the colours of its tones.
pub fn styled(theme: &Theme, line: columns::Line) -> Line<'static> {
    let spans = line.parts.into_iter();
    spans
        .map(|part| Span::styled(part.text, style(theme, part.tone)))
        .collect()
}

/// Draws the rows of a table that can be chosen, with the selected one in the middle, if there is room.
pub fn draw_choice(buffer: &mut Buffer, area: Rect, theme: &Theme, table: &Table, selected: usize) {
    if table.rows.is_empty() || area.height < 2 {
        return;
    }
    let room = area.width.saturating_sub(2);
    let table = Table {
        title: None,
        ..table.clone()
    };
    let lines = columns::lines(&[Block::Table(table)], room);
    let (rows, header): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.row.is_some());
    for line in header {
        put(buffer, indented(area, 2), line.text(), theme.quiet());
    }
    let rest = below(area, 1);
    let selected = selected.min(rows.len() - 1);
    let first = first_visible(selected, rows.len(), rest.height.into());
    for (line, (place, row)) in rest.rows().zip(rows.iter().enumerate().skip(first)) {
        let (mark, style) = if place == selected {
            ("▸", theme.selection())
        } else {
            (" ", theme.text())
        };
        let text = format!("{mark} {:1$}", row.text(), usize::from(room));
        put(buffer, line, text, style);
    }
}

/// The style of a tone.
pub fn style(theme: &Theme, tone: Tone) -> Style {
    match tone {
        Tone::Plain => theme.text(),
        Tone::Quiet => theme.quiet(),
        Tone::Strong => theme.strong(),
        Tone::Accent => theme.accent(),
        Tone::Warning => theme.warning(),
        Tone::Up => theme.up(),
        Tone::Down => theme.down(),
        Tone::Bar => theme.bar(),
        Tone::Rest => theme.border(),
        // No panel shows a matrix.
        Tone::Heat(_) => theme.text(),
    }
}
