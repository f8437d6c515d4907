//! An explanation in a picture: its rows in columns as wide as a digit, bars and blocks as rectangles.

use unicode_width::UnicodeWidthStr;

use super::geometry::{Anchor, Area, Layout, Role, Text};
use super::label;
use crate::escaping::clean;
use crate::explanation::{COLUMNS, Section};
use bertscope_sheet::columns::{Part, Tone, lines};

/// Width of a column, height of a row and font size, in pixels.
const COLUMN: f32 = 7.4;
const ROW: f32 = 17.0;
const SIZE: f32 = 12.0;

/// Most rows: a long text has a row for each token.
pub(super) const MAX_ROWS: usize = 80;

/// Width of the widest row in pixels.
pub(super) fn width(section: &Section) -> f32 {
    let rows = lines(&section.sheet.blocks, COLUMNS);
    let columns = rows.iter().map(|row| row.text().width()).max();
    columns.unwrap_or(0) as f32 * COLUMN
}

/// Adds the rows below `y`; returns where they end.
pub(super) fn add_rows(layout: &mut Layout, section: &Section, x: f32, mut y: f32) -> f32 {
    for row in lines(&section.sheet.blocks, COLUMNS).iter().take(MAX_ROWS) {
        let mut column = 0;
        y += ROW;
        for part in &row.parts {
            add_part(layout, part, (x, y - 5.0), column);
            column += part.text.width();
        }
    }
    y
}

/// Texts between wide gaps have their own positions; numbers end where their columns end.
fn add_part(layout: &mut Layout, part: &Part, (x, y): (f32, f32), mut column: usize) {
    let role = match part.tone {
        Tone::Strong | Tone::Accent => Role::Number,
        Tone::Warning => Role::Warning,
        Tone::Quiet | Tone::Rest => Role::Quiet,
        Tone::Plain | Tone::Up | Tone::Down | Tone::Bar => Role::Text,
    };
    let is_chart = !part.text.contains(char::is_alphanumeric)
        && part
            .text
            .contains(|c: char| "·●┆│─━".contains(c) || ('▁'..='█').contains(&c));
    let pieces: Vec<&str> = if is_chart {
        part.text.split_inclusive(|_| true).collect()
    } else {
        part.text.split_inclusive("  ").collect()
    };
    for piece in pieces {
        let start = column + piece.len() - piece.trim_start().len();
        let end = start + piece.trim().width();
        let text = clean(piece.trim());
        column += piece.width();
        let left = x + start as f32 * COLUMN;
        let right = x + end as f32 * COLUMN;
        let height = match text.chars().next() {
            None => continue,
            Some('━') => 6.0,
            Some(block @ '▁'..='█') => 1.5 * (block as u32 - 0x2580) as f32,
            Some(_) => 0.0,
        };
        if height > 0.0 {
            layout.bars.push(Area {
                x: left,
                y: y - height,
                width: right - left,
                height,
            });
            continue;
        }
        let is_number = !text.contains(char::is_alphabetic);
        let (at, anchor) = if is_number {
            (right, Anchor::End)
        } else {
            (left, Anchor::Start)
        };
        let text = label::fit(&text, right - left + COLUMN, SIZE);
        layout.texts.push(Text {
            anchor,
            ..Text::new(at, y, SIZE, role, text)
        });
    }
}
