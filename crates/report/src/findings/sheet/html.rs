//! Renders a document as the sections of a page. No text is interpreted as markup.

use maud::{Markup, html};

use super::{Block, Cell, Table};
use crate::escaping::clean;
use crate::export::picture::pen::Px;
use crate::findings::figures;

/// Length of the longest bar.
const BAR_WIDTH: f32 = 90.0;

/// Characters of the longest words in a cell that stay on one line.
const MAX_UNWRAPPED: usize = 40;

/// The sections with their headings, for a table of contents.
pub fn sections(blocks: &[Block]) -> Vec<(&'static str, &str)> {
    let mut sections = Vec::new();
    for block in blocks {
        if let Block::Heading(heading) = block
            && let Some(anchor) = heading.section
        {
            sections.push((anchor, heading.text.as_str()));
        }
    }
    sections
}

/// The document; each section is an element.
pub fn render(blocks: &[Block]) -> Markup {
    let starts: Vec<usize> = (0..blocks.len())
        .filter(|at| starts_section(&blocks[*at]))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([blocks.len()]);
    html! {
        @for (start, end) in starts.iter().zip(ends) {
            @if let Block::Heading(heading) = &blocks[*start] {
                section id=[heading.section] {
                    h2 dir="auto" { (clean(&heading.text)) }
                    @for part in parts(&blocks[start + 1..end]) { (part_markup(part)) }
                }
            }
        }
    }
}

fn starts_section(block: &Block) -> bool {
    matches!(block, Block::Heading(heading) if heading.section.is_some())
}

/// Neighbouring blocks of a kind that belong beside each other, other blocks alone.
fn parts(blocks: &[Block]) -> impl Iterator<Item = &[Block]> {
    blocks.chunk_by(|one, next| match (one, next) {
        (Block::Table(one), Block::Table(next)) => one.title.is_some() && next.title.is_some(),
        (Block::Figure(_), Block::Figure(_)) => true,
        _ => false,
    })
}

fn part_markup(part: &[Block]) -> Markup {
    match part {
        [Block::Figure(_), ..] => {
            html! { div .figures { @for block in part { (block_markup(block)) } } }
        }
        [one] => block_markup(one),
        several => html! { div .beside { @for block in several { (block_markup(block)) } } },
    }
}

fn block_markup(block: &Block) -> Markup {
    match block {
        Block::Heading(heading) => html! { h3 dir="auto" { (clean(&heading.text)) } },
        Block::Text(text) => html! { p dir="auto" { (clean(text)) } },
        Block::Note(text) => html! { p .note dir="auto" { (clean(text)) } },
        Block::Table(table) => table_markup(table),
        Block::Histogram(histogram) => table_markup(&histogram.table()),
        Block::Example(example) => example.markup(),
        Block::Figure(figure) => html! { figure { (figures::inline(figure)) } },
    }
}

/// The class of a column; `None` for one of names.
fn column_class(table: &Table, at: usize) -> Option<&'static str> {
    match (
        table.columns[at].rank,
        table.rows.first().map(|row| &row[at]),
    ) {
        (4.., _) => Some("interval roomy"),
        (_, Some(Cell::Interval { .. })) => Some("interval"),
        (_, Some(cell)) if cell.is_number() => Some("number"),
        _ if table.rows.iter().any(|row| is_long_text(&row[at])) => Some("words"),
        _ => None,
    }
}

fn is_long_text(cell: &Cell) -> bool {
    matches!(cell, Cell::Text(text) if text.chars().count() > MAX_UNWRAPPED)
}

fn table_markup(table: &Table) -> Markup {
    let groups = table.column_groups();
    html! {
        div .scroll {
            table {
                @if let Some(title) = &table.title { caption dir="auto" { (clean(title)) } }
                @if table.has_header() {
                    thead {
                        @if !groups.is_empty() {
                            tr { @for (name, columns) in groups { th .three[columns > 1] scope="colgroup" colspan=(columns) { (name) } } }
                        }
                        tr {
                            @for (at, column) in table.columns.iter().enumerate() {
                                th class=[column_class(table, at)] scope="col" dir="auto" { (clean(&column.name)) }
                            }
                            @if table.bar.is_some() { th {} }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (at, cell) in row.iter().enumerate() {
                                @if at == 0 {
                                    th scope="row" dir="auto" { (cell_markup(cell)) }
                                } @else {
                                    td class=[column_class(table, at)] dir="auto" { (cell_markup(cell)) }
                                }
                            }
                            @if table.bar.is_some() { td { (bar(table.bar_length(row).unwrap_or(0.0))) } }
                        }
                    }
                }
            }
        }
    }
}

fn cell_markup(cell: &Cell) -> Markup {
    let text = clean(&cell.text());
    match cell {
        Cell::Code(_) => html! { code { (text) } },
        Cell::Link { find, .. } => {
            html! { button .find type="button" data-find=(clean(find)) { (text) } }
        }
        _ => html! { (text) },
    }
}

fn bar(length: f64) -> Markup {
    html! {
        svg width=(Px(BAR_WIDTH)) height="10" aria-hidden="true" {
            rect width=(Px(length as f32 * BAR_WIDTH)) height="10" rx="2" fill="var(--bar)" {}
        }
    }
}
