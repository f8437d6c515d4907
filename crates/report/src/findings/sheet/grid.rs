//! Lays a table out in columns of characters, for text and for the terminal.

use unicode_width::UnicodeWidthStr;

use super::Table;
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
    pub columns: Vec<usize>,
    /// The width of all columns.
    pub width: usize,
}

impl Grid {
    /// Lays a table out in at most `room` columns of characters, if it can be done: words are cut to `words` characters, and
    /// then the columns of the highest rank are left out.
    pub fn new(table: &Table, room: usize, words: u16) -> Self {
        let all: Vec<usize> = (0..table.columns.len()).collect();
        let mut texts = CellTexts::of_whole_cells(table);
        if texts.total_width(&all) > room {
            // Words are cut before a column goes: a short name still says more than none.
            texts = CellTexts::cut_to(table, words);
        }
        let columns = columns_that_fit(table, &texts, all, room);
        let mut header = Vec::new();
        if table.column_groups().len() > 1 {
            header.push(group_line(table, &texts, &columns));
        }
        if table.has_header() {
            header.push(texts.line(&texts.names, &columns).concat());
        }
        let rows = texts.rows.iter().map(|row| texts.line(row, &columns));
        Self {
            header,
            rows: rows.collect(),
            width: texts.total_width(&columns),
            columns,
        }
    }
}

/// The texts of a table, and the width and alignment that they give its columns.
struct CellTexts {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
    widths: Vec<usize>,
    /// Whether a column stands at the right.
    is_number: Vec<bool>,
}

impl CellTexts {
    fn of_whole_cells(table: &Table) -> Self {
        Self::cut_to(table, u16::MAX)
    }

    /// The texts with at most so many characters in a cell; names of columns are never cut.
    fn cut_to(table: &Table, most: u16) -> Self {
        let names: Vec<String> = table
            .columns
            .iter()
            .map(|column| printable(&column.name))
            .collect();
        let mut widths: Vec<usize> = names.iter().map(|name| name.width()).collect();
        // In a table without rows only the first column, which names the rows, stands at the left.
        let mut is_number: Vec<bool> = (0..names.len())
            .map(|at| table.rows.is_empty() && at > 0)
            .collect();
        let mut rows = Vec::new();
        for cells in &table.rows {
            let mut row = Vec::new();
            for (at, cell) in cells.iter().enumerate() {
                let text = fit(&printable(&cell.text()), most);
                widths[at] = widths[at].max(text.width());
                is_number[at] |= cell.is_number();
                row.push(text);
            }
            rows.push(row);
        }
        Self {
            names,
            rows,
            widths,
            is_number,
        }
    }

    fn total_width(&self, columns: &[usize]) -> usize {
        let widths = columns.iter().map(|at| self.widths[*at] + GAP);
        widths.sum::<usize>().saturating_sub(GAP)
    }

    /// The cells of a line, each as wide as its column.
    fn line(&self, texts: &[String], columns: &[usize]) -> Vec<String> {
        let mut cells = Vec::new();
        for &at in columns {
            let width = self.widths[at] as u16;
            let text = if self.is_number[at] {
                align_right(&texts[at], width)
            } else {
                align_left(&texts[at], width)
            };
            let gap = if cells.is_empty() { 0 } else { GAP };
            cells.push(" ".repeat(gap) + &text);
        }
        cells
    }
}

/// The columns that are left once enough of the highest ranks are gone; those of rank 0 stay, even if they do not fit.
fn columns_that_fit(
    table: &Table,
    texts: &CellTexts,
    mut columns: Vec<usize>,
    room: usize,
) -> Vec<usize> {
    while texts.total_width(&columns) > room {
        let ranks = columns.iter().map(|at| table.columns[*at].rank);
        let highest = ranks.max().unwrap_or(0);
        if highest == 0 {
            break;
        }
        columns.retain(|at| table.columns[*at].rank < highest);
    }
    columns
}

/// The names of the groups, each where its first column begins to have text.
fn group_line(table: &Table, texts: &CellTexts, columns: &[usize]) -> String {
    let mut line = String::new();
    let mut start = 0;
    let mut before = None;
    for &at in columns {
        let column = &table.columns[at];
        let width = texts.widths[at];
        if let Some(group) = column.group
            && column.group != before
        {
            let text_start = start + width - column.name.width().min(width);
            // At least one blank is between two names, if they are wider than their columns.
            let least = usize::from(!line.is_empty());
            line += &" ".repeat(text_start.saturating_sub(line.width()).max(least));
            line += group;
        }
        before = column.group;
        start += width + GAP;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::super::{Cell, Column};
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
