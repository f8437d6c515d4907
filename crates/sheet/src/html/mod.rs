//! Renders blocks as parts of a page. No text is interpreted as markup.
//!
//! A row with a derivation opens it without a script: its name is the summary of a `details` element, whose state the style
//! sheet carries to the row below.

mod angle;
mod chart;
mod plot;

use maud::{Markup, PreEscaped, html};

pub use plot::{PLOT_STYLE, plot};

use crate::cell::BEST_MARK;
use crate::escaping::clean;
use crate::{
    Block, Cell, ColourScale, Column, Emphasis, Example, ExampleOutput, Figure, MarkedText, Row,
    Sheet, Step, Subject, Table,
};

/// The style of everything that is rendered here; a page adds the colours that it names.
pub const STYLE: &str = include_str!("sheet.css");

/// Characters of the longest words in a cell that stay on one line.
const MAX_UNWRAPPED: usize = 40;

/// A table with more rows scrolls in its box.
const MAX_ROWS: usize = 80;

/// What a page offers for the subject of a row.
pub struct Action {
    /// For the script.
    pub go: String,
    /// What the button says.
    pub label: String,
}

/// What a page can do for the subjects of rows; a file can do nothing.
pub type Actions<'a> = dyn Fn(Subject) -> Option<Action> + 'a;

fn no_action(_: Subject) -> Option<Action> {
    None
}

/// The lead and the blocks of a sheet.
pub fn sheet(sheet: &Sheet, actions: &Actions<'_>) -> Markup {
    html! {
        @if !sheet.lead.is_empty() { p .lead dir="auto" { (clean(&sheet.lead)) } }
        div .blocks {
            @for group in groups(&sheet.blocks) {
                div { @for block in group { (block_markup(block, actions)) } }
            }
        }
    }
}

/// What is beside the others where a page is wide: a table with its heading, and with the sentences about it.
fn groups(blocks: &[Block]) -> impl Iterator<Item = &[Block]> {
    blocks.chunk_by(|one, next| match next {
        Block::Heading(_) => false,
        Block::Table(_) => !matches!(one, Block::Table(_)),
        _ => true,
    })
}

/// The lead and the blocks of a sheet in a file.
pub fn sheet_in_file(of: &Sheet) -> Markup {
    sheet(of, &no_action)
}

/// Blocks without a lead in a file.
pub fn blocks(blocks: &[Block]) -> Markup {
    html! { @for part in parts(blocks) { (part_markup(part, &no_action)) } }
}

/// The sections with their headings, for a table of contents.
pub fn sections(blocks: &[Block]) -> Vec<(&str, &str)> {
    let mut sections = Vec::new();
    for block in blocks {
        if let Block::Heading(heading) = block
            && let Some(anchor) = anchor(block)
        {
            sections.push((anchor, heading.text.as_str()));
        }
    }
    sections
}

/// The sections of a document, each as an element.
pub fn render(blocks: &[Block]) -> Markup {
    let sections = blocks.chunk_by(|_, next| anchor(next).is_none());
    html! {
        @for section in sections {
            @if let [Block::Heading(heading), rest @ ..] = section {
                section id=[&heading.section] {
                    h2 dir="auto" { (clean(&heading.text)) }
                    (self::blocks(rest))
                }
            }
        }
    }
}

/// The anchor of a section, if its heading begins one.
fn anchor(block: &Block) -> Option<&str> {
    match block {
        Block::Heading(heading) => heading.section.as_deref(),
        _ => None,
    }
}

/// Neighbouring blocks of a kind that belong beside each other, other blocks alone.
fn parts(blocks: &[Block]) -> impl Iterator<Item = &[Block]> {
    blocks.chunk_by(|one, next| match (one, next) {
        (Block::Table(one), Block::Table(next)) => one.title.is_some() && next.title.is_some(),
        (Block::Plot(_), Block::Plot(_)) => true,
        _ => false,
    })
}

fn part_markup(part: &[Block], actions: &Actions<'_>) -> Markup {
    match part {
        [Block::Plot(_), ..] => {
            html! { div .figures { @for block in part { (block_markup(block, actions)) } } }
        }
        [one] => block_markup(one, actions),
        several => {
            html! { div .beside { @for block in several { (block_markup(block, actions)) } } }
        }
    }
}

