//! Tables: columns with names and ranks, rows of cells with their subjects and derivations.

use crate::{Axis, Cell, Chart, ChartSize, Derivation, Highlight, Step, Subject};

/// A table; the first cell of each row names the row.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// What the rows are, where no heading says it.
    pub title: Option<String>,
    /// The columns; there is no line of names if all are empty.
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    /// Whether the columns that have no room on a line follow below the others, instead of being left out. The columns of rank 0
    /// are repeated.
    pub folds: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    pub name: String,
    /// Whether its name is quoted from a text, so that a page shows it as code.
    pub is_quoted: bool,
    /// The name where the full one has no room.
    pub short_name: Option<String>,
    /// The name above it and its neighbours of the same group.
    pub group: Option<String>,
    /// How soon it is left out where not all columns fit: the highest rank first, those of rank 0 never.
    pub rank: u8,
    /// Whether its words are cut only after the columns of a higher rank are left out.
    pub is_uncut: bool,
    /// The scale of its charts; `None` for a column of words or numbers.
    pub axis: Option<Axis>,
    /// Whether it draws the numbers of another column once more: only a screen or a page has room for that.
    pub repeats: bool,
}

/// A row. If it has fewer cells than the table has columns, the last one has the rest of the row.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Row {
    pub cells: Vec<Cell>,
    /// How far it is indented: 1 for a part of the row above it.
    pub depth: u8,
    pub emphasis: Emphasis,
    /// What it is about; `None` if it cannot be selected.
    pub subject: Option<Subject>,
    pub derivation: Derivation,
    /// The parts of the texts that are marked while it is selected; `None` if it is not about parts of them.
    pub highlights: Option<Vec<Highlight>>,
}

/// How a row stands out from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Emphasis {
    #[default]
    None,
    /// It is the one in use.
    Chosen,
    /// It hardly counts.
    Quiet,
    /// It may mislead.
    Warning,
}

impl Column {
    /// A column that is always shown.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            is_quoted: false,
            short_name: None,
            group: None,
            rank: 0,
            is_uncut: false,
            axis: None,
            repeats: false,
        }
    }

    /// A column of charts.
    pub fn chart(name: impl Into<String>, axis: Axis) -> Self {
        Self {
            axis: Some(axis),
            ..Self::new(name)
        }
    }

    /// Small bars that draw the numbers of another column once more; `most` is the number of a full bar.
    pub fn bars(most: f64) -> Self {
        Self::drawing(Axis::new(0.0, most, ChartSize::Small))
    }

    /// Large bars that draw parts of a whole, which the numbers of another column are.
    pub fn parts() -> Self {
        Self::drawing(Axis {
            is_whole: true,
            ..Axis::new(0.0, 1.0, ChartSize::Large)
        })
    }

    /// Charts that draw the numbers of another column once more.
    fn drawing(axis: Axis) -> Self {
        Self {
            repeats: true,
            ..Self::chart("", axis)
        }
    }

    #[must_use]
    pub fn short(self, name: impl Into<String>) -> Self {
        Self {
            short_name: Some(name.into()),
            ..self
        }
    }

    /// The same column under the name of a group.
    #[must_use]
    pub fn in_group(self, group: impl Into<String>) -> Self {
        Self {
            group: Some(group.into()),
            ..self
        }
    }

    #[must_use]
    pub fn ranked(self, rank: u8) -> Self {
        Self { rank, ..self }
    }

    /// The same column, whose words are worth more than the columns that would be left out for them.
    #[must_use]
    pub fn uncut(self) -> Self {
        Self {
            is_uncut: true,
            ..self
        }
    }
}

impl From<&str> for Column {
    fn from(name: &str) -> Self {
        Self::new(name)
    }
}

impl Row {
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Self {
        Self {
            cells: cells.into_iter().collect(),
            ..Self::default()
        }
    }

    /// The same row with a subject, and how its numbers were computed.
    #[must_use]
    pub fn about<S: Into<Step>>(
        self,
        subject: Subject,
        derivation: impl IntoIterator<Item = S>,
    ) -> Self {
        Self {
            subject: Some(subject),
            derivation: derivation.into_iter().map(Into::into).collect(),
            ..self
        }
    }

