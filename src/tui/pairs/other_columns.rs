//! The other columns of the file, such as the system of a candidate. Most have few values, so each value is stored once
//! and rows store its number.

use std::collections::HashMap;
use std::sync::Arc;

use unicode_width::UnicodeWidthStr;

use bertscope_pairs::{OtherColumn, parse_human_score};

/// The column of differences in kind, which is computed and not in the file.
pub const KINDS_COLUMN: &str = "kinds";

/// Maximum number of columns: objects of JSON Lines may each have other names.
const MAX_COLUMNS: usize = 32;

/// Longest value that counts for the width of a column.
const MAX_COLUMN_WIDTH: usize = 24;

/// The number for a row without a value.
const NO_VALUE: u32 = 0;

/// The columns, in the order of their first occurrence.
#[derive(Debug, Clone, Default)]
pub struct OtherColumns {
    columns: Vec<Column>,
}

/// A column.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its name.
    pub name: Arc<str>,
    /// Its distinct values.
    pub values: Vec<Arc<str>>,
    /// Width of the widest value or the name on the screen, up to 24 columns.
    pub width: u16,
    /// For each row, the number of its value, from 1.
    rows: Vec<u32>,
}

impl Column {
    fn new(name: Arc<str>) -> Self {
        let width = name.width().min(MAX_COLUMN_WIDTH) as u16;
        Self { name, values: Vec::new(), width, rows: Vec::new() }
    }

    /// The index in [`Self::values`] of a row's value; `None` for a row without one.
    pub fn value_at(&self, row: usize) -> Option<usize> {
        (*self.rows.get(row)? as usize).checked_sub(1)
    }

    /// Whether it has numbers and nothing else.
    pub fn is_numeric(&self) -> bool {
        let numbers: Result<Vec<_>, _> = self.values.iter().map(|value| parse_human_score(value)).collect();
        numbers.is_ok_and(|numbers| numbers.iter().any(Option::is_some))
    }

    /// A row's value.
    pub fn value(&self, row: usize) -> Option<&str> {
        self.value_at(row).map(|index| &*self.values[index])
    }
}

impl OtherColumns {
    /// Adds the values of the next rows; the first has this index.
    pub fn add(&mut self, piece: ColumnsChunk, first: usize) {
        for (at, more) in piece.0.into_iter().enumerate() {
            if at == self.columns.len() {
                self.columns.push(Column::new(Arc::clone(&more.name)));
            }
            let column = &mut self.columns[at];
            column.rows.resize(first, NO_VALUE);
            column.rows.extend(more.rows);
            let widest = more.values.iter().map(|value| value.width().min(MAX_COLUMN_WIDTH)).max().unwrap_or(0);
            column.width = column.width.max(widest as u16);
            column.values.extend(more.values);
        }
    }

    /// The columns.
    pub fn iter(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter()
    }

    /// The index of the column with this name, ignoring case.
    pub fn index_of_name(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name.to_lowercase() == name.to_lowercase())
    }

    /// A row's value in a column.
    pub fn value(&self, row: usize, name: &str) -> Option<&str> {
        self.columns.get(self.index_of_name(name)?)?.value(row)
    }

    /// The names and values of a row.
    pub fn values_in_row(&self, row: usize) -> impl Iterator<Item = (&str, &str)> {
        self.columns.iter().filter_map(move |column| Some((&*column.name, column.value(row)?)))
    }
}

/// The other columns of the next chunk of rows; columns of earlier chunks come first.
#[derive(Debug, Clone, Default)]
pub struct ColumnsChunk(Vec<ColumnRows>);

#[derive(Debug, Clone)]
struct ColumnRows {
    name: Arc<str>,
    /// Values that are new in this chunk.
    values: Vec<Arc<str>>,
    rows: Vec<u32>,
}

/// The numbers of the values of a column.
type ValueNumbers = HashMap<Arc<str>, u32>;

/// Numbers the values while the file is read.
#[derive(Debug, Default)]
pub struct ColumnsReader {
    known: Vec<(Arc<str>, ValueNumbers)>,
    piece: ColumnsChunk,
    /// Rows of the chunk.
    rows: usize,
}

impl ColumnsReader {
    /// Adds the next row; one without a pair has no columns.
    pub fn add(&mut self, others: &[OtherColumn]) {
        for other in others {
            let Some(at) = self.column_index(&other.name) else { continue };
            let numbers = &mut self.known[at].1;
            let more = &mut self.piece.0[at];
            let number = numbers.get(&*other.value).copied().unwrap_or_else(|| {
                let value: Arc<str> = other.value.as_str().into();
                let number = numbers.len() as u32 + 1;
                numbers.insert(Arc::clone(&value), number);
                more.values.push(value);
                number
            });
            more.rows.resize(self.rows, NO_VALUE);
            more.rows.push(number);
        }
        self.rows += 1;
    }

    /// The index of a column; `None` if there are too many.
    fn column_index(&mut self, name: &Arc<str>) -> Option<usize> {
        let known = self.known.iter().position(|(known, _)| Arc::ptr_eq(known, name) || known == name);
        if known.is_none() && self.known.len() < MAX_COLUMNS {
            self.known.push((Arc::clone(name), ValueNumbers::new()));
            self.piece.0.push(ColumnRows { name: Arc::clone(name), values: Vec::new(), rows: Vec::new() });
            return Some(self.known.len() - 1);
        }
        known
    }

    /// Takes the columns read since the last chunk.
    pub fn take(&mut self) -> ColumnsChunk {
        let empty = self.known.iter().map(|(name, _)| ColumnRows {
            name: Arc::clone(name),
            values: Vec::new(),
            rows: Vec::new(),
        });
        self.rows = 0;
        std::mem::replace(&mut self.piece, ColumnsChunk(empty.collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(others: &[(&str, &str)]) -> Vec<OtherColumn> {
        others.iter().map(|(name, value)| OtherColumn { name: (*name).into(), value: (*value).to_owned() }).collect()
    }

    #[test]
    fn values_come_back_from_pieces_whichever_row_names_a_column_first() {
        let rows = [
            row(&[("lp", "de-en"), ("system", "A")]),
            row(&[]),
            row(&[("lp", "cs-en"), ("system", "A")]),
            row(&[("year", "2017"), ("lp", "de-en")]),
            row(&[]),
        ];
        for size in 1..=rows.len() {
            let (mut reader, mut columns, mut first) = (ColumnsReader::default(), OtherColumns::default(), 0);
            for piece in rows.chunks(size) {
                for row in piece {
                    reader.add(row);
                }
                columns.add(reader.take(), first);
                first += piece.len();
            }
            for (index, row) in rows.iter().enumerate() {
                let mut expected: Vec<(&str, &str)> = row.iter().map(|other| (&*other.name, &*other.value)).collect();
                let mut found: Vec<(&str, &str)> = columns.values_in_row(index).collect();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "row {index} in pieces of {size}");
            }
            assert_eq!(columns.iter().map(|column| column.values.len()).collect::<Vec<_>>(), [2, 1, 1]);
            assert_eq!((columns.index_of_name("LP"), columns.index_of_name("no")), (Some(0), None));
        }
    }

    #[test]
    fn at_most_thirty_two_columns_are_kept() {
        let mut reader = ColumnsReader::default();
        for i in 0..100 {
            reader.add(&row(&[(&format!("c{i}"), "x")]));
        }
        let mut columns = OtherColumns::default();
        columns.add(reader.take(), 0);
        assert_eq!(
            (columns.iter().count(), columns.values_in_row(31).count(), columns.values_in_row(32).count()),
            (32, 1, 0)
        );
    }
}
