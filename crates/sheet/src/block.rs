//! The parts of a document.

use std::borrow::Cow;
use std::ops::Range;

use crate::number::{decimals, signed};
use crate::{
    Axis, Cell, Chart, ChartSize, ColourScale, Column, Example, Figure, Plot, Row, Step, Table,
};

#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    Heading(Heading),
    /// A statement, such as a verdict.
    Text(String),
    /// A sentence on how to read what is beside it; the first to go where there is no room.
    Note(String),
    /// A common misunderstanding, or what may mislead.
    Warning(String),
    /// What is computed, in general.
    Formula(String),
    /// A step of the computation, with its numbers.
    Step(Step),
    /// Two vectors from one point; a screen draws them beside the other blocks.
    Angle(Angle),
    Table(Table),
    /// Names with what they stand for.
    Facts(Vec<Fact>),
    /// The colours of similarities, which a medium without colours leaves out.
    ColourScale(ColourScale),
    /// Counts of differences or scores.
    Histogram(Histogram),
    /// A text of the pair, with the parts that are meant.
    MarkedText(MarkedText),
    /// A pair with its texts.
    Example(Box<Example>),
    /// A drawing for a page, with its numbers for other media.
    Figure(Figure),
    /// A drawing of numbers that tables have, too.
    Plot(Plot),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    pub text: String,
    /// For the heading of a section, the section's anchor; `None` inside a section.
    pub section: Option<Cow<'static, str>>,
}

/// A name and what it stands for: a text of a pair ([`Cell::Word`]), a sentence, or something to copy ([`Cell::Code`]).
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    pub name: String,
    pub value: Cell,
}

impl Fact {
    pub fn new(name: impl Into<String>, value: Cell) -> Self {
        Self {
            name: name.into(),
            value,
        }
    }
}

/// A text in which some parts are marked: in brackets, or with a colour behind them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkedText {
    pub text: String,
    /// The marked parts in bytes, in order, on the boundaries of characters.
    pub marks: Vec<Range<usize>>,
}

/// The angle between two vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct Angle {
    /// 0 to 180.
    pub degrees: f64,
    /// What the vectors belong to.
    pub names: [String; 2],
}

/// How many numbers fall into each of several bins of one width.
#[derive(Debug, Clone, PartialEq)]
pub struct Histogram {
    /// What is counted.
    pub title: String,
    /// The lower edge of the first bin.
    pub low: f64,
    /// The width of a bin.
    pub step: f64,
    pub counts: Vec<usize>,
    /// Whether the numbers are differences, which have a sign.
    pub is_signed: bool,
}

impl Block {
    /// The heading of a section with this anchor.
    pub fn section(anchor: impl Into<Cow<'static, str>>, text: impl Into<String>) -> Self {
        Self::Heading(Heading {
            text: text.into(),
            section: Some(anchor.into()),
        })
    }

    /// A heading inside a section.
    pub fn heading(text: impl Into<String>) -> Self {
        Self::Heading(Heading {
            text: text.into(),
            section: None,
        })
    }
}

impl From<Histogram> for Block {
    fn from(histogram: Histogram) -> Self {
        Self::Histogram(histogram)
    }
}

impl From<Table> for Block {
    fn from(table: Table) -> Self {
        Self::Table(table)
    }
}

/// A part of a marked text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextPart<'a> {
    pub text: &'a str,
    pub is_marked: bool,
}

impl MarkedText {
    /// The marked parts and those between them, in order; none is empty.
    pub fn parts(&self) -> Vec<TextPart<'_>> {
        let mut parts = Vec::new();
        let mut end = 0;
        for mark in &self.marks {
            parts.push(TextPart {
                text: &self.text[end..mark.start],
                is_marked: false,
            });
            parts.push(TextPart {
                text: &self.text[mark.clone()],
                is_marked: true,
            });
            end = mark.end;
        }
        parts.push(TextPart {
            text: &self.text[end..],
            is_marked: false,
        });
        parts.retain(|part| !part.text.is_empty());
        parts
    }

    /// The text with brackets around the marked parts.
    pub fn bracketed(&self) -> String {
        let mut text = String::new();
        for part in self.parts() {
            let [open, close] = if part.is_marked { ["[", "]"] } else { ["", ""] };
            text.extend([open, part.text, close]);
        }
        text
    }
}

impl Histogram {
    /// Decimals that the width of a bin needs.
    fn places(&self) -> usize {
        (-(self.step * 1.000_001).log10().floor()).max(0.0) as usize
    }

    /// The width of a bin as text.
    pub fn step_text(&self) -> String {
        decimals(self.step, self.places())
    }

    /// The lower edge of a bin, or the upper edge of the one before it.
    pub fn edge(&self, bin: usize) -> f64 {
        let edge = self.low + bin as f64 * self.step;
        // Avoids −0.00 after rounding.
        if edge.abs() < self.step / 2.0 {
            0.0
        } else {
            edge
        }
    }

    pub fn edge_text(&self, bin: usize) -> String {
        let edge = self.edge(bin);
        if self.is_signed {
            signed(edge, self.places())
        } else {
            decimals(edge, self.places())
        }
    }

    /// A row for each bin, with its ends, its count and a bar.
    pub fn table(&self) -> Table {
        let most = self.counts.iter().copied().max().unwrap_or(0);
        let axis = Axis::new(0.0, most as f64, ChartSize::Large);
        let mut table = Table::new(["", ""]).titled(&self.title);
        table.columns.push(Column::chart("", axis));
        for (bin, count) in self.counts.iter().enumerate() {
            let ends = format!("{} to {}", self.edge_text(bin), self.edge_text(bin + 1));
            let bar = Chart::Bar(*count as f64);
            table.push(Row::new([
                Cell::named(ends),
                Cell::count(*count),
                bar.into(),
            ]));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marked_text_is_its_parts_in_order_and_brackets_say_which_are_meant() {
        let text = MarkedText {
            text: "The boat departs.".to_owned(),
            marks: vec![0..3, 16..17],
        };
        let joined: String = text.parts().iter().map(|part| part.text).collect();
        assert_eq!(joined, text.text);
        assert_eq!(text.bracketed(), "[The] boat departs[.]");
    }
}