    /// The same row as a part of the one above it.
    #[must_use]
    pub fn indented(self, depth: u8) -> Self {
        Self { depth, ..self }
    }

    /// The same row as the one in use, if it is.
    #[must_use]
    pub fn chosen_if(self, is_chosen: bool) -> Self {
        if is_chosen {
            self.emphasised(Emphasis::Chosen)
        } else {
            self
        }
    }

    #[must_use]
    pub fn emphasised(self, emphasis: Emphasis) -> Self {
        Self { emphasis, ..self }
    }
}

impl From<Vec<Cell>> for Row {
    fn from(cells: Vec<Cell>) -> Self {
        Self::new(cells)
    }
}

impl Table {
    /// A table without rows; a column that is always shown needs no more than its name.
    pub fn new<C: Into<Column>>(columns: impl IntoIterator<Item = C>) -> Self {
        Self {
            columns: columns.into_iter().map(Into::into).collect(),
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
    pub fn with_rows<R: Into<Row>>(self, rows: impl IntoIterator<Item = R>) -> Self {
        Self {
            rows: rows.into_iter().map(Into::into).collect(),
            ..self
        }
    }

    /// The same table with some of its columns.
    pub(crate) fn with_columns(&self, columns: &[usize]) -> Self {
        let rows = self.rows.iter().map(|row| Row {
            cells: columns.iter().map(|at| row.cells[*at].clone()).collect(),
            ..row.clone()
        });
        Self {
            title: None,
            columns: columns.iter().map(|at| self.columns[*at].clone()).collect(),
            rows: rows.collect(),
            folds: false,
        }
    }

    pub fn push(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// The same table with a further column that draws the numbers of another, as parts of 1 or of the largest number.
    #[must_use]
    pub fn with_bars(mut self, column: usize, is_part: bool) -> Self {
        let numbers: Vec<Option<f64>> = self
            .rows
            .iter()
            .map(|row| row.cells.get(column)?.value())
            .collect();
        let largest = numbers.iter().flatten().copied().fold(0.0, f64::max);
        self.columns.push(if is_part {
            Column::parts()
        } else {
            Column::drawing(Axis::new(0.0, largest, ChartSize::Large))
        });
        for (row, number) in self.rows.iter_mut().zip(numbers) {
            row.cells.push(match number {
                Some(number) => Chart::Bar(number).into(),
                None => Cell::Empty,
            });
        }
        self
    }

    /// Whether there is a line of names.
    pub fn has_header(&self) -> bool {
        self.columns.iter().any(|column| {
            !column.name.is_empty()
                || column
                    .axis
                    .as_ref()
                    .is_some_and(|axis| axis.ends().is_some())
        })
    }

    /// Whether the cells of a column stand at its right: those of numbers do.
    pub fn is_number(&self, column: usize) -> bool {
        match self
            .column_cells(column)
            .find(|cell| !matches!(cell, Cell::Empty))
        {
            Some(cell) => cell.is_number(),
            // In a table without rows only the first column, which names the rows, stands at the left.
            None => self.rows.is_empty() && column > 0,
        }
    }

    /// Whether the last cell of a row has the columns that follow, too.
    pub(crate) fn has_rest_of_row(&self, row: &Row) -> bool {
        row.cells.len() < self.columns.len() && row.cells.last().is_some_and(Cell::is_words)
    }

    /// The cells of a column, without those that have the rest of their row.
    pub(crate) fn column_cells(&self, column: usize) -> impl Iterator<Item = &Cell> + Clone {
        self.rows
            .iter()
            .filter(move |row| column + 1 != row.cells.len() || !self.has_rest_of_row(row))
            .filter_map(move |row| row.cells.get(column))
    }

    /// The groups of neighbouring columns, a column without a group alone; empty if no column has a group.
    pub fn column_groups(&self) -> Vec<&[Column]> {
        if self.columns.iter().all(|column| column.group.is_none()) {
            return Vec::new();
        }
        self.columns
            .chunk_by(|one, next| one.group.is_some() && one.group == next.group)
            .collect()
    }
}