fn block_markup(block: &Block, actions: &Actions<'_>) -> Markup {
    match block {
        Block::Heading(heading) => html! { h3 dir="auto" { (clean(&heading.text)) } },
        Block::Text(text) => html! { p dir="auto" { (clean(text)) } },
        Block::Note(text) => html! { p .note dir="auto" { (clean(text)) } },
        Block::Warning(text) => html! { p .warning dir="auto" { (clean(text)) } },
        Block::Formula(text) => html! { p .formula dir="auto" { (clean(text)) } },
        Block::Step(step) => html! { p .step dir="auto" { (step_markup(step)) } },
        Block::Angle(angle) => angle::svg(angle),
        Block::MarkedText(text) => marked_text(text),
        Block::Table(table) => table_markup(table, actions),
        Block::Facts(facts) => html! {
            dl .facts {
                @for fact in facts { dt { (clean(&fact.name)) } dd dir="auto" { (fact_text(&fact.value)) } }
            }
        },
        Block::ColourScale(scale) => colour_scale(scale),
        Block::Histogram(histogram) => table_markup(&histogram.table(), actions),
        Block::Example(example) => example_markup(example),
        Block::Figure(figure) => figure_markup(figure),
        Block::Plot(of) => html! { figure { (plot(of, None)) } },
    }
}

/// The lines of a text of the pair stay apart.
fn fact_text(value: &Cell) -> String {
    match value {
        Cell::Word(text) => text.lines().map(clean).collect::<Vec<_>>().join("\n"),
        _ => clean(&value.text()),
    }
}

fn marked_text(text: &MarkedText) -> Markup {
    html! {
        p .marked dir="auto" {
            @for part in text.parts() {
                @if part.is_marked { mark { (clean(part.text)) } } @else { (clean(part.text)) }
            }
        }
    }
}

/// The classes of a column: what is in it, and when a narrow page leaves it out.
fn column_class(table: &Table, at: usize) -> String {
    let column = &table.columns[at];
    let mut cells = table.column_cells(at);
    let kind = match cells.clone().find(|cell| !matches!(cell, Cell::Empty)) {
        Some(Cell::Interval { .. }) => "interval",
        Some(Cell::Chart(_)) if column.repeats => "chart repeats",
        Some(Cell::Chart(_)) => "chart",
        Some(cell) if cell.is_number() => "number",
        _ if cells.any(is_long_text) => "words",
        _ => "name",
    };
    format!("{kind} rank{}", column.rank)
}

fn is_long_text(cell: &Cell) -> bool {
    cell.is_words() && cell.text().chars().count() > MAX_UNWRAPPED
}

fn table_markup(table: &Table, actions: &Actions<'_>) -> Markup {
    let groups = table.column_groups();
    // Once for all rows: a class follows from every cell of its column.
    let classes: Vec<String> = (0..table.columns.len())
        .map(|at| column_class(table, at))
        .collect();
    html! {
        div .scroll .tall[table.rows.len() > MAX_ROWS] {
            table {
                @if let Some(title) = &table.title { caption dir="auto" { (clean(title)) } }
                @if table.has_header() {
                    thead {
                        @if !groups.is_empty() {
                            tr { @for group in groups { (group_name(group)) } }
                        }
                        tr {
                            @for (column, class) in table.columns.iter().zip(&classes) {
                                @if column.name.is_empty() { td class=(class) {} } @else {
                                    th class=(class) scope="col" dir="auto" { (column_name(column)) }
                                }
                            }
                        }
                    }
                }
                tbody { @for row in &table.rows { (row_markup(table, &classes, row, actions)) } }
            }
        }
    }
}

/// The name above neighbouring columns of one group; a narrow page leaves it out together with them.
fn group_name(group: &[Column]) -> Markup {
    let first = &group[0];
    match &first.group {
        Some(name) => html! {
            th class={ "group rank" (first.rank) } scope="colgroup" colspan=(group.len()) dir="auto" { (clean(name)) }
        },
        None => html! { td class={ "rank" (first.rank) } {} },
    }
}

fn column_name(column: &Column) -> Markup {
    match &column.axis {
        Some(axis) if axis.ends().is_some() => chart::header(axis, &column.name),
        _ if column.is_quoted => html! { code { (clean(&column.name)) } },
        _ => html! { (clean(&column.name)) },
    }
}

