//! Draws numbers in large digits, for a projector.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::large_text::QUARTERS;

/// The size of a point of a digit; a digit is five points high.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Two columns and a line.
    Full,
    /// A column and half a line.
    Half,
}

impl Size {
    /// Height of a number in lines.
    pub fn height(self) -> u16 {
        if self == Self::Full { 5 } else { 3 }
    }

    /// Width of a number in columns.
    pub fn width(self, number: &str) -> u16 {
        let points: u16 = number
            .chars()
            .map(|c| glyph(c).0 + 1)
            .sum::<u16>()
            .saturating_sub(1);
        if self == Self::Full {
            points * 2
        } else {
            points
        }
    }
}

/// The points of a character: the number of columns, and five rows of bits, the leftmost column highest.
fn glyph(c: char) -> (u16, [u8; 5]) {
    match c {
        '0' => (3, [0b111, 0b101, 0b101, 0b101, 0b111]),
        '1' => (3, [0b010, 0b110, 0b010, 0b010, 0b111]),
        '2' => (3, [0b111, 0b001, 0b111, 0b100, 0b111]),
        '3' => (3, [0b111, 0b001, 0b111, 0b001, 0b111]),
        '4' => (3, [0b101, 0b101, 0b111, 0b001, 0b001]),
        '5' => (3, [0b111, 0b100, 0b111, 0b001, 0b111]),
        '6' => (3, [0b111, 0b100, 0b111, 0b101, 0b111]),
        '7' => (3, [0b111, 0b001, 0b010, 0b010, 0b010]),
        '8' => (3, [0b111, 0b101, 0b111, 0b101, 0b111]),
        '9' => (3, [0b111, 0b101, 0b111, 0b001, 0b111]),
        '.' => (1, [0, 0, 0, 0, 1]),
        // In a cell, a minus sign is narrow, so that one negative number does not make all others small.
        '-' => (1, [0, 0, 1, 0, 0]),
        '−' | '—' => (2, [0, 0, 0b11, 0, 0]),
        _ => (1, [0; 5]),
    }
}

/// Draws a number with its upper left corner at a position, clipped to `area`.
pub fn draw(buffer: &mut Buffer, area: Rect, number: &str, size: Size, style: Style) {
    let mut x = area.x;
    for c in number.chars() {
        let (columns, points) = glyph(c);
        // The size of a point in half characters.
        let (width, height) = if size == Size::Full { (4, 2) } else { (2, 1) };
        let is_set = |(x, y): (u16, u16)| {
            let line = points.get(usize::from(y / height));
            line.is_some_and(|bits| bits >> (columns - 1 - x / width) & 1 == 1)
        };
        let place = Rect {
            x,
            y: area.y,
            width: columns * width / 2,
            height: size.height(),
        };
        for at in place.intersection(area).positions() {
            let x = 2 * (at.x - place.x);
            let y = 2 * (at.y - place.y);
            let quarters = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
            let bits = quarters
                .into_iter()
                .rev()
                .fold(0, |bits, quarter| bits * 2 + usize::from(is_set(quarter)));
            if bits > 0 {
                buffer[at].set_char(QUARTERS[bits]).set_style(style);
            }
        }
        x += (columns + 1) * width / 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_as_large_as_it_says() {
        for size in [Size::Full, Size::Half] {
            let area = Rect::new(0, 0, 40, 8);
            let mut buffer = Buffer::empty(area);
            draw(&mut buffer, area, "-.72", size, Style::default());
            let inked: Vec<(u16, u16)> = area
                .positions()
                .filter(|at| buffer[(at.x, at.y)].symbol() != " ")
                .map(|at| (at.x + 1, at.y + 1))
                .collect();
            let most = inked
                .iter()
                .fold((0, 0), |most, at| (most.0.max(at.0), most.1.max(at.1)));
            assert_eq!(most, (size.width("-.72"), size.height()));
        }
    }
}
