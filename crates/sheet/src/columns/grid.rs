//! The columns of a table, as wide as they can be: numbers are never cut, words are cut before a column is left out for
//! them, and the columns of the highest rank go first.

use bertscope_printable::printable;
use unicode_width::UnicodeWidthStr;

use super::{Part, Tone, chart, tone};
use crate::cell::BEST_MARK;
use crate::label::{align_left, align_right, fit};
use crate::{Cell, ChartSize, Row, Table};

/// Columns of characters that words have at least, if they are as long.
const MIN_WORDS: usize = 12;

/// Columns of characters of words where not even the columns that always stay have room.
const MIN_CUT_WORDS: usize = 4;

/// Columns of characters of words that are hardly missed when the rest is cut.
const COMFORTABLE_WORDS: usize = 24;

/// Blanks by which a part of a row above is indented.
const INDENT: usize = 1;

pub(super) struct Grid<'a> {
    table: &'a Table,
    columns: Vec<PlacedColumn>,
    /// Blanks between two columns.
    gap: usize,
    /// Columns of characters of a whole line; `None` if there is no end.
    room: Option<usize>,
}

/// A column that is shown.
struct PlacedColumn {
    /// Its number in the table.
    at: usize,
    name: String,
    is_number: bool,
    /// Whether a mark follows some of its numbers.
    has_marks: bool,
    width: usize,
    /// How wide it may become where there is room.
    natural: usize,
}

impl<'a> Grid<'a> {
    pub(super) fn new(table: &'a Table, room: Option<usize>) -> Self {
        let Some(width) = room else {
            let mut columns = placed_columns(table, true);
            columns.retain(|column| !table.columns[column.at].repeats);
            for column in &mut columns {
                column.width = column.natural;
            }
            return Self {
                table,
                columns,
                gap: 2,
                room,
            };
        };
        let mut columns = placed_columns(table, true);
        if comfortable_width(table, &columns, 2) > width {
            columns = placed_columns(table, false);
        }
        leave_out_bars(table, &mut columns, width);
        leave_out(table, &mut columns, width);
        squeeze(table, &mut columns, width);
        let gap = if total_width(&columns, 2) <= width {
            2
        } else {
            1
        };
        widen(table, &mut columns, gap, width);
        Self {
            table,
            columns,
            gap,
            room,
        }
    }

    /// The lines of names: none, one, or two if columns have groups.
    pub(super) fn header(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.table.column_groups().len() > 1 {
            lines.push(self.group_line());
        }
        if self.table.has_header() {
            let mut line = String::new();
            for column in &self.columns {
                if !line.is_empty() {
                    line += &" ".repeat(self.gap);
                }
                line += &self.heading(column);
            }
            lines.push(self.within_room(&line));
        }
        lines
    }

    fn heading(&self, column: &PlacedColumn) -> String {
        let axis = self.table.columns[column.at].axis.as_ref();
        match axis.and_then(|axis| Some((axis, axis.ends.as_ref()?))) {
            Some((axis, ends)) => chart::header(axis, ends, column.width),
            None => aligned(&column.name, column),
        }
    }

    fn within_room(&self, line: &str) -> String {
        match self.room {
            Some(room) => fit(line.trim_end(), room as u16),
            None => line.to_owned(),
        }
    }

    /// The names of the groups, each where its first column begins to have text.
    fn group_line(&self) -> String {
        let mut line = String::new();
        let mut start = 0;
        let mut before = None;
        for column in &self.columns {
            let group = self.table.columns[column.at].group;
            if let Some(name) = group
                && group != before
            {
                let text_start = start + column.width - column.name.width().min(column.width);
                // At least one blank is between two names, if they are wider than their columns.
                let least = usize::from(!line.is_empty());
                line += &" ".repeat(text_start.saturating_sub(line.width()).max(least));
                line += name;
            }
            before = group;
            start += column.width + self.gap;
        }
        line
    }

