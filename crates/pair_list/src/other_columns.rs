//! The other columns of the file, such as the system of a candidate. Most have few values, so each value is stored once
//! and rows store its number.

use std::sync::Arc;

use indexmap::IndexSet;
use unicode_width::UnicodeWidthStr;

use bertscope_pairs::{OtherColumn, parse_human_score};

/// The column of words to look at, which is computed and not in the file.
pub const KINDS_COLUMN: &str = "kinds";

/// Names of columns of scores, in lower case.
const SCORE_COLUMNS: [&str; 5] = ["precision", "recall", "f1", "p", "r"];

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

#[derive(Debug, Clone)]
pub struct Column {
    pub name: Arc<str>,
    /// Its distinct values.
    pub values: IndexSet<Arc<str>>,
    /// Width of the widest value or the name on the screen, up to 24 columns.
    pub width: u16,
    /// For each row, the number of its value, from 1.
    rows: Vec<u32>,
}

impl Column {
    fn new(name: Arc<str>) -> Self {
        let width = name.width().min(MAX_COLUMN_WIDTH) as u16;
        Self {
            name,
            values: IndexSet::new(),
            width,
            rows: Vec::new(),
        }
    }

    /// Adds the value of a row after those before.
    fn add(&mut self, row: usize, value: &str) {
        let index = match self.values.get_index_of(value) {
            Some(index) => index,
            None => {
                self.width = self.width.max(value.width().min(MAX_COLUMN_WIDTH) as u16);
                self.values.insert_full(value.into()).0
            }
        };
        self.rows.resize(row, NO_VALUE);
        self.rows.push(index as u32 + 1);
    }

    /// The index in [`Self::values`] of a row's value; `None` for a row without one.
    pub fn value_at(&self, row: usize) -> Option<usize> {
        (*self.rows.get(row)? as usize).checked_sub(1)
    }

    /// Whether it has numbers and nothing else.
    pub fn is_numeric(&self) -> bool {
        let numbers: Result<Vec<_>, _> = self
            .values
            .iter()
            .map(|value| parse_human_score(value))
            .collect();
        numbers.is_ok_and(|numbers| numbers.iter().any(Option::is_some))
    }

    pub fn value(&self, row: usize) -> Option<&str> {
        self.value_at(row).map(|index| &*self.values[index])
    }
}

impl OtherColumns {
    /// Adds the values of the next rows, the first of which has this index. A row without a pair has none.
    pub fn add(&mut self, rows: Vec<Vec<OtherColumn>>, first: usize) {
        for (row, others) in (first..).zip(rows) {
            for OtherColumn { name, value } in others {
                let known = self
                    .columns
                    .iter()
                    .position(|known| Arc::ptr_eq(&known.name, &name) || known.name == name);
                let at = known.unwrap_or(self.columns.len());
                if known.is_none() && at < MAX_COLUMNS {
                    self.columns.push(Column::new(name));
                }
                if let Some(column) = self.columns.get_mut(at) {
                    column.add(row, &value);
                }
            }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter()
    }

    /// The index of the column with this name, ignoring case.
    pub fn index_of_name(&self, name: &str) -> Option<usize> {
        self.columns
            .iter()
            .position(|column| column.name.to_lowercase() == name.to_lowercase())
    }

    /// Whether the column at this place has saved scores, as its name says.
    pub fn is_score(&self, place: usize) -> bool {
        let Some(column) = self.columns.get(place) else {
            return false;
        };
        let name = column.name.to_lowercase();
        SCORE_COLUMNS.contains(&name.trim_start_matches("raw_"))
    }

    /// A row's value in a column.
    pub fn value(&self, row: usize, name: &str) -> Option<&str> {
        self.columns.get(self.index_of_name(name)?)?.value(row)
    }

    /// The names and values of a row.
    pub fn values_in_row(&self, row: usize) -> impl Iterator<Item = (&str, &str)> {
        self.columns
            .iter()
            .filter_map(move |column| Some((&*column.name, column.value(row)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(others: &[(&str, &str)]) -> Vec<OtherColumn> {
        others
            .iter()
            .map(|(name, value)| OtherColumn {
                name: (*name).into(),
                value: (*value).to_owned(),
            })
            .collect()
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
            let (mut columns, mut first) = (OtherColumns::default(), 0);
            for piece in rows.chunks(size) {
                columns.add(piece.to_vec(), first);
                first += piece.len();
            }
            for (index, row) in rows.iter().enumerate() {
                let mut expected: Vec<(&str, &str)> = row
                    .iter()
                    .map(|other| (&*other.name, &*other.value))
                    .collect();
                let mut found: Vec<(&str, &str)> = columns.values_in_row(index).collect();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "row {index} in pieces of {size}");
            }
            assert_eq!(
                columns
                    .iter()
                    .map(|column| column.values.len())
                    .collect::<Vec<_>>(),
                [2, 1, 1]
            );
            assert_eq!(
                (columns.index_of_name("LP"), columns.index_of_name("no")),
                (Some(0), None)
            );
        }
    }

    #[test]
    fn at_most_thirty_two_columns_are_kept() {
        let mut columns = OtherColumns::default();
        columns.add(
            (0..100).map(|i| row(&[(&format!("c{i}"), "x")])).collect(),
            0,
        );
        assert_eq!(
            (
                columns.iter().count(),
                columns.values_in_row(31).count(),
                columns.values_in_row(32).count()
            ),
            (32, 1, 0)
        );
    }
}
