//! The colours of the window, and the conversion of a cell's colour to them.

use ratatui::style::Color;

/// Red, green and blue.
pub(super) type Rgb = (u8, u8, u8);

const DEFAULT_SIZE: f32 = 15.0;

/// The named colours in ANSI order.
#[rustfmt::skip]
pub(super) const NAMED: [Color; 16] = [
    Color::Black, Color::Red, Color::Green, Color::Yellow,
    Color::Blue, Color::Magenta, Color::Cyan, Color::Gray,
    Color::DarkGray, Color::LightRed, Color::LightGreen, Color::LightYellow,
    Color::LightBlue, Color::LightMagenta, Color::LightCyan, Color::White,
];

/// How [`super::screen_svg`] draws a screen.
#[derive(Debug, Clone, PartialEq)]
pub struct SvgOptions {
    /// The name of the picture, shown in the title bar if there is a frame.
    pub title: String,
    /// The default text colour.
    pub foreground: (u8, u8, u8),
    /// The background of the window, behind cells without their own.
    pub background: (u8, u8, u8),
    /// The sixteen named colours in ANSI order: black, red, green, yellow, blue, magenta, cyan,
    /// grey, then their bright variants, the last of which is white.
    pub ansi: [(u8, u8, u8); 16],
    /// The size of the text in pixels, kept between 4 and 200.
    pub font_size: f32,
    /// Whether to draw a window with a title bar around the screen.
    pub frame: bool,
}

impl SvgOptions {
    /// Light text on a dark window.
    #[must_use]
    #[rustfmt::skip]
    pub fn dark() -> Self {
        Self::framed((214, 218, 228), (21, 24, 31), [
            (12, 14, 19), (229, 104, 110), (136, 196, 112), (226, 184, 98),
            (98, 160, 234), (196, 124, 222), (84, 190, 196), (182, 188, 200),
            (104, 112, 128), (244, 138, 140), (166, 220, 142), (242, 208, 134),
            (136, 188, 250), (220, 160, 240), (124, 218, 222), (244, 246, 250),
        ])
    }

    /// Dark text on a light window.
    #[must_use]
    #[rustfmt::skip]
    pub fn light() -> Self {
        Self::framed((42, 46, 56), (252, 252, 250), [
            (24, 27, 34), (186, 44, 56), (52, 122, 48), (148, 100, 8),
            (32, 92, 180), (136, 56, 160), (10, 116, 126), (118, 124, 136),
            (140, 146, 156), (214, 72, 80), (72, 148, 62), (178, 126, 20),
            (60, 122, 214), (164, 84, 190), (24, 144, 152), (255, 255, 255),
        ])
    }

    fn framed(foreground: Rgb, background: Rgb, ansi: [Rgb; 16]) -> Self {
        let title = String::new();
        Self { title, foreground, background, ansi, font_size: DEFAULT_SIZE, frame: true }
    }

    /// Converts a cell's colour; `reset` is the terminal's default colour.
    pub(super) fn rgb(&self, color: Color, reset: Rgb) -> Rgb {
        let index = match color {
            Color::Reset => return reset,
            Color::Rgb(r, g, b) => return (r, g, b),
            Color::Indexed(index) => index,
            named => NAMED.iter().position(|&color| color == named).unwrap_or(0) as u8,
        };
        let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
        match index {
            0..=15 => self.ansi[usize::from(index)],
            16..=231 => {
                let cube = index - 16;
                (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
            }
            232..=255 => [8 + 10 * (index - 232); 3].into(),
        }
    }
}

/// `percent` of `over` on top of `under`.
pub(super) fn mix(under: Rgb, over: Rgb, percent: i64) -> Rgb {
    let channel =
        |under: u8, over: u8| ((i64::from(under) * (100 - percent) + i64::from(over) * percent + 50) / 100) as u8;
    (channel(under.0, over.0), channel(under.1, over.1), channel(under.2, over.2))
}

/// The colour in SVG notation.
pub(super) fn hex((r, g, b): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}