    /// The cells of a row, with the gaps between them.
    pub(super) fn row(&self, row: &Row) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut used = 0;
        for (place, column) in self.columns.iter().enumerate() {
            let Some(cell) = row.cells.get(column.at) else {
                break;
            };
            if place > 0 {
                parts.push(Part::new(" ".repeat(self.gap), Tone::Plain));
                used += self.gap;
            }
            if column.at + 1 == row.cells.len() && self.table.has_rest_of_row(row) {
                let text = self.rest_of_row(cell, row, column.at, used);
                parts.push(Part::new(text, tone(cell, row)));
                break;
            }
            parts.extend(self.cell(cell, row, column));
            used += column.width;
        }
        parts
    }

    /// The last cell of a row, in the room that is left.
    fn rest_of_row(&self, cell: &Cell, row: &Row, at: usize, used: usize) -> String {
        let whole = cell_text(cell, row, at);
        let Some(room) = self.room else {
            return whole;
        };
        let room = room.saturating_sub(used);
        match cell {
            Cell::Excerpt { text, from } if *from > 0 && whole.width() > room => {
                let part = format!("{}…{}", indent(row, at), printable(&text[*from..]));
                fit(&part, room as u16)
            }
            _ => fit(&whole, room as u16),
        }
    }

    fn cell(&self, cell: &Cell, row: &Row, column: &PlacedColumn) -> Vec<Part> {
        if let (Cell::Chart(chart), Some(axis)) = (cell, &self.table.columns[column.at].axis) {
            return chart::parts(chart, axis, column.width);
        }
        let text = cell_text(cell, row, column.at);
        vec![Part::new(aligned(&text, column), tone(cell, row))]
    }
}

fn aligned(text: &str, column: &PlacedColumn) -> String {
    let width = column.width as u16;
    if column.has_marks && !text.ends_with(BEST_MARK) {
        // Digits are below digits.
        align_right(text, width - 1) + " "
    } else if column.is_number {
        align_right(text, width)
    } else {
        align_left(text, width)
    }
}

fn cell_text(cell: &Cell, row: &Row, at: usize) -> String {
    indent(row, at) + &printable(&cell.text())
}

fn indent(row: &Row, at: usize) -> String {
    let depth = if at == 0 { row.depth } else { 0 };
    " ".repeat(INDENT * usize::from(depth))
}

/// The columns with the least width that each can have.
fn placed_columns(table: &Table, with_full_names: bool) -> Vec<PlacedColumn> {
    let mut columns = Vec::new();
    for (at, column) in table.columns.iter().enumerate() {
        let name = match &column.short_name {
            Some(short) if !with_full_names => short,
            _ => &column.name,
        };
        let name = printable(name);
        let (least, natural) = match &column.axis {
            Some(axis) => match axis.size {
                ChartSize::Small => (6, 6),
                ChartSize::Large => (10, 48),
            },
            None => text_widths(table, at),
        };
        let has_marks = table.column_cells(at).any(Cell::is_best);
        let name_width = name.width() + usize::from(has_marks);
        columns.push(PlacedColumn {
            at,
            is_number: table.is_number(at),
            has_marks,
            width: least.max(name_width),
            natural: natural.max(name_width),
            name,
        });
    }
    columns
}

/// The least and the natural width of a column of words or numbers.
fn text_widths(table: &Table, at: usize) -> (usize, usize) {
    let has_marks = table.column_cells(at).any(Cell::is_best);
    let mut least = 0;
    let mut natural = 0;
    for row in &table.rows {
        let Some(cell) = row.cells.get(at) else {
            continue;
        };
        if at + 1 == row.cells.len() && table.has_rest_of_row(row) {
            continue;
        }
        let has_room_for_mark = has_marks && !cell.is_best();
        let width = cell_text(cell, row, at).width() + usize::from(has_room_for_mark);
        natural = natural.max(width);
        least = least.max(if cell.is_words() {
            width.min(MIN_WORDS)
        } else {
            width
        });
    }
    (least, natural)
}

