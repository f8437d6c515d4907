//! An explanation on an HTML page with several pictures: its rows in blocks, side by side if there is room.

use maud::{Markup, html};

use super::html::row;
use crate::escaping::clean;
use crate::explanation::Section;

/// Columns of a row, which fit a phone and half a printed page.
pub const COLUMNS: u16 = 48;

/// Most rows of a block: a long text has a row for each token, and the first ones matter most.
const MAX_ROWS: usize = 20;

/// The explanation; `name` names its text if there are several. It needs the style of [`super::compact`].
pub fn panel(section: &Section, name: Option<&str>) -> Markup {
    html! {
        div .panel {
            h3 { (section.title) @if let Some(name) = name { " " span .quiet { (name) } } }
            p { (clean(&section.lead)) }
            div .blocks {
                @for block in section.rows.split(|row| row.text.is_empty()).filter(|block| !block.is_empty()) {
                    div .block {
                        @for line in block.iter().take(MAX_ROWS) { div .row { (row(&line.spans)) } }
                        @if block.len() > MAX_ROWS { div .row.quiet { "… and " (block.len() - MAX_ROWS) " more" } }
                    }
                }
            }
        }
    }
}
