//! A document of findings over a file, as blocks and typed cells.
//!
//! [`crate::findings`] builds it and owns every sentence, rounding rule and row limit. The renderers know only blocks and
//! cells: [`text`], [`markdown`] and [`html`] here, and the inspector's for the terminal. All of them print
//! [`Cell::text`], so no two media can disagree.

mod cell;
pub mod example;
pub mod grid;
pub mod html;
pub mod markdown;
pub mod text;

use bertscope_systems::Histogram;

use crate::findings::figures::Figure;
use crate::number::{decimals, signed};

pub use cell::Cell;
pub use example::{Example, ExampleAnalysis, ExampleOutput};

/// A part of a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    Heading(Heading),
    /// A statement, such as a verdict.
    Text(String),
    /// A sentence on how to read what is beside it.
    Note(String),
    Table(Table),
    /// Counts of differences or scores.
    Histogram(HistogramBlock),
    /// A pair with its texts.
    Example(Box<Example>),
    /// A drawing; only a page has room for it.
    Figure(Figure),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    pub text: String,
    /// For the heading of a section, the section's anchor; `None` inside a section.
    pub section: Option<&'static str>,
}

/// A table; the first cell of each row names the row.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// What the rows are, where no heading says it.
    pub title: Option<String>,
    /// The columns; there is no line of names if all are empty.
    pub columns: Vec<Column>,
    /// \[rows\]\[columns\].
    pub rows: Vec<Vec<Cell>>,
    /// The column whose numbers are also drawn as bars, where a medium has room, with the number of a full bar.
    pub bar: Option<(usize, f64)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    /// The name above it and its neighbours of the same group.
    pub group: Option<&'static str>,
    /// How soon it is left out where not all columns fit: the highest rank first, those of rank 0 never.
    pub rank: u8,
}

/// A histogram with its label.
#[derive(Debug, Clone, PartialEq)]
pub struct HistogramBlock {
    /// What is counted.
    pub title: String,
    pub histogram: Histogram,
    /// Whether the numbers are differences, which have a sign.
    pub is_signed: bool,
}

impl Block {
    /// The heading of a section with this anchor.
    pub fn section(anchor: &'static str, text: impl Into<String>) -> Self {
        Self::Heading(Heading {
            text: text.into(),
            section: Some(anchor),
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

impl Column {
    /// A column that is always shown.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            group: None,
            rank: 0,
        }
    }

    /// The same column under the name of a group.
    #[must_use]
    pub fn in_group(self, group: &'static str) -> Self {
        Self {
            group: Some(group),
            ..self
        }
    }

    #[must_use]
    pub fn ranked(self, rank: u8) -> Self {
        Self { rank, ..self }
    }
}

impl Table {
    /// A table without rows.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self {
            columns: columns.into_iter().collect(),
            ..Self::default()
        }
    }

    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self {
            title: Some(title.into()),
            ..self
        }
    }

    #[must_use]
    pub fn with_rows(self, rows: impl IntoIterator<Item = Vec<Cell>>) -> Self {
        Self {
            rows: rows.into_iter().collect(),
            ..self
        }
    }

    /// The same table with bars for a column; `full` is the number of a full bar, by default the largest number.
    #[must_use]
    pub fn with_bars(self, column: usize, full: Option<f64>) -> Self {
        let largest = self
            .rows
            .iter()
            .filter_map(|row| row.get(column)?.bar_number())
            .fold(0.0, f64::max);
        Self {
            bar: Some((column, full.unwrap_or(largest))),
            ..self
        }
    }

    /// The part of a full bar that a row has, 0 to 1; `None` without bars or number.
    pub fn bar_length(&self, row: &[Cell]) -> Option<f64> {
        let (column, full) = self.bar.filter(|(_, full)| *full > 0.0)?;
        Some((row.get(column)?.bar_number()? / full).clamp(0.0, 1.0))
    }

    /// Whether there is a line of names.
    pub fn has_header(&self) -> bool {
        self.columns.iter().any(|column| !column.name.is_empty())
    }

    /// The groups of neighbouring columns with the number of columns of each; empty if no column has a group.
    pub fn column_groups(&self) -> Vec<(&'static str, usize)> {
        let mut groups: Vec<(&str, usize)> = Vec::new();
        if self.columns.iter().all(|column| column.group.is_none()) {
            return groups;
        }
        for column in &self.columns {
            match (groups.last_mut(), column.group) {
                (Some((name, n)), Some(group)) if *name == group => *n += 1,
                (_, group) => groups.push((group.unwrap_or_default(), 1)),
            }
        }
        groups
    }
}

impl HistogramBlock {
    /// Decimals that the width of a bin needs.
    fn places(&self) -> usize {
        (-(self.histogram.width * 1.000_001).log10().floor()).max(0.0) as usize
    }

    pub fn step(&self) -> String {
        decimals(self.histogram.width, self.places())
    }

    /// The lower edge of a bin, or the upper edge of the one before it.
    pub fn edge(&self, bin: usize) -> String {
        let edge = self.histogram.edge(bin);
        if self.is_signed {
            signed(edge, self.places())
        } else {
            decimals(edge, self.places())
        }
    }

    /// A row for each bin, with its ends and its count.
    pub fn table(&self) -> Table {
        let mut rows = Vec::new();
        for (bin, count) in self.histogram.counts.iter().enumerate() {
            let ends = format!("{} to {}", self.edge(bin), self.edge(bin + 1));
            rows.push(vec![Cell::Text(ends), Cell::count(*count)]);
        }
        Table::new([Column::new(""), Column::new("")])
            .titled(&self.title)
            .with_rows(rows)
            .with_bars(1, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_one_group_share_its_name_and_bars_are_parts_of_the_largest_number() {
        let [p, r] = ["P", "R"].map(|name| Column::new(name).in_group("Pearson"));
        let score = |value| Cell::Score { value, places: 2 };
        let row = |x| vec![Cell::Text("A".into()), score(Some(x)), score(None)];
        let table = Table::new([Column::new(""), p, r])
            .with_rows([row(0.5), row(0.25)])
            .with_bars(1, None);
        assert_eq!(table.column_groups(), [("", 1), ("Pearson", 2)]);
        assert_eq!(
            table
                .rows
                .iter()
                .map(|row| table.bar_length(row))
                .collect::<Vec<_>>(),
            [Some(1.0), Some(0.5)]
        );
    }
}
