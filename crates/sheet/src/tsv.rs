//! Writes tables for programs, with tabs between the fields.

use bertscope_printable::printable;

use crate::number::all_digits;
use crate::{Cell, Table};

/// A table with the full names of its columns and all digits of its numbers; what is missing is empty.
pub fn table(table: &Table) -> String {
    let names: Vec<String> = table
        .columns
        .iter()
        .map(|column| column.name.clone())
        .collect();
    let mut out = line(&names);
    for row in &table.rows {
        let fields: Vec<String> = row.cells.iter().map(field).collect();
        out += &line(&fields);
    }
    out
}

fn field(cell: &Cell) -> String {
    match cell {
        Cell::Number { value, .. } | Cell::PValue(value) => all_digits(*value),
        Cell::Counts(counts) => counts
            .iter()
            .map(u64::to_string)
            .collect::<Vec<_>>()
            .join("/"),
        _ => cell.text(),
    }
}

/// Fields as a line. Characters that would end a field or a line, which this format cannot quote, become visible symbols, like
/// those that steer a terminal.
pub fn line(fields: &[String]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| printable(field)).collect();
    fields.join("\t") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Column;

    #[test]
    fn numbers_have_all_digits_and_no_text_ends_a_field_or_a_line() {
        let table = Table::new(["name", "F1", "p", "n"].map(Column::new)).with_rows([vec![
            Cell::named("a\tb\n"),
            Cell::mean(Some(0.123_456_789)),
            Cell::PValue(None),
            Cell::count(1_200),
        ]]);
        assert_eq!(
            super::table(&table),
            "name\tF1\tp\tn\na␉b␊\t0.123456789\t\t1200\n"
        );
    }
}
