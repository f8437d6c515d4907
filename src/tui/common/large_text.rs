//! Text in large letters, for a projector.

use font8x8::UnicodeFonts;

use bertscope_report::wrap::wrapped_text;

/// Quarters of a character, one bit each: upper left, upper right, lower left, lower right.
pub const QUARTERS: [char; 16] = [
    ' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█',
];

/// The dots of a braille character, from left to right and from top to bottom.
const DOTS: [u32; 8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];

/// Points across and down a letter.
const POINTS: u16 = 8;

/// The size of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Four columns and two lines, in dots.
    Small,
    /// Four columns and four lines: each character has four points of the letter.
    Medium,
    /// Eight columns and lines: each point is a character.
    Large,
}

impl Size {
    /// The points of a letter across and down a character.
    fn points(self) -> (u16, u16) {
        match self {
            Self::Small => (2, 4),
            Self::Medium => (2, 2),
            Self::Large => (1, 1),
        }
    }

    /// The character with the points at these positions, counted from left to right and from top to bottom.
    fn character(self, points: impl Iterator<Item = u16>) -> char {
        let points: Vec<usize> = points.map(usize::from).collect();
        match self {
            _ if points.is_empty() => ' ',
            Self::Small => char::from_u32(0x2800 + points.iter().map(|at| DOTS[*at]).sum::<u32>())
                .unwrap_or(' '),
            Self::Medium => QUARTERS[points.iter().map(|at| 1 << at).sum::<usize>()],
            Self::Large => '█',
        }
    }
}

/// The lines on the screen of a text in large letters, within `width` columns; `None` if a letter has no large form or a
/// word does not fit.
pub fn lines(text: &str, width: u16, size: Size) -> Option<Vec<String>> {
    let (across, down) = size.points();
    let plain: String = text.chars().map(without_accents).collect();
    let room = width / (POINTS / across);
    let mut words = plain.split_whitespace();
    let has_room = words.all(|word| word.chars().count() <= room.into());
    if room == 0 || !has_room || !has_large_form(text) {
        return None;
    }
    let mut lines = Vec::new();
    for line in wrapped_text(&plain, room) {
        let letters: Vec<[u8; 8]> = line.trim().chars().filter_map(points).collect();
        for y in 0..POINTS / down {
            lines.push(screen_line(&letters, y, size));
        }
    }
    Some(lines)
}

/// One line on the screen of a line of letters.
fn screen_line(letters: &[[u8; 8]], y: u16, size: Size) -> String {
    let (across, _) = size.points();
    let mut line = String::new();
    for letter in letters {
        for x in 0..POINTS / across {
            line.push(character(letter, x, y, size));
        }
    }
    line
}

/// The character on the screen at a position in a letter.
fn character(letter: &[u8; 8], x: u16, y: u16, size: Size) -> char {
    let (across, down) = size.points();
    let points = (0..across * down).filter(|at| {
        let row = letter[usize::from(y * down + at / across)];
        row >> (x * across + at % across) & 1 == 1
    });
    size.character(points)
}

/// Whether every letter has a large form.
pub fn has_large_form(text: &str) -> bool {
    text.chars().all(|c| points(without_accents(c)).is_some())
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
    font8x8::BASIC_FONTS
        .get(c)
        .or_else(|| font8x8::LATIN_FONTS.get(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_has_the_points_of_its_font_in_every_size() {
        let count: u32 = points('L')
            .unwrap()
            .iter()
            .map(|line| line.count_ones())
            .sum();
        let shown = |size| lines("L", 8, size).unwrap();
        let large = shown(Size::Large);
        assert_eq!(large.concat().matches('█').count() as u32, count);
        let quarters = |c: char| {
            QUARTERS
                .iter()
                .position(|known| *known == c)
                .unwrap()
                .count_ones()
        };
        assert_eq!(
            shown(Size::Medium)
                .concat()
                .chars()
                .map(quarters)
                .sum::<u32>(),
            count
        );
        let dots = |c: char| (u32::from(c).saturating_sub(0x2800)).count_ones();
        let small = shown(Size::Small);
        assert_eq!(
            small
                .concat()
                .chars()
                .filter(|c| *c != ' ')
                .map(dots)
                .sum::<u32>(),
            count
        );
        assert_eq!(
            [large.len(), shown(Size::Medium).len(), small.len()],
            [8, 4, 2]
        );
        assert!(
            large[0].matches('█').count() < large[6].matches('█').count(),
            "the foot of an L is wider: {large:?}"
        );
    }

    #[test]
    fn what_has_no_large_form_is_not_drawn_in_part() {
        let lines = |text, width| lines(text, width, Size::Medium).map(|lines| lines.len());
        assert_eq!(lines("Which one?", 20), Some(8));
        assert!(lines("Who’s “first”?", 40).is_some() && lines("Größe", 40).is_some());
        assert_eq!(
            (
                lines("哪个", 40),
                lines("unpronounceable", 40),
                lines("", 2)
            ),
            (None, None, None)
        );
    }
}
