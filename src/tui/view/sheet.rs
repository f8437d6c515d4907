//! Draws a document of findings: its blocks from top to bottom.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::histogram;
use super::score::bar;

use crate::tui::terminal::theme::Theme;
use bertscope_printable::printable;
use bertscope_report::findings::sheet::grid::Grid;
use bertscope_report::findings::sheet::{Block, Cell, Table};
use bertscope_report::wrap::wrapped_text;

/// Maximum width of words in a cell where not everything fits.
const MAX_WORDS_WIDTH: u16 = 24;

/// Maximum width of a bar beside a row.
const MAX_BAR_WIDTH: usize = 60;

/// Draws blocks; a histogram is at most `histogram_height` high. Returns the number of lines used.
pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    theme: &Theme,
    blocks: &[Block],
    histogram_height: u16,
) -> u16 {
    let below = |y: u16| Rect {
        y,
        height: area.bottom() - y,
        ..area
    };
    let mut y = area.y;
    for block in blocks {
        for line in lines(block, theme, area.width)
            .into_iter()
            .take(below(y).height.into())
        {
            (&line).render(
                Rect {
                    height: 1,
                    ..below(y)
                },
                buffer,
            );
            y += 1;
        }
        if let Block::Histogram(histogram) = block {
            let height = histogram_height.min(below(y).height);
            histogram::draw(buffer, Rect { height, ..below(y) }, theme, histogram);
            y += height;
        }
    }
    y - area.y
}

/// The lines of a block; of a histogram only its label.
fn lines(block: &Block, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let text = |text: &str, style: Style| -> Vec<Line<'static>> {
        wrapped_text(&printable(text), width)
            .into_iter()
            .map(|line| Line::styled(line, style))
            .collect()
    };
    match block {
        Block::Heading(heading) => {
            [vec![Line::default()], text(&heading.text, theme.strong())].concat()
        }
        Block::Text(words) => text(words, theme.text()),
        Block::Note(words) => text(words, theme.quiet()),
        Block::Table(table) => table_lines(table, theme, width),
        Block::Histogram(histogram) => text(&histogram::label(histogram), theme.quiet()),
        Block::Example(example) => example
            .lines()
            .iter()
            .flat_map(|(depth, line)| {
                text(&format!("{:1$}{line}", "", 2 * (depth - 1)), theme.text())
            })
            .collect(),
        Block::Figure(_) => Vec::new(),
    }
}

fn table_lines(table: &Table, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let grid = Grid::new(table, width.into(), MAX_WORDS_WIDTH);
    let title = table.title.iter().map(|title| printable(title));
    let names = title
        .chain(grid.header.iter().cloned())
        .map(|line| Line::styled(line, theme.quiet()));
    let room = usize::from(width)
        .saturating_sub(grid.width + 2)
        .min(MAX_BAR_WIDTH) as u16;
    let row = |(cells, row): (&Vec<String>, &Vec<Cell>)| {
        let cells = cells.iter().zip(&grid.columns);
        let mut spans: Vec<Span<'static>> = cells
            .map(|(text, at)| Span::styled(text.clone(), style(&row[*at], theme)))
            .collect();
        if let Some(length) = table.bar_length(row) {
            let (full, rest) = bar(length, room);
            spans.extend([
                Span::raw("  "),
                Span::styled(full, theme.bar()),
                Span::styled(rest, theme.border()),
            ]);
        }
        Line::from(spans)
    };
    names
        .chain(grid.rows.iter().zip(&table.rows).map(row))
        .collect()
}

/// Draws the rows of a table that can be chosen, with the selected one in the middle, if there is room.
pub(super) fn draw_choice(
    buffer: &mut Buffer,
    area: Rect,
    theme: &Theme,
    table: &Table,
    selected: usize,
) {
    if table.rows.is_empty() || area.height < 2 {
        return;
    }
    let grid = Grid::new(
        table,
        usize::from(area.width).saturating_sub(2),
        MAX_WORDS_WIDTH,
    );
    for header in &grid.header {
        buffer.set_stringn(
            area.x + 2,
            area.y,
            header,
            area.width.saturating_sub(2).into(),
            theme.quiet(),
        );
    }
    let rows = Rect {
        y: area.y + 1,
        height: area.height - 1,
        ..area
    };
    let (selected, high) = (selected.min(grid.rows.len() - 1), usize::from(rows.height));
    let first = selected
        .saturating_sub(high / 2)
        .min(grid.rows.len().saturating_sub(high));
    for (y, (place, row)) in (rows.y..rows.bottom()).zip(grid.rows.iter().enumerate().skip(first)) {
        let (mark, style) = if place == selected {
            ("▸", theme.selection())
        } else {
            (" ", theme.text())
        };
        let line = format!(
            "{mark} {:1$}",
            row.concat(),
            usize::from(area.width).saturating_sub(2)
        );
        buffer.set_stringn(area.x, y, line, area.width.into(), style);
    }
}

fn style(cell: &Cell, theme: &Theme) -> Style {
    match cell {
        Cell::Difference { .. } if cell.text().starts_with('+') => theme.up(),
        Cell::Difference { .. } if cell.text().starts_with('−') => theme.down(),
        Cell::Score { .. } => theme.strong(),
        Cell::Interval { .. } | Cell::PValue(_) => theme.quiet(),
        Cell::Text(_)
        | Cell::Difference { .. }
        | Cell::Counts(_)
        | Cell::Code(_)
        | Cell::Link { .. } => theme.text(),
    }
}
