//! Draws text in large letters, for a projector.

use font8x8::UnicodeFonts;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use bertscope_report::wrap::wrapped_text;

/// The size of a letter, in columns and lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    /// Four: each character has four points of the letter.
    Small,
    /// Eight: each point is a character.
    Large,
}

impl Size {
    /// Columns and lines of a letter.
    pub fn side(self) -> u16 {
        match self {
            Self::Small => 4,
            Self::Large => 8,
        }
    }
}

/// The lines of a text in large letters, within `width` columns; `None` if a letter has no large form or a word does
/// not fit.
pub(super) fn lines(text: &str, width: u16, size: Size) -> Option<Vec<String>> {
    let plain: String = text.chars().map(without_accents).collect();
    let room = width / size.side();
    let has_room = plain.split_whitespace().all(|word| word.chars().count() <= room.into());
    let known = plain.chars().all(|c| points(c).is_some());
    (room > 0 && has_room && known)
        .then(|| wrapped_text(&plain, room).iter().map(|line| line.trim().to_owned()).collect())
}

/// Replaces typographic punctuation with plain forms that have a large form.
fn without_accents(c: char) -> char {
    match c {
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        '–' | '—' | '−' => '-',
        '…' => '.',
        c => c,
    }
}

/// Eight rows of eight points, the leftmost in the lowest bit.
fn points(c: char) -> Option<[u8; 8]> {
    font8x8::BASIC_FONTS.get(c).or_else(|| font8x8::LATIN_FONTS.get(c))
}

/// Draws a line centred in an area as high as a letter.
pub(super) fn draw(buffer: &mut Buffer, area: Rect, line: &str, size: Size, style: Style) {
    let side = size.side();
    let width = line.chars().count() as u16 * side;
    let left = area.x + area.width.saturating_sub(width) / 2;
    // A letter has eight points across and down.
    let point = (side / 4, side / 4);
    for (x, c) in (left..).step_by(side.into()).zip(line.chars()) {
        let Some(rows) = points(c) else { continue };
        let is_set = |column: u16, line: u16| rows[usize::from(line)] >> column & 1 == 1;
        super::points::draw(buffer, area, Rect { x, y: area.y, width: side, height: side }, point, is_set, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_has_the_points_of_its_font() {
        let area = Rect::new(0, 0, 4, 4);
        let mut buffer = Buffer::empty(area);
        draw(&mut buffer, area, "L", Size::Small, Style::default());
        let rows: Vec<String> =
            (0..4).map(|y| (0..4).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>()).collect();
        let inked = |row: &str| row.chars().filter(|c| *c != ' ').count();
        assert!(inked(&rows[0]) < inked(&rows[3]), "the foot of an L is wider than its stem: {rows:?}");
        let area = Rect::new(0, 0, 8, 8);
        let mut large = Buffer::empty(area);
        draw(&mut large, area, "L", Size::Large, Style::default());
        let count = large.content.iter().filter(|cell| cell.symbol() == "█").count() as u32;
        assert_eq!(count, points('L').unwrap().iter().map(|line| line.count_ones()).sum::<u32>());
    }

    #[test]
    fn what_has_no_large_form_is_not_drawn_in_part() {
        let lines = |text, width| lines(text, width, Size::Small);
        assert_eq!(lines("Which one?", 20).unwrap(), ["Which", "one?"]);
        assert!(lines("Who’s “first”?", 40).is_some() && lines("Größe", 40).is_some());
        assert_eq!((lines("哪个", 40), lines("unpronounceable", 40), lines("", 2)), (None, None, None));
    }
}
