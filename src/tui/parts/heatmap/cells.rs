//! The cells of the heatmap: the colour of each, a match symbol, and its number, small or large.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::geometry::MIN_CELL_WIDTH;
use super::{HeatmapPicture, fade};
use crate::tui::common::large_digits::Size;
use crate::tui::common::{large_digits, line_at};
use crate::tui::context::CellMode;
use bertscope_analysis::Side;
use bertscope_explain::sentences::sentence_starts;
use bertscope_report::{label, number};

/// Stands for a number below 0 that has no room.
pub const BELOW_ZERO: &str = "−";

/// Columns of a match symbol before large digits.
const SYMBOL_WIDTH: u16 = 2;

/// What a cell says.
struct Cell {
    value: f32,
    symbol: Option<char>,
    is_crossed: bool,
}

pub fn draw(buffer: &mut Buffer, picture: &HeatmapPicture<'_>) {
    let geometry = picture.geometry;
    let state = picture.state;
    let size = large_digit_size(picture);
    let row_starts = sentence_starts(picture.analysis, Side::Candidate);
    let column_starts = sentence_starts(picture.analysis, Side::Reference);
    for (y, (candidate, row)) in geometry.row_bands().enumerate() {
        let next = geometry.rows.get(y + 1);
        let ends_sentence = next.is_some_and(|next| row_starts.contains(next));
        for (x, (reference, column)) in geometry.column_bands().enumerate() {
            let area = row.intersection(column);
            if area.is_empty() || !state.shows_cell(candidate, reference) {
                continue;
            }
            let crosshair = state.display().cell;
            let cell = Cell {
                value: picture.analysis.cell(candidate, reference),
                symbol: picture.symbol(candidate, reference),
                is_crossed: crosshair.candidate == candidate && crosshair.reference == reference,
            };
            draw_one(buffer, area, picture, &cell, size);
            if ends_sentence && size.is_none() {
                buffer.set_style(line_at(area, area.bottom() - 1), Modifier::UNDERLINED);
            }
            if x > 0 && column_starts.contains(&reference) {
                begin_sentence(buffer, area);
            }
            if let Some(staged) = &state.staged
                && !staged
                    .step()
                    .highlights(picture.analysis, (candidate, reference))
            {
                fade(buffer, area, state);
            }
        }
    }
}

/// A line left of the first column of a sentence, where there is room.
fn begin_sentence(buffer: &mut Buffer, area: Rect) {
    for y in area.top()..area.bottom() {
        let cell = &mut buffer[(area.x, y)];
        if cell.symbol() == " " {
            cell.set_char('▏');
        }
    }
}

fn draw_one(
    buffer: &mut Buffer,
    area: Rect,
    picture: &HeatmapPicture<'_>,
    cell: &Cell,
    size: Option<Size>,
) {
    let theme = &picture.state.look.theme;
    let place = picture.position_on_scale(cell.value);
    let has_digits = picture.geometry.mode == CellMode::Digits;
    let blank = if has_digits {
        ' '
    } else {
        picture.shade(place)
    };
    let mut style = picture.style(place);
    for position in area.positions() {
        buffer[position].set_char(blank).set_style(style);
    }
    if cell.symbol.is_some() {
        style = style.add_modifier(Modifier::BOLD);
    } else if place < 0.0 && !cell.is_crossed {
        style = theme.quiet_cell_style(picture.state.look.palette());
    }
    if cell.is_crossed {
        style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
    }
    if let Some(size) = size {
        draw_large(buffer, area, cell, size, style);
        return;
    }
    let text = match cell.symbol {
        _ if has_digits => digits(cell, area.width),
        _ if cell.is_crossed => "[]".to_owned(),
        Some(symbol) => symbol.to_string(),
        None => return,
    };
    // A number has its own place; a symbol beside none stands in the middle.
    let margin = if has_digits {
        0
    } else {
        area.width.saturating_sub(text.width() as u16) / 2
    };
    let middle = area.y + area.height / 2;
    buffer.set_stringn(area.x + margin, middle, text, area.width.into(), style);
    if has_digits && area.width == MIN_CELL_WIDTH {
        // The first column is the gap to the cell before, also if it has a symbol.
        let gap = if cell.symbol.is_some() {
            theme.strong()
        } else {
            theme.text()
        };
        for y in area.top()..area.bottom() {
            buffer[(area.x, y)].set_style(Style::reset().patch(gap));
        }
    }
}

/// Whether a number is printed with a minus sign, in hundredths.
fn is_below_zero(value: f32) -> bool {
    (value * 100.0).round() < 0.0
}

/// Whether a cell so wide has no room for a number below 0.
pub fn hides_number(value: f32, width: u16) -> bool {
    is_below_zero(value) && number::short(value).chars().count() > number_width(width)
}

/// Columns for a number, beside the symbol or the gap before it.
fn number_width(cell_width: u16) -> usize {
    usize::from(cell_width.saturating_sub(1).min(4))
}

