//! Lays a sheet out in columns of characters, for terminals and for text.

mod chart;
mod grid;
mod placement;

use bertscope_printable::printable;
use unicode_width::UnicodeWidthStr;

use crate::label::fit;
use crate::wrap::wrapped_words;
use crate::{Block, Cell, Emphasis, Row, Sheet, Table};
use grid::Grid;

/// The role of a part of a line, from which its colour follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Names and sentences.
    Plain,
    /// Secondary text.
    Quiet,
    /// Important numbers.
    Strong,
    /// Headings.
    Accent,
    Warning,
    Up,
    Down,
    /// The full part of a chart.
    Bar,
    /// The empty part of a chart.
    Rest,
}

/// A part of a line in one tone, without control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub text: String,
    pub tone: Tone,
}

/// A line of a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    pub parts: Vec<Part>,
    /// The row of a table that it shows, as a number among all rows of the sheet.
    pub row: Option<usize>,
}

impl Part {
    pub fn new(text: impl AsRef<str>, tone: Tone) -> Self {
        Self {
            text: printable(text.as_ref()),
            tone,
        }
    }
}

impl Line {
    fn of(text: impl AsRef<str>, tone: Tone) -> Self {
        Self {
            parts: vec![Part::new(text, tone)],
            row: None,
        }
    }

    /// The line without tones, and without blanks at its end.
    pub fn text(&self) -> String {
        let text: String = self.parts.iter().map(|part| part.text.as_str()).collect();
        text.trim_end().to_owned()
    }

    fn indented(mut self, columns: usize) -> Self {
        if columns > 0 && !self.parts.is_empty() {
            self.parts
                .insert(0, Part::new(" ".repeat(columns), Tone::Plain));
        }
        self
    }
}

/// The blocks of a sheet in at most `width` columns.
pub fn lines(blocks: &[Block], width: u16) -> Vec<Line> {
    let mut layout = Layout {
        width: Some(usize::from(width)),
        ..Layout::default()
    };
    layout.add_all(blocks);
    layout.lines
}

/// The lead and the blocks of a sheet as text in at most `width` columns.
pub fn sheet_text(sheet: &Sheet, width: u16) -> Vec<String> {
    let mut all = wrapped_words(&printable(&sheet.lead), usize::from(width));
    all.extend(lines(&sheet.blocks, width).iter().map(Line::text));
    all
}

/// Blocks as a text whose lines are as long as they need to be, indented by what they are.
pub fn text(blocks: &[Block]) -> String {
    let mut layout = Layout::default();
    layout.add_all(blocks);
    let lines = layout.lines.iter().map(|line| line.text() + "\n");
    lines.collect()
}

#[derive(Default)]
struct Layout {
    /// Columns of characters; `None` if lines may be as long as they need to be.
    width: Option<usize>,
    lines: Vec<Line>,
    /// Number of rows of tables so far.
    rows: usize,
}

impl Layout {
    fn add_all(&mut self, blocks: &[Block]) {
        let mut before: Option<&Block> = None;
        for block in blocks {
            if let Some(before) = before
                && is_set_apart(before, block)
            {
                self.lines.push(Line::default());
            }
            self.add(block);
            before = Some(block);
        }
    }

    fn add(&mut self, block: &Block) {
        match block {
            Block::Heading(heading) => self.add_text(&heading.text, Tone::Accent, 0),
            Block::Text(text) => self.add_text(text, Tone::Plain, 0),
            Block::Note(text) => self.add_text(text, Tone::Quiet, 2),
            Block::MarkedText(text) => self.add_text(&text.bracketed(), Tone::Plain, 2),
            Block::Table(table) => self.add_table(table),
            Block::Histogram(histogram) => self.add_table(&histogram.table()),
            Block::Example(example) => {
                for (depth, line) in example.lines() {
                    let indent = if self.width.is_some() {
                        depth - 1
                    } else {
                        depth
                    };
                    let line = " ".repeat(2 * indent) + &line;
                    self.add_text(&line, Tone::Plain, 0);
                }
            }
            Block::Figure(_) | Block::Plot(_) => {}
        }
    }

    /// A paragraph; `indent` is where it begins in text without a width.
    fn add_text(&mut self, text: &str, tone: Tone, indent: usize) {
        let text = printable(text);
        match self.width {
            Some(width) => {
                let lines = wrapped_words(&text, width);
                self.lines
                    .extend(lines.iter().map(|line| Line::of(line, tone)));
            }
            None => self.lines.push(Line::of(text, tone).indented(indent)),
        }
    }

    fn add_table(&mut self, table: &Table) {
        let mut indent = if self.width.is_some() { 0 } else { 2 };
        if let Some(title) = &table.title {
            self.add_text(title, Tone::Quiet, indent);
            indent *= 2;
        }
        let grid = Grid::new(table, self.width);
        for header in grid.header() {
            self.lines
                .push(Line::of(header, Tone::Quiet).indented(indent));
        }
        for row in &table.rows {
            let mut line = Line {
                parts: grid.row(row),
                row: Some(self.rows),
            };
            if let Some(width) = self.width {
                cut(&mut line.parts, width);
            }
            self.lines.push(line.indented(indent));
            self.rows += 1;
        }
    }
}

/// Whether a blank line belongs between two blocks.
fn is_set_apart(before: &Block, block: &Block) -> bool {
    match (before, block) {
        (_, Block::Heading(_)) => true,
        (Block::Table(_), Block::Table(table)) => table.title.is_none(),
        _ => false,
    }
}

/// Cuts a line at the end of the room.
fn cut(parts: &mut Vec<Part>, width: usize) {
    let mut room = width;
    parts.retain_mut(|part| {
        if room == 0 {
            return false;
        }
        part.text = fit(&part.text, room as u16);
        room -= part.text.width();
        true
    });
}

/// The tone of a cell.
fn tone(cell: &Cell, row: &Row) -> Tone {
    let by_kind = match cell {
        Cell::Number {
            value: Some(_),
            kind,
        } if kind.is_difference() => match cell.text().chars().next() {
            Some('+') => Tone::Up,
            Some('−') => Tone::Down,
            _ => Tone::Quiet,
        },
        Cell::Waiting
        | Cell::Number { value: None, .. }
        | Cell::Remark(_)
        | Cell::Excerpt { .. }
        | Cell::Interval { .. }
        | Cell::PValue(_) => Tone::Quiet,
        Cell::Number { kind, .. } if kind.is_important() => Tone::Strong,
        _ => Tone::Plain,
    };
    match (row.emphasis, by_kind) {
        (Emphasis::Quiet, _) => Tone::Quiet,
        (Emphasis::Chosen, Tone::Plain) => Tone::Strong,
        (Emphasis::Warning, Tone::Plain | Tone::Strong) => Tone::Warning,
        (_, tone) => tone,
    }
}
