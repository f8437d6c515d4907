//! What every sheet has to keep to.

use bertscope_sheet::{Block, Sheet, Subject, Table, columns, html};
use unicode_width::UnicodeWidthStr;

pub fn tables(sheet: &Sheet) -> Vec<&Table> {
    let mut tables = Vec::new();
    for block in &sheet.blocks {
        if let Block::Table(table) = block {
            tables.push(table);
        }
    }
    tables
}

/// Asserts that no line is wider than it may be, that no number is NaN or infinite, that every row that is about itself has a
/// derivation, and that a page shows the derivations without a script and without styles in elements, which its
/// Content-Security-Policy forbids.
pub fn assert_complete(sheet: &Sheet) {
    assert!(!sheet.lead.is_empty());
    for width in [28, 38, 60, 100] {
        for line in columns::sheet_text(sheet, width) {
            assert!(line.width() <= usize::from(width), "{width}: {line:?}");
        }
    }
    for row in sheet.rows() {
        for cell in &row.cells {
            let is_finite = cell.value().is_none_or(f64::is_finite);
            assert!(is_finite, "{row:?}");
        }
        for step in &row.derivation {
            let step = step.to_string();
            assert!(!step.contains("NaN") && !step.contains("inf "), "{step}");
        }
        let has_derivation = !row.derivation.is_empty();
        assert!(
            has_derivation || row.subject != Some(Subject::Row),
            "{row:?}"
        );
    }
    let page = html::sheet_in_file(sheet).into_string();
    let derived = sheet.rows().filter(|row| !row.derivation.is_empty());
    assert_eq!(page.matches("<tr class=\"how\">").count(), derived.count());
    assert!(!page.contains(" style=") && !page.contains("<script"));
}
