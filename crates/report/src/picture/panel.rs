//! An explanation on a page of several pictures: its rows in blocks, side by side where there is room.

use maud::{Markup, html};

use super::html::row;
use super::label::clean;
use crate::explanation::Section;

/// Columns of a row: what a telephone and half a printed page have room for.
pub const COLUMNS: u16 = 48;

/// Most rows of a block: a long text has a row for each token, and the first ones say most.
const MOST_ROWS: usize = 20;

/// The explanation, of the text that `name` names where there are several. The style of [`super::figure`] goes with it.
#[must_use]
pub fn panel(section: &Section, name: Option<&str>) -> Markup {
    html! {
        div .panel {
            h3 { (section.title) @if let Some(name) = name { " " span .quiet { (name) } } }
            p { (clean(&section.lead)) }
            div .blocks {
                @for block in section.rows.split(|row| row.text.is_empty()).filter(|block| !block.is_empty()) {
                    div .block {
                        @for line in block.iter().take(MOST_ROWS) { div .row { (row(&line.spans)) } }
                        @if block.len() > MOST_ROWS { div .row.quiet { "… and " (block.len() - MOST_ROWS) " more" } }
                    }
                }
            }
        }
    }
}
