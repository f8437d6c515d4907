//! Renders a document as plain text.

use bertscope_printable::printable;

use super::grid::Grid;
use super::{Block, Table};

/// Characters of the longest bar of a histogram.
const BAR_WIDTH: f64 = 40.0;

/// The document.
pub fn render(blocks: &[Block]) -> String {
    let mut out = String::new();
    let mut line = |indent: usize, text: &str| {
        out += format!("{:indent$}{text}", "").trim_end();
        out.push('\n');
    };
    for (at, block) in blocks.iter().enumerate() {
        match block {
            Block::Heading(heading) => {
                if at > 0 {
                    line(0, "");
                }
                line(0, &printable(&heading.text));
            }
            Block::Text(text) => line(0, &printable(text)),
            Block::Note(text) => line(2, &printable(text)),
            Block::Table(table) => grid_lines(table, &mut line, |_| String::new()),
            Block::Histogram(histogram) => {
                let table = histogram.table();
                grid_lines(&table, &mut line, bar);
            }
            Block::Example(example) => example
                .lines()
                .iter()
                .for_each(|(depth, text)| line(2 * depth, text)),
            Block::Figure(_) => {}
        }
    }
    out
}

/// A table, each row followed by its bar.
fn grid_lines(table: &Table, line: &mut impl FnMut(usize, &str), bar: impl Fn(f64) -> String) {
    let indent = if let Some(title) = &table.title {
        line(2, &printable(title));
        4
    } else {
        2
    };
    let grid = Grid::new(table, usize::MAX, u16::MAX);
    grid.header.iter().for_each(|header| line(indent, header));
    for (cells, row) in grid.rows.iter().zip(&table.rows) {
        let bar = table.bar_length(row).map_or_else(String::new, &bar);
        line(indent, &format!("{} {bar}", cells.concat()));
    }
}

/// A bar in eighths of a character; nothing only for 0.
fn bar(length: f64) -> String {
    let eighths = (length * BAR_WIDTH * 8.0).ceil() as usize;
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + part
}
