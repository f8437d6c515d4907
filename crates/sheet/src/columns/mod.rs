//! Lays a sheet out in columns of characters, for terminals and for text.

mod chart;
mod grid;
mod placement;

use bertscope_printable::printable;
use unicode_width::UnicodeWidthStr;

use crate::label::{align_left, fit};
use crate::wrap::wrapped_words;
use crate::{Block, Cell, ColourScale, Emphasis, Fact, Row, Sheet, Table};
use grid::Grid;
use placement::folded;

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
    /// On the colour of a similarity, from 0 to 255.
    Heat(u8),
}

impl Tone {
    /// The colour of a similarity; numbers below 0 and above 1 have the colours of 0 and 1.
    pub fn of_similarity(similarity: f32) -> Self {
        Self::Heat((similarity.clamp(0.0, 1.0) * 255.0).round() as u8)
    }
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

    /// Whether it says nothing without colours.
    pub fn is_colour_scale(&self) -> bool {
        let mut parts = self.parts.iter();
        !self.parts.is_empty() && parts.all(|part| matches!(part.tone, Tone::Heat(_)))
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
            Block::Warning(text) => self.add_warning(text),
            Block::Formula(text) => self.add_text(text, Tone::Accent, 0),
            Block::Step(step) => self.add_text(&step.to_string(), Tone::Strong, 2),
            Block::MarkedText(text) => self.add_text(&text.bracketed(), Tone::Plain, 2),
            Block::Table(table) => self.add_table(table),
            Block::Facts(facts) => self.add_facts(facts),
            Block::ColourScale(scale) => self.lines.push(colour_scale(scale)),
            Block::Histogram(histogram) => self.add_table(&histogram.table()),
            Block::Example(example) => {
                for (depth, line) in example.list(printable, printable) {
                    let indent = if self.width.is_some() {
                        depth - 1
                    } else {
                        depth
                    };
                    let line = " ".repeat(2 * indent) + &line;
                    self.add_text(&line, Tone::Plain, 0);
                }
            }
            Block::Figure(figure) => self.add_all(&figure.numbers),
            Block::Plot(_) | Block::Angle(_) => {}
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

    /// A paragraph after a sign below which nothing stands.
    fn add_warning(&mut self, text: &str) {
        let room = self
            .width
            .map_or(usize::MAX, |width| width.saturating_sub(2));
        let mut sign = "! ";
        for line in wrapped_words(&printable(text), room) {
            self.lines
                .push(Line::of(sign.to_owned() + &line, Tone::Warning));
            sign = "  ";
        }
    }

    /// A name and its text on a line of its own; further lines are aligned with the first.
    fn add_facts(&mut self, facts: &[Fact]) {
        let names = facts.iter().map(|fact| fact.name.width()).max();
        let names = names.unwrap_or(0) + 2;
        for fact in facts {
            let text = printable(&fact.value.text());
            let lines = match (self.width, &fact.value) {
                // What is copied stays on one line.
                (None, _) | (_, Cell::Code(_)) => vec![text],
                (Some(width), _) => wrapped_words(&text, width.saturating_sub(names).max(8)),
            };
            let mut name = fact.name.as_str();
            for line in lines {
                let parts = vec![
                    Part::new(align_left(name, names as u16), Tone::Quiet),
                    Part::new(line, Tone::Plain),
                ];
                self.lines.push(Line { parts, row: None });
                name = "";
            }
        }
    }

    fn add_table(&mut self, table: &Table) {
        match self.width {
            Some(width) if table.folds => {
                for (place, part) in folded(table, width).iter().enumerate() {
                    if place > 0 {
                        self.lines.push(Line::default());
                    }
                    self.add_whole_table(part);
                }
            }
            _ => self.add_whole_table(table),
        }
    }

    fn add_whole_table(&mut self, table: &Table) {
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
        (Block::Facts(_), Block::Note(_)) => false,
        (Block::Facts(_), _) | (_, Block::Facts(_) | Block::ColourScale(_)) => true,
        _ => false,
    }
}

fn colour_scale(scale: &ColourScale) -> Line {
    let mut parts = vec![Part::new(&scale.low, Tone::Heat(0))];
    parts.extend((1..15).map(|step| Part::new(" ", Tone::Heat(17 * step))));
    parts.push(Part::new(&scale.high, Tone::Heat(255)));
    Line { parts, row: None }
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
        Cell::Match { similarity, .. } => Tone::of_similarity(*similarity),
        _ => Tone::Plain,
    };
    match (row.emphasis, by_kind) {
        (_, Tone::Heat(_)) => by_kind,
        (Emphasis::Quiet, _) => Tone::Quiet,
        (Emphasis::Chosen, Tone::Plain) => Tone::Strong,
        (Emphasis::Warning, Tone::Plain | Tone::Strong) => Tone::Warning,
        (_, tone) => tone,
    }
}