/// A match symbol, a number and, if there is room, brackets under the crosshair. In three columns, the number is
/// hundredths. A number below 0 is shown in full or as a minus sign: rounded to fewer decimals than its neighbours, it
/// would look larger than it is, or like 0.
fn digits(cell: &Cell, width: u16) -> String {
    let value = cell.value;
    let room = number_width(width) as u16;
    let number = match room {
        _ if hides_number(value, width) => label::align_right(BELOW_ZERO, room),
        ..=2 => match hundredths(value) {
            number if number != "1" && number.chars().count() <= 2 => number,
            // Products of hidden states, unlike cosines, exceed 1.
            _ if value < 9.5 => format!("{}.", number::decimals(value, 0)),
            _ => ">9".to_owned(),
        },
        3 => number::shortest(value),
        _ => label::align_left(&number::short(value), room),
    };
    let body = format!("{}{number}", cell.symbol.unwrap_or(' '));
    match width {
        7.. if cell.is_crossed => label::centre(&format!("[{}]", body.trim()), width),
        6.. => label::centre(&body, width),
        _ => body,
    }
}

/// The hundredths of a number: in large digits, or in three columns.
fn hundredths(value: f32) -> String {
    match (value * 100.0).round() as i32 {
        n @ 0..=99 => format!("{n:02}"),
        n @ -99..0 => format!("{BELOW_ZERO}{:02}", -n),
        100 => "1".to_owned(),
        _ => number::without_zero(value, 1),
    }
}

/// The digit size on a projector: the largest for which all cells have room. Different sizes in one matrix would
/// suggest that some cells count more.
fn large_digit_size(picture: &HeatmapPicture<'_>) -> Option<Size> {
    let geometry = picture.geometry;
    if !picture.state.look.is_large() || geometry.mode != CellMode::Digits {
        return None;
    }
    let (width, height) = geometry.cell;
    [Size::Full, Size::Half]
        .into_iter()
        .find(|size| size.height() <= height && widest_large_cell(picture, *size) <= width)
}

/// Columns of the widest cell in large digits, with its match symbol.
fn widest_large_cell(picture: &HeatmapPicture<'_>, size: Size) -> u16 {
    let mut widest = 0;
    for &candidate in &picture.geometry.rows {
        for &reference in &picture.geometry.columns {
            let digits = size.width(&hundredths(picture.analysis.cell(candidate, reference)));
            let symbol = picture.symbol(candidate, reference);
            let symbol_width = if symbol.is_some() { SYMBOL_WIDTH } else { 0 };
            widest = widest.max(digits + symbol_width);
        }
    }
    widest
}

/// A match symbol and large digits, in a cell that has room.
fn draw_large(buffer: &mut Buffer, area: Rect, cell: &Cell, size: Size, style: Style) {
    let number = hundredths(cell.value);
    // Underlined blocks would look like other digits.
    let style = style.remove_modifier(Modifier::UNDERLINED);
    // The digits are aligned whether or not there is a symbol before them.
    let room = area.width.saturating_sub(size.width(&number));
    let middle = Rect {
        x: area.x + (room / 2).max(SYMBOL_WIDTH).min(room),
        y: area.y + area.height.saturating_sub(size.height()) / 2,
        ..area
    };
    if let Some(symbol) = cell.symbol
        && room >= SYMBOL_WIDTH
    {
        let at = (middle.x - SYMBOL_WIDTH, middle.y + size.height() / 2);
        buffer.set_stringn(at.0, at.1, symbol.to_string(), 1, style);
    }
    large_digits::draw(buffer, middle.intersection(area), &number, size, style);
    if cell.is_crossed {
        for (x, y, corner) in [
            (area.left(), area.top(), "┌"),
            (area.right() - 1, area.top(), "┐"),
            (area.left(), area.bottom() - 1, "└"),
            (area.right() - 1, area.bottom() - 1, "┘"),
        ] {
            // A digit as wide as the cell covers its corners.
            if buffer[(x, y)].symbol() == " " {
                buffer.set_stringn(x, y, corner, 1, style);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What cells of a width say of some numbers, without a symbol.
    fn drawn<const N: usize>(values: [f32; N], width: u16) -> [String; N] {
        values.map(|value| {
            let cell = Cell {
                value,
                symbol: None,
                is_crossed: false,
            };
            digits(&cell, width).trim().to_owned()
        })
    }

    #[test]
    fn a_number_below_0_is_shown_in_full_or_as_a_minus_sign() {
        let numbers = [-1.25, -0.35, -0.05, -0.006, -0.004, 0.0, 0.05];
        assert_eq!(drawn(numbers, 3), ["−", "−", "−", "−", "00", "00", "05"]);
        assert_eq!(drawn(numbers, 4), ["−", "−", "−", "−", ".00", ".00", ".05"]);
        for width in 5..=9 {
            assert_eq!(
                drawn(numbers, width),
                ["−1.2", "−.35", "−.05", "−.01", ".00", ".00", ".05"]
            );
        }
        assert_eq!([-0.15, -1.25, 2.1].map(hundredths), ["−15", "−1.2", "2.1"]);
    }

    #[test]
    fn two_characters_show_numbers_above_1_too() {
        let numbers = [0.07, 0.83, 0.996, 1.0, 2.1, 3.55, 9.6, 120.0];
        assert_eq!(
            drawn(numbers, 3),
            ["07", "83", "1.", "1.", "2.", "4.", ">9", ">9"]
        );
    }
}
