//! Writes rows of cells as aligned columns of text.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use bertscope_printable::printable;

/// Writes rows: the first column is left-aligned, the others are right-aligned, two blanks apart.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(out: &mut impl Write, indent: usize, rows: &[Vec<String>]) -> io::Result<()> {
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(|cell| printable(cell)).collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    for row in &rows {
        let cell = |(column, cell): (usize, &String)| {
            let gap = " ".repeat(widths[column].saturating_sub(cell.width()));
            if column == 0 { format!("{cell}{gap}") } else { format!("  {gap}{cell}") }
        };
        let line: String = row.iter().enumerate().map(cell).collect();
        writeln!(out, "{}", format!("{:indent$}{line}", "").trim_end())?;
    }
    Ok(())
}