fn total_width(columns: &[PlacedColumn], gap: usize) -> usize {
    let widths: usize = columns.iter().map(|column| column.width + gap).sum();
    widths.saturating_sub(gap)
}

/// The width in which full names and charts stand without taking room from words.
fn comfortable_width(table: &Table, columns: &[PlacedColumn], gap: usize) -> usize {
    let widths = columns.iter().map(|column| {
        let is_chart = table.columns[column.at].axis.is_some();
        let wanted = if is_chart {
            0
        } else {
            column.natural.min(COMFORTABLE_WORDS)
        };
        wanted.max(column.width) + gap
    });
    widths.sum::<usize>().saturating_sub(gap)
}

/// Leaves out the columns of the highest rank until the others fit; those of rank 0 stay, even if they do not.
fn leave_out(table: &Table, columns: &mut Vec<PlacedColumn>, room: usize) {
    while wanted_width(table, columns) > room {
        let ranks = columns.iter().map(|column| table.columns[column.at].rank);
        let highest = ranks.max().unwrap_or(0);
        if highest == 0 {
            break;
        }
        columns.retain(|column| table.columns[column.at].rank < highest);
    }
}

/// Leaves out bars beside their numbers, and before them the columns of a higher rank, where words would be cut for them.
fn leave_out_bars(table: &Table, columns: &mut Vec<PlacedColumn>, room: usize) {
    while comfortable_width(table, columns, 1) > room {
        let bars = columns.iter().map(|column| &table.columns[column.at]);
        if !bars.clone().any(|column| column.repeats) {
            break;
        }
        let highest = bars.map(|column| column.rank).max().unwrap_or(0);
        columns.retain(|column| {
            let column = &table.columns[column.at];
            column.rank < highest || highest == 0 && !column.repeats
        });
    }
}

/// Cuts the longest words and their names until the columns that always stay fit: a number that is cut is another one.
fn squeeze(table: &Table, columns: &mut [PlacedColumn], room: usize) {
    while total_width(columns, 1) > room {
        let words = columns.iter_mut().filter(|column| {
            let is_chart = table.columns[column.at].axis.is_some();
            !column.is_number && !is_chart && column.width > MIN_CUT_WORDS
        });
        let Some(longest) = words.max_by_key(|column| column.width) else {
            break;
        };
        longest.width -= 1;
    }
}

/// The width for which columns of a higher rank are left out.
fn wanted_width(table: &Table, columns: &[PlacedColumn]) -> usize {
    let mut width = columns.len().saturating_sub(1);
    for column in columns {
        width += if table.columns[column.at].is_uncut {
            column.natural
        } else {
            column.width
        };
    }
    width
}

/// Gives the room that is left to words, then to remarks, then to charts.
fn widen(table: &Table, columns: &mut [PlacedColumn], gap: usize, room: usize) {
    let mut left = room.saturating_sub(total_width(columns, gap));
    for turn in [Turn::Words, Turn::Remarks, Turn::Charts] {
        for column in columns.iter_mut() {
            if Turn::of(table, column.at) != turn {
                continue;
            }
            let more = (column.natural - column.width).min(left);
            column.width += more;
            left -= more;
        }
    }
}

/// The order in which columns get the room that is left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Words,
    Remarks,
    Charts,
}

