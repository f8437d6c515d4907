//! Lays a table out in columns of characters, for text and for the terminal.

use unicode_width::UnicodeWidthStr;

use super::{Cell, Table};
use crate::label::{align_left, align_right, fit};
use bertscope_printable::printable;

/// Blanks between two columns.
const GAP: usize = 2;

/// A table as text in columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The lines of names: none, one, or two if columns have groups.
    pub header: Vec<String>,
    /// The cells of each row, each as wide as its column and with the gap before it.
    pub rows: Vec<Vec<String>>,
    /// The columns that are shown.
    pub columns: Vec<usize>,
    /// The width of all columns.
    pub width: usize,
}

impl Grid {
    /// Lays a table out. To fit `room`, words are cut to `words` characters, and then the columns of the highest rank are
    /// left out.
    pub fn new(table: &Table, room: usize, words: u16) -> Self {
        let cells = |most: u16| -> Vec<Vec<String>> {
            let shown = |cell: &Cell| fit(&printable(&cell.text()), most);
            table
                .rows
                .iter()
                .map(|row| row.iter().map(shown).collect())
                .collect()
        };
        let names: Vec<String> = table
            .columns
            .iter()
            .map(|column| printable(&column.name))
            .collect();
        let widths = |rows: &[Vec<String>]| -> Vec<usize> {
            let width = |at: usize| {
                rows.iter()
                    .map(|row| row[at].width())
                    .fold(names[at].width(), usize::max)
            };
            (0..names.len()).map(width).collect()
        };
        let whole = cells(u16::MAX);
        let is_too_wide = widths(&whole)
            .iter()
            .map(|width| width + GAP)
            .sum::<usize>()
            > room.saturating_add(GAP);
        let rows = if is_too_wide { cells(words) } else { whole };
        let widths = widths(&rows);
        let mut columns: Vec<usize> = (0..names.len()).collect();
        let total = |columns: &[usize]| {
            columns
                .iter()
                .map(|at| widths[*at] + GAP)
                .sum::<usize>()
                .saturating_sub(GAP)
        };
        while total(&columns) > room {
            let rank = columns
                .iter()
                .map(|at| table.columns[*at].rank)
                .max()
                .unwrap_or(0);
            if rank == 0 {
                break;
            }
            columns.retain(|at| table.columns[*at].rank < rank);
        }
        let is_number = |at: usize| {
            table.rows.iter().any(|row| row[at].is_number()) || table.rows.is_empty() && at > 0
        };
        let line = |cells: &[String]| -> Vec<String> {
            let cell = |(place, &at): (usize, &usize)| {
                let width = widths[at] as u16;
                let text = if is_number(at) {
                    align_right(&cells[at], width)
                } else {
                    align_left(&cells[at], width)
                };
                if place == 0 {
                    text
                } else {
                    " ".repeat(GAP) + &text
                }
            };
            columns.iter().enumerate().map(cell).collect()
        };
        let mut header: Vec<String> = Vec::new();
        if table.column_groups().len() > 1 {
            header.push(group_line(table, &columns, &widths));
        }
        if table.has_header() {
            header.push(line(&names).concat());
        }
        let width = total(&columns);
        Self {
            header,
            rows: rows.iter().map(|row| line(row)).collect(),
            columns,
            width,
        }
    }
}

/// The names of the groups, each where its first column begins to have text.
fn group_line(table: &Table, columns: &[usize], widths: &[usize]) -> String {
    let (mut text, mut end, mut before) = (String::new(), 0, None);
    for (place, &at) in columns.iter().enumerate() {
        let group = table.columns[at].group;
        if let Some(name) = group.filter(|_| group != before) {
            let from = end + if place == 0 { 0 } else { GAP } + widths[at]
                - table.columns[at].name.width().min(widths[at]);
            text += &" ".repeat(
                from.saturating_sub(text.width())
                    .max(usize::from(!text.is_empty())),
            );
            text += name;
        }
        before = group;
        end += widths[at] + if place == 0 { 0 } else { GAP };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::Column;
    use super::*;

    #[test]
    fn columns_are_aligned_by_what_is_in_them_and_the_least_important_ones_give_way() {
        let columns = [
            Column::new(""),
            Column::new("F1"),
            Column::new("interval").ranked(2),
            Column::new("kind").ranked(1),
        ];
        let row = |name: &str, f1: f64| {
            vec![
                Cell::named(name),
                Cell::score(Some(f1)),
                Cell::named("[0, 1]"),
                Cell::named("numbers"),
            ]
        };
        let table = Table::new(columns).with_rows([row("a", 0.5), row("漢字", 0.25)]);
        let lines = |room: usize| {
            let grid = Grid::new(&table, room, 20);
            grid.header
                .iter()
                .cloned()
                .chain(grid.rows.iter().map(|row| row.concat()))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            lines(80),
            [
                "           F1  interval  kind   ",
                "a     0.50000  [0, 1]    numbers",
                "漢字  0.25000  [0, 1]    numbers"
            ]
        );
        assert_eq!(
            lines(24),
            [
                "           F1  kind   ",
                "a     0.50000  numbers",
                "漢字  0.25000  numbers"
            ]
        );
        assert_eq!(lines(3)[1], "a     0.50000");
    }
}
