//! Renders a document as plain text.

use bertscope_printable::printable;

use super::grid::Grid;
use super::{Block, Table};

/// Characters of the longest bar of a histogram.
const BAR_WIDTH: f64 = 40.0;

/// The document.
pub fn render(blocks: &[Block]) -> String {
    let mut out = String::new();
    for (at, block) in blocks.iter().enumerate() {
        match block {
            Block::Heading(heading) => {
                if at > 0 {
                    add_line(&mut out, 0, "");
                }
                add_line(&mut out, 0, &printable(&heading.text));
            }
            Block::Text(text) => add_line(&mut out, 0, &printable(text)),
            Block::Note(text) => add_line(&mut out, 2, &printable(text)),
            Block::Table(table) => add_table(&mut out, table, false),
            Block::Histogram(histogram) => add_table(&mut out, &histogram.table(), true),
            Block::Example(example) => {
                for (depth, text) in example.lines() {
                    add_line(&mut out, 2 * depth, &text);
                }
            }
            Block::Figure(_) => {}
        }
    }
    out
}

fn add_line(out: &mut String, indent: usize, text: &str) {
    *out += format!("{:indent$}{text}", "").trim_end();
    out.push('\n');
}

fn add_table(out: &mut String, table: &Table, with_bars: bool) {
    let mut indent = 2;
    if let Some(title) = &table.title {
        add_line(out, indent, &printable(title));
        indent = 4;
    }
    let grid = Grid::new(table, usize::MAX, u16::MAX);
    for header in &grid.header {
        add_line(out, indent, header);
    }
    for (cells, row) in grid.rows.iter().zip(&table.rows) {
        let bar = match table.bar_length(row) {
            Some(length) if with_bars => bar(length),
            _ => String::new(),
        };
        add_line(out, indent, &format!("{} {bar}", cells.concat()));
    }
}

/// A bar in eighths of a character; nothing only for 0.
fn bar(length: f64) -> String {
    let eighths = (length * BAR_WIDTH * 8.0).ceil() as usize;
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + part
}