impl Turn {
    fn of(table: &Table, at: usize) -> Self {
        let is_remark = |row: &Row| matches!(row.cells.get(at), Some(Cell::Remark(_)));
        if table.columns[at].axis.is_some() {
            Self::Charts
        } else if table.rows.iter().any(is_remark) {
            Self::Remarks
        } else {
            Self::Words
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Axis, Chart, Column, NumberKind};

    fn lines(table: &Table, room: usize) -> Vec<String> {
        let grid = Grid::new(table, Some(room));
        let mut lines = grid.header();
        for row in &table.rows {
            lines.push(
                grid.row(row)
                    .iter()
                    .map(|part| part.text.as_str())
                    .collect(),
            );
        }
        lines
    }

    #[test]
    fn columns_are_aligned_by_what_is_in_them_and_the_least_important_ones_give_way() {
        let columns = [
            Column::new(""),
            Column::new("F1"),
            Column::new("interval").ranked(2),
            Column::new("kind").ranked(1),
        ];
        let row = |name: &str, f1: f64| {
            Row::new([
                Cell::named(name),
                Cell::mean(Some(f1)),
                Cell::named("[0, 1]"),
                Cell::named("numbers"),
            ])
        };
        let table = Table::new(columns).with_rows([row("a", 0.5), row("漢字", 0.25)]);
        assert_eq!(
            lines(&table, 80),
            [
                "           F1  interval  kind",
                "a     0.50000  [0, 1]    numbers",
                "漢字  0.25000  [0, 1]    numbers"
            ]
        );
        assert_eq!(
            lines(&table, 24),
            [
                "           F1  kind",
                "a     0.50000  numbers",
                "漢字  0.25000  numbers"
            ]
        );
    }

    #[test]
    fn a_mark_moves_no_digit_and_names_worth_more_than_a_column_stay_whole() {
        let columns = [
            Column::new("cause").uncut(),
            Column::new("F1"),
            Column::new("P").ranked(1),
        ];
        let row = |name: &str, kind: NumberKind| {
            Row::new([
                Cell::named(name),
                Cell::number(0.5, kind),
                Cell::number(0.25, NumberKind::RoundedScore),
            ])
        };
        let text = Cell::Excerpt {
            text: "the same start, another end".to_owned(),
            from: 16,
        };
        let table = Table::new(columns).with_rows([
            row("drift that flipped a match", NumberKind::BestScore),
            Row::new([text]).indented(1),
            row("drift", NumberKind::RoundedScore),
        ]);
        assert_eq!(
            lines(&table, 36),
            [
                "cause                          F1",
                "drift that flipped a match  .5000▴",
                " the same start, another end",
                "drift                       .5000 "
            ]
        );
        assert_eq!(
            lines(&table, 20)[1..3],
            ["drift that …  .5000▴", " …another end"]
        );
    }

    #[test]
    fn a_bar_beside_its_number_goes_before_words_are_cut() {
        let columns = [
            Column::new("word"),
            Column::new("cost"),
            Column::chart("", Axis::new(0.0, 1.0, ChartSize::Small)).repeating(),
        ];
        let row = Row::new([
            Cell::word("incomprehensibilities"),
            Cell::count(12_345),
            Chart::Bar(1.0).into(),
        ]);
        let table = Table::new(columns).with_rows([row]);
        let rows = [37, 34].map(|room| lines(&table, room)[1].clone());
        assert_eq!(
            rows,
            [
                "incomprehensibilities  12,345  ━━━━━━",
                "incomprehensibilities  12,345"
            ]
        );
    }

    #[test]
    fn words_are_cut_before_a_column_goes_and_numbers_never() {
        let columns = [
            Column::new("word"),
            Column::new("remark").ranked(1),
            Column::new("cost"),
        ];
        let row = Row::new([
            Cell::word("incomprehensibilities"),
            Cell::remark("several words of the other text"),
            Cell::count(12_345),
        ]);
        let table = Table::new(columns).with_rows([row]);
        let rows = [40, 32, 28].map(|room| lines(&table, room)[1].clone());
        assert_eq!(
            rows,
            [
                "incomprehensibili…  several wor…  12,345",
                "incomprehen… several wor… 12,345",
                "incomprehensibiliti…  12,345"
            ]
        );
        assert_eq!(lines(&table, 15)[1], "incompr… 12,345");
    }
}
