//! Which columns of a table are shown, and how wide: numbers are never cut, words are cut before a column is left out for
//! them, and the columns of the highest rank go first.

use bertscope_printable::printable;
use unicode_width::UnicodeWidthStr;

use crate::{Cell, ChartSize, Row, Table};

/// Columns of characters that words have at least, if they are as long.
const MIN_WORDS: usize = 12;

/// Columns of characters of words where not even the columns that always stay have room.
const MIN_CUT_WORDS: usize = 4;

/// Columns of characters of words that are hardly missed when the rest is cut.
const COMFORTABLE_WORDS: usize = 24;

/// Blanks between two columns, where there is room.
const GAP: usize = 2;

/// Blanks by which a part of a row above is indented.
const INDENT: usize = 1;

/// The columns that are shown.
pub struct Placement {
    pub columns: Vec<PlacedColumn>,
    /// Blanks between two columns.
    pub gap: usize,
}

/// A column that is shown.
pub struct PlacedColumn {
    /// Its number in the table.
    pub at: usize,
    pub name: String,
    pub is_number: bool,
    /// Whether a mark follows some of its numbers.
    pub has_marks: bool,
    pub width: usize,
    /// How wide it may become where there is room.
    pub natural: usize,
}

impl Placement {
    /// All columns at their natural width, but those that repeat the numbers of others.
    pub fn unlimited(table: &Table) -> Self {
        let mut columns = placed_columns(table, true);
        columns.retain(|column| !table.columns[column.at].repeats);
        for column in &mut columns {
            column.width = column.natural;
        }
        Self { columns, gap: GAP }
    }

    /// The columns that fit `room` columns of characters.
    pub fn within(table: &Table, room: usize) -> Self {
        let mut columns = placed_columns(table, true);
        if comfortable_width(table, &columns, GAP) > room {
            columns = placed_columns(table, false);
        }
        leave_out_bars(table, &mut columns, room);
        leave_out(table, &mut columns, room);
        squeeze(table, &mut columns, room);
        let gap = if total_width(&columns, GAP) <= room {
            GAP
        } else {
            1
        };
        widen(table, &mut columns, gap, room);
        Self { columns, gap }
    }
}

/// The parts of a table that folds, each as wide as `room` if it has more than one column of its own. Several parts say which
/// columns they have.
pub fn folded(table: &Table, room: usize) -> Vec<Table> {
    let mut kept = Vec::new();
    let mut kept_width = 0;
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut used = room;
    for column in placed_columns(table, false) {
        let width = GAP + column.natural.min(COMFORTABLE_WORDS);
        if table.columns[column.at].rank == 0 {
            kept.push(column.at);
            kept_width += width;
            continue;
        }
        used += width;
        if used > room + GAP {
            parts.push(kept.clone());
            used = kept_width + width;
        }
        parts
            .last_mut()
            .expect("the first column begins a part")
            .push(column.at);
    }
    let others = table.columns.len() - kept.len();
    let mut tables: Vec<Table> = parts.iter().map(|part| table.with_columns(part)).collect();
    if tables.len() > 1 {
        let mut first = 1;
        for (table, part) in tables.iter_mut().zip(&parts) {
            let last = first + part.len() - kept.len() - 1;
            table.title = Some(format!("columns {first} to {last} of {others}"));
            first = last + 1;
        }
    }
    tables
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
                ChartSize::Numbers(count) => (count, 4 * count),
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

pub fn cell_text(cell: &Cell, row: &Row, at: usize) -> String {
    indent(row, at) + &printable(&cell.text())
}

pub fn indent(row: &Row, at: usize) -> String {
    let depth = if at == 0 { row.depth } else { 0 };
    " ".repeat(INDENT * usize::from(depth))
}
