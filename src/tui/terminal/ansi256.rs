//! Colours of a 256-colour terminal, as xterm draws them, and the nearest to any colour.

use ratatui::style::Color;

use bertscope_report::export::palette::Rgb;

/// The first sixteen colours, as xterm draws them; other terminals have others.
pub const NAMED: [(Color, Rgb); 16] = [
    (Color::Black, (0, 0, 0)),
    (Color::Red, (205, 0, 0)),
    (Color::Green, (0, 205, 0)),
    (Color::Yellow, (205, 205, 0)),
    (Color::Blue, (0, 0, 238)),
    (Color::Magenta, (205, 0, 205)),
    (Color::Cyan, (0, 205, 205)),
    (Color::Gray, (229, 229, 229)),
    (Color::DarkGray, (127, 127, 127)),
    (Color::LightRed, (255, 0, 0)),
    (Color::LightGreen, (0, 255, 0)),
    (Color::LightYellow, (255, 255, 0)),
    (Color::LightBlue, (92, 92, 255)),
    (Color::LightMagenta, (255, 0, 255)),
    (Color::LightCyan, (0, 255, 255)),
    (Color::White, (255, 255, 255)),
];

/// The nearest of the first sixteen colours.
pub fn nearest_named(wanted: Rgb) -> Color {
    let nearest = NAMED.iter().min_by_key(|(_, rgb)| distance(*rgb, wanted));
    nearest.map_or(Color::Reset, |(color, _)| *color)
}

/// The colour of an index from 16 on: the 6×6×6 cube, then 24 greys.
pub fn rgb(index: u8) -> Rgb {
    if index >= 232 {
        let grey = 8 + 10 * (index - 232);
        return (grey, grey, grey);
    }
    let level = |level: u8| if level == 0 { 0 } else { 55 + 40 * level };
    let at = index.saturating_sub(16);
    (level(at / 36), level(at / 6 % 6), level(at % 6))
}

/// The index of the nearest colour.
pub fn nearest(wanted: Rgb) -> u8 {
    (16..=255)
        .min_by_key(|index| distance(rgb(*index), wanted))
        .unwrap_or(16)
}

fn distance(a: Rgb, b: Rgb) -> u32 {
    [(a.0, b.0), (a.1, b.1), (a.2, b.2)]
        .iter()
        .map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_of_the_cube_and_the_greys_are_those_of_xterm() {
        let colours = [16, 17, 52, 67, 196, 231, 232, 244, 255].map(rgb);
        let expected: [u32; 9] = [
            0x00_0000, 0x00_005f, 0x5f_0000, 0x5f_87af, 0xff_0000, 0xff_ffff, 0x08_0808, 0x80_8080,
            0xee_eeee,
        ];
        assert_eq!(
            colours.map(|(r, g, b)| u32::from_be_bytes([0, r, g, b])),
            expected
        );
    }

    #[test]
    fn a_colour_of_the_cube_or_a_grey_is_itself() {
        for (colour, index) in [
            ((0, 0, 0), 16),
            ((255, 255, 255), 231),
            ((255, 0, 0), 196),
            ((95, 135, 175), 67),
            ((8, 8, 8), 232),
            ((118, 118, 118), 243),
            ((238, 238, 238), 255),
            ((139, 148, 158), 246),
        ] {
            assert_eq!(nearest(colour), index, "{colour:?}");
        }
    }
}
