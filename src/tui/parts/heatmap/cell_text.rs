//! The text of a heatmap cell: a match symbol and a number, small or large.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::tui::common::large_digits;
use crate::tui::common::large_digits::Size;
use bertscope_report::{label, number};

/// The hundredths of a number: in large digits, or in three columns.
pub fn hundredths(value: f32) -> String {
    match (value * 100.0).round() as i32 {
        n @ 0..=99 => format!("{n:02}"),
        n @ -99..0 => format!("−{:02}", -n),
        100 => "1".to_owned(),
        _ => number::without_zero(value, 1),
    }
}

/// Columns of a match symbol before large digits.
const SYMBOL_WIDTH: u16 = 2;

/// Columns of a number in large digits, with the match symbol before it.
pub fn large_width(value: f32, sign: Option<char>, size: Size) -> u16 {
    size.width(&hundredths(value)) + if sign.is_some() { SYMBOL_WIDTH } else { 0 }
}

/// A match symbol and large digits, in a cell that has room.
pub fn large(
    buffer: &mut Buffer,
    area: Rect,
    (value, sign): (f32, Option<char>),
    crossed: bool,
    size: Size,
    style: Style,
) {
    let number = hundredths(value);
    let width = size.width(&number);
    // Underlined blocks would look like other digits.
    let style = style.remove_modifier(Modifier::UNDERLINED);
    // The digits are aligned whether or not there is a symbol before them.
    let room = area.width.saturating_sub(width);
    let middle = Rect {
        x: area.x + (room / 2).max(SYMBOL_WIDTH).min(room),
        y: area.y + area.height.saturating_sub(size.height()) / 2,
        ..area
    };
    if let Some(sign) = sign.filter(|_| room >= SYMBOL_WIDTH) {
        buffer.set_stringn(
            middle.x - SYMBOL_WIDTH,
            middle.y + size.height() / 2,
            sign.to_string(),
            1,
            style,
        );
    }
    large_digits::draw(buffer, middle.intersection(area), &number, size, style);
    if crossed {
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

/// A match symbol, a number and, if there is room, brackets under the crosshair. In three columns, the number is
/// hundredths.
pub fn digits(value: f32, sign: Option<char>, crossed: bool, width: u16) -> String {
    if width < 4 {
        // The first column is that of the symbol, or the gap to the cell before.
        let number = match hundredths(value) {
            number if number != "1" && number.chars().count() <= 2 => number,
            _ if value < 0.0 => "<0".to_owned(),
            // Products of hidden states, unlike cosines, exceed 1.
            _ if value < 9.5 => format!("{}.", number::decimals(value, 0)),
            _ => ">9".to_owned(),
        };
        return format!("{}{number}", sign.unwrap_or(' '));
    }
    let number = if width < 5 {
        number::shortest(value)
    } else {
        label::align_left(&number::short(value), 4)
    };
    let body = format!("{}{number}", sign.unwrap_or(' '));
    match (width, crossed) {
        (7.., true) => label::centre(&format!("[{}]", body.trim()), width),
        (6.., _) => label::centre(&body, width),
        _ => body,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_characters_never_call_a_number_above_1_negative() {
        let two = |value| digits(value, None, false, 3).trim_start().to_owned();
        let numbers = [
            -20.0, -0.15, 0.0, 0.07, 0.83, 0.996, 1.0, 2.1, 3.55, 9.6, 120.0,
        ];
        assert_eq!(
            numbers.map(two),
            [
                "<0", "<0", "00", "07", "83", "1.", "1.", "2.", "4.", ">9", ">9"
            ]
        );
        assert_eq!([-0.15, -1.25, 2.1].map(hundredths), ["−15", "−1.2", "2.1"]);
    }
}