fn row_markup(table: &Table, classes: &[String], row: &Row, actions: &Actions<'_>) -> Markup {
    let action = row.subject.and_then(actions);
    let opens = !row.derivation.is_empty() || action.is_some();
    let left = table.columns.len() - row.cells.len();
    let class = match row.emphasis {
        Emphasis::None => None,
        Emphasis::Chosen => Some("chosen"),
        Emphasis::Quiet => Some("quiet"),
        Emphasis::Warning => Some("warning"),
    };
    html! {
        tr class=[class] {
            @for (at, cell) in row.cells.iter().enumerate() {
                // A remark instead of numbers has the rest of the row.
                @let rest = (at + 1 == row.cells.len() && table.has_rest_of_row(row)).then_some(left + 1);
                @let cell_class = if rest.is_some() { "rest" } else { &classes[at] };
                @if at == 0 {
                    th class={ (cell_class) @if row.depth > 0 { " part" } } scope="row" dir="auto" colspan=[rest] {
                        @if opens { details { summary { (cell_markup(table, at, cell)) } } } @else { (cell_markup(table, at, cell)) }
                    }
                } @else {
                    td class=(cell_class) dir="auto" colspan=[rest] { (cell_markup(table, at, cell)) }
                }
            }
        }
        @if opens {
            tr .how { td colspan=(table.columns.len()) {
                @if !row.derivation.is_empty() { ul { @for step in &row.derivation { li dir="auto" { (step_markup(step)) } } } }
                @if let Some(action) = action { button type="button" data-go=(action.go) { (action.label) } }
            } }
        }
    }
}

fn step_markup(step: &Step) -> Markup {
    html! {
        (clean(&step.formula))
        @if let Some(numbers) = &step.numbers { " = " (clean(numbers)) }
        @if let Some(result) = &step.result { " = " b { (clean(result)) } }
    }
}

fn cell_markup(table: &Table, at: usize, cell: &Cell) -> Markup {
    let text = clean(&cell.text());
    match cell {
        Cell::Code(_) => html! { code { (text) } },
        Cell::Link { find, .. } => {
            html! { button .find type="button" data-find=(clean(find)) { (text) } }
        }
        Cell::Anchor { anchor, .. } => html! { a href={ "#" (anchor) } { (text) } },
        Cell::Chart(chart) => match &table.columns[at].axis {
            Some(axis) => chart::svg(chart, axis),
            None => html! {},
        },
        Cell::Number {
            value: Some(_),
            kind,
        } if kind.is_difference() => {
            let class = match text.chars().next() {
                Some('+') => "up",
                Some('−') => "down",
                _ => "none",
            };
            html! { span .(class) { (text) } }
        }
        Cell::Match { sign: Some(_), .. } => html! { b { (text) } },
        _ if cell.is_best() => {
            html! { (text.trim_end_matches(BEST_MARK)) span .best { (BEST_MARK) } }
        }
        _ => html! { (text) },
    }
}

fn example_markup(example: &Example) -> Markup {
    let one = match &*example.outputs {
        [one] => one
            .numbers
            .iter()
            .find(|number| number.starts_with("human ")),
        _ => None,
    };
    html! {
        details .pair {
            summary {
                span .name { (clean(&example.name)) }
                span .numbers {
                    @for output in &example.outputs {
                        span { @if let Some(system) = &output.system { (clean(system)) " " } b { (output.headline) } }
                    }
                    @if let Some(human) = one { span { (human) } }
                    @if let Some(remark) = &example.remark { span { (clean(remark)) } }
                }
                @if let Some(output) = example.outputs.last() { span .text dir="auto" { (clean(&output.candidate)) } }
            }
            dl {
                @if let Some(group) = &example.group { div { dt { "Group" } dd dir="auto" { (clean(group)) } } }
                @for reference in &example.references { div { dt { "Reference" } dd dir="auto" { (clean(reference)) } } }
                @for output in &example.outputs { (output_markup(output)) }
            }
        }
    }
}

fn output_markup(output: &ExampleOutput) -> Markup {
    html! {
        div .output {
            dt dir="auto" { (clean(output.label())) }
            dd {
                div dir="auto" { (clean(&output.candidate)) }
                div .scores { @for number in &output.numbers { span { (number) } } }
                @match &output.picture {
                    Some(Ok(figure)) => (figure_markup(figure)),
                    Some(Err(why)) => p .note { (clean(why)) },
                    None => {}
                }
            }
        }
    }
}

/// A drawing that scrolls, with the meaning of its colours.
fn figure_markup(figure: &Figure) -> Markup {
    html! {
        div .heatmap tabindex="0" role="group" aria-label=(figure.label) { (PreEscaped(&figure.svg)) }
        (colour_scale(&figure.scale))
        @if !figure.numbers.is_empty() {
            details .numbers-as-tables {
                summary { "The numbers as tables" }
                (blocks(&figure.numbers))
            }
        }
    }
}

pub fn colour_scale(scale: &ColourScale) -> Markup {
    html! {
        div .colours {
            span { (scale.low) }
            svg width="96" height="8" viewBox=(format!("0 0 {} 1", scale.steps.len())) preserveAspectRatio="none" aria-hidden="true" {
                @for (i, colour) in scale.steps.iter().enumerate() { rect x=(i) width="1.02" height="1" fill=(colour) {} }
            }
            span { (scale.high) }
            span { (scale.caption) }
        }
    }
}
