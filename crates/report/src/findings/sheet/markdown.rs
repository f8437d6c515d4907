//! Renders a document as Markdown, for the appendix of a paper. Texts are escaped, so that they are shown unchanged.

use std::fmt::{Result, Write};

use bertscope_printable::printable;

use super::{Block, Cell, Table};
use crate::export::markdown::{code, escaped};

/// The document.
pub fn render(blocks: &[Block]) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = blocks
        .iter()
        .try_for_each(|block| write_block(&mut out, block));
    out
}

fn named(text: &str) -> String {
    escaped(&printable(text))
}

fn write_block(out: &mut String, block: &Block) -> Result {
    match block {
        Block::Heading(heading) if heading.section.is_some() => {
            writeln!(out, "### {}\n", named(&heading.text))
        }
        Block::Heading(heading) => writeln!(out, "#### {}\n", named(&heading.text)),
        Block::Text(text) | Block::Note(text) => writeln!(out, "{}\n", named(text)),
        Block::Table(table) => write_table(out, table),
        Block::Histogram(histogram) => write_table(out, &histogram.table()),
        Block::Example(example) => {
            for (depth, text) in example.markdown_lines() {
                writeln!(out, "{:1$}- {text}", "", 2 * (depth - 1))?;
            }
            writeln!(out)
        }
        Block::Figure(_) => Ok(()),
    }
}

fn write_table(out: &mut String, table: &Table) -> Result {
    if let Some(title) = &table.title {
        writeln!(out, "**{}**\n", named(title))?;
    }
    let mut before = None;
    for column in &table.columns {
        write!(out, "| ")?;
        // Markdown has no columns above columns: the first of a group names the group.
        if let Some(group) = column.group
            && column.group != before
        {
            write!(out, "{group} ")?;
        }
        write!(out, "{} ", named(&column.name))?;
        before = column.group;
    }
    let mut rules = String::new();
    for at in 0..table.columns.len() {
        let is_number = table.rows.iter().any(|row| row[at].is_number());
        rules += if is_number { "---:|" } else { "---|" };
    }
    writeln!(out, "|\n|{rules}")?;
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(cell_text).collect();
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    writeln!(out)
}

fn cell_text(cell: &Cell) -> String {
    match cell {
        Cell::Code(text) | Cell::Link { text, .. } => code(text),
        _ => named(&cell.text()),
    }
}
