//! An explanation on an HTML page with several pictures.

use bertscope_sheet::html::sheet_in_file;
use bertscope_sheet::{Block, Sheet};
use maud::{Markup, html};

use crate::explanation::Section;

/// Most rows of a table: a long text has a row for each token, and the first ones matter most.
const MAX_ROWS: usize = 20;

/// The explanation; `name` names its text if there are several. It needs the style of [`super::compact`].
pub fn panel(section: &Section, name: Option<&str>) -> Markup {
    html! {
        div .panel {
            h3 { (section.title) @if let Some(name) = name { " " span .quiet { (name) } } }
            div .blocks { (sheet_in_file(&shortened(&section.sheet))) }
        }
    }
}

/// The same sheet with the first rows of each table.
fn shortened(sheet: &Sheet) -> Sheet {
    let mut short = Sheet::new(&sheet.lead);
    for block in &sheet.blocks {
        let mut block = block.clone();
        let mut left_out = 0;
        if let Block::Table(table) = &mut block {
            left_out = table.rows.len().saturating_sub(MAX_ROWS);
            table.rows.truncate(MAX_ROWS);
        }
        short.push(block);
        if left_out > 0 {
            short.note(format!("… and {left_out} more"));
        }
    }
    short
}
