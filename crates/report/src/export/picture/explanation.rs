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
pub const MAX_ROWS: usize = 80;

/// Width of the widest row in pixels.
pub fn width(section: &Section) -> f32 {
    let rows = lines(&section.sheet.blocks, COLUMNS);
    let columns = rows.iter().map(|row| row.text().width()).max();
    columns.unwrap_or(0) as f32 * COLUMN
}

/// Adds the rows below `y`; returns where they end.
pub fn add_rows(layout: &mut Layout, section: &Section, x: f32, mut y: f32) -> f32 {
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

/// Names begin where their columns begin and numbers end where they end. Of a chart, each character has its own place.
fn add_part(layout: &mut Layout, part: &Part, (x, y): (f32, f32), mut column: usize) {
    let role = match part.tone {
        Tone::Strong | Tone::Accent => Role::Number,
        Tone::Warning => Role::Warning,
        Tone::Quiet | Tone::Rest => Role::Quiet,
        Tone::Plain | Tone::Up | Tone::Down | Tone::Bar | Tone::Heat(_) => Role::Text,
    };
    let pieces: Vec<&str> = match part.tone {
        Tone::Bar | Tone::Rest => part.text.split_inclusive(|_| true).collect(),
        // The names of all columns are one part.
        _ => part.text.split_inclusive("  ").collect(),
    };
    for piece in pieces {
        let start = column + piece.len() - piece.trim_start().len();
        let text = clean(piece.trim());
        let left = x + start as f32 * COLUMN;
        let width = text.width() as f32 * COLUMN;
        column += piece.width();
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
                width,
                height,
            });
            continue;
        }
        let text = label::fit(&text, width + COLUMN, SIZE);
        let is_number = !text.contains(char::is_alphabetic);
        let at = if is_number { left + width } else { left };
        let text = Text::new(at, y, SIZE, role, text);
        layout.texts.push(if is_number {
            text.anchored(Anchor::End)
        } else {
            text
        });
    }
}
