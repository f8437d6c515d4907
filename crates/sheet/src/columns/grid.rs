//! The lines of a table: its names, and its rows with every cell in its column.

use bertscope_printable::printable;
use unicode_width::UnicodeWidthStr;

use super::placement::{PlacedColumn, Placement, cell_text, indent};
use super::{Part, Tone, chart, tone};
use crate::cell::BEST_MARK;
use crate::label::{align_left, align_right, fit};
use crate::{Cell, Row, Table};

pub struct Grid<'a> {
    table: &'a Table,
    columns: Vec<PlacedColumn>,
    /// Blanks between two columns.
    gap: usize,
    /// Columns of characters of a whole line; `None` if there is no end.
    room: Option<usize>,
}

impl<'a> Grid<'a> {
    pub fn new(table: &'a Table, room: Option<usize>) -> Self {
        let Placement { columns, gap } = match room {
            Some(room) => Placement::within(table, room),
            None => Placement::unlimited(table),
        };
        Self {
            table,
            columns,
            gap,
            room,
        }
    }

    /// The lines of names: none, one, or two if columns have groups.
    pub fn header(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.table.column_groups().len() > 1 {
            lines.push(self.within_room(&self.group_line()));
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
        match axis.and_then(|axis| Some((axis, axis.ends()?))) {
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
            let group = self.table.columns[column.at].group.as_deref();
            if let Some(name) = group
                && group != before
            {
                let text_start = start + column.width - column.name.width().min(column.width);
                // At least one blank is between two names, if they are wider than their columns.
                let least = usize::from(!line.is_empty());
                line += &" ".repeat(text_start.saturating_sub(line.width()).max(least));
                line += &printable(name);
            }
            before = group;
            start += column.width + self.gap;
        }
        line
    }

    /// The cells of a row, with the gaps between them.
    pub fn row(&self, row: &Row) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let mut used = 0;
        for (place, column) in self.columns.iter().enumerate() {
            let Some(cell) = row.cells.get(column.at) else {
                break;
            };
            if place > 0 {
                let before = parts.last().map_or(Tone::Plain, |part| part.tone);
                parts.extend(self.gap_parts(before, tone(cell, row)));
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

    /// The blanks between two cells; each half has the colour of the cell beside it.
    fn gap_parts(&self, before: Tone, after: Tone) -> [Part; 2] {
        let halves = [(before, self.gap / 2), (after, self.gap.div_ceil(2))];
        halves.map(|(tone, blanks)| {
            let tone = match tone {
                Tone::Heat(_) => tone,
                _ => Tone::Plain,
            };
            Part::new(" ".repeat(blanks), tone)
        })
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
        if let Cell::Chart(chart) = cell
            && let Some(axis) = &self.table.columns[column.at].axis
        {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chart, Column, NumberKind};

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
        let columns = [Column::new("word"), Column::new("cost"), Column::bars(1.0)];
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
