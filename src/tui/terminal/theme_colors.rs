//! The colours of the two themes, as data that the user's configuration may change.

use ratatui::style::Color;

use crate::tui::terminal::ansi256::{self, NAMED};
use crate::tui::terminal::theme::ColorDepth;
use bertscope_report::export::palette::{Rgb, luminance};

/// A colour at each depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThemeColor {
    /// On a terminal of 24 bits; the nearest one with 256 colours.
    exact: Color,
    /// With 16 colours.
    named: Color,
}

impl ThemeColor {
    const fn new(exact: Rgb, named: Color) -> Self {
        Self {
            exact: Color::Rgb(exact.0, exact.1, exact.2),
            named,
        }
    }

    /// A colour of the user: `#rrggbb`, a name, or a number of 256.
    pub fn parse(text: &str) -> Option<Self> {
        let color = match text.parse().ok()? {
            Color::Reset => return None,
            Color::Indexed(index @ 0..16) => NAMED[usize::from(index)].0,
            other => other,
        };
        let named = match color {
            Color::Rgb(..) | Color::Indexed(_) => ansi256::nearest_named(rgb(color)),
            named => named,
        };
        Some(Self {
            exact: color,
            named,
        })
    }

    /// What is drawn at a depth.
    pub fn at(self, depth: ColorDepth) -> Color {
        match (depth, self.exact) {
            (ColorDepth::None, _) => Color::Reset,
            (ColorDepth::Ansi16, _) => self.named,
            (ColorDepth::Ansi256, Color::Rgb(r, g, b)) => {
                Color::Indexed(ansi256::nearest((r, g, b)))
            }
            (_, exact) => exact,
        }
    }

    /// The ratio of the luminances of two colours (WCAG 2.1), from 1 to 21.
    pub fn contrast(self, other: Self) -> f32 {
        let [one, other] = [self, other].map(|color| luminance(rgb(color.exact)) + 0.05);
        one.max(other) / one.min(other)
    }

    /// As `#rrggbb`.
    pub fn hex(self) -> String {
        let (r, g, b) = rgb(self.exact);
        format!("#{r:02x}{g:02x}{b:02x}")
    }
}

/// What xterm draws.
fn rgb(color: Color) -> Rgb {
    match color {
        Color::Rgb(r, g, b) => (r, g, b),
        Color::Indexed(index) => ansi256::rgb(index),
        named => {
            let known = NAMED.iter().find(|(color, _)| *color == named);
            known.map_or((0, 0, 0), |(_, rgb)| *rgb)
        }
    }
}

/// The colours of everything except the heatmap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThemeColors {
    /// Plain text, where the terminal's own background is another.
    pub text: ThemeColor,
    pub background: ThemeColor,
    /// Secondary text.
    pub quiet: ThemeColor,
    /// Lines between panels.
    pub border: ThemeColor,
    /// The part with the focus.
    pub accent: ThemeColor,
    pub warning: ThemeColor,
    /// A number that went up.
    pub up: ThemeColor,
    /// A number that went down.
    pub down: ThemeColor,
    /// The bars beside P, R and F1.
    pub bar: ThemeColor,
    pub projector_text: ThemeColor,
    pub projector_accent: ThemeColor,
    pub projector_warning: ThemeColor,
}

impl ThemeColors {
    pub const DARK: Self = Self {
        text: ThemeColor::new((230, 237, 243), Color::White),
        background: ThemeColor::new((13, 17, 23), Color::Black),
        quiet: ThemeColor::new((139, 148, 158), Color::DarkGray),
        border: ThemeColor::new((72, 79, 88), Color::DarkGray),
        accent: ThemeColor::new((121, 192, 255), Color::Cyan),
        warning: ThemeColor::new((227, 179, 65), Color::Yellow),
        up: ThemeColor::new((86, 211, 100), Color::Green),
        down: ThemeColor::new((255, 123, 114), Color::Red),
        bar: ThemeColor::new((88, 166, 255), Color::Blue),
        projector_text: ThemeColor::new((255, 255, 255), Color::Reset),
        projector_accent: ThemeColor::new((120, 220, 255), Color::Cyan),
        projector_warning: ThemeColor::new((255, 220, 90), Color::Yellow),
    };

    pub const LIGHT: Self = Self {
        text: ThemeColor::new((31, 35, 40), Color::Black),
        background: ThemeColor::new((255, 255, 255), Color::White),
        quiet: ThemeColor::new((101, 109, 118), Color::DarkGray),
        border: ThemeColor::new((175, 184, 193), Color::DarkGray),
        accent: ThemeColor::new((9, 105, 218), Color::Blue),
        warning: ThemeColor::new((154, 103, 0), Color::Yellow),
        up: ThemeColor::new((26, 127, 55), Color::Green),
        down: ThemeColor::new((207, 34, 46), Color::Red),
        bar: ThemeColor::new((9, 105, 218), Color::Blue),
        projector_text: ThemeColor::new((0, 0, 0), Color::Reset),
        projector_accent: ThemeColor::new((0, 60, 160), Color::Blue),
        projector_warning: ThemeColor::new((110, 60, 0), Color::Yellow),
    };

    /// The names in the user's configuration, and the least contrast with the background: of text, as WCAG asks; of bars;
    /// and of lines, which only separate.
    pub const NAMES: [(&'static str, f32); 12] = [
        ("text", 4.5),
        ("background", 1.0),
        ("quiet", 4.5),
        ("border", 1.5),
        ("accent", 4.5),
        ("warning", 4.5),
        ("up", 4.5),
        ("down", 4.5),
        ("bar", 3.0),
        ("projector-text", 4.5),
        ("projector-accent", 4.5),
        ("projector-warning", 4.5),
    ];

    /// The colour of a name.
    pub fn color_mut(&mut self, name: &str) -> Option<&mut ThemeColor> {
        Some(match name {
            "text" => &mut self.text,
            "background" => &mut self.background,
            "quiet" => &mut self.quiet,
            "border" => &mut self.border,
            "accent" => &mut self.accent,
            "warning" => &mut self.warning,
            "up" => &mut self.up,
            "down" => &mut self.down,
            "bar" => &mut self.bar,
            "projector-text" => &mut self.projector_text,
            "projector-accent" => &mut self.projector_accent,
            "projector-warning" => &mut self.projector_warning,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_of_both_themes_has_a_name_and_stands_out_from_its_background() {
        for mut theme in [ThemeColors::DARK, ThemeColors::LIGHT] {
            let background = theme.background;
            for (name, least) in ThemeColors::NAMES {
                let contrast = theme.color_mut(name).unwrap().contrast(background);
                assert!(contrast >= least, "{name}: {contrast}");
            }
        }
    }

    #[test]
    fn a_colour_of_the_user_is_drawn_at_every_depth() {
        let drawn = |text| {
            let color = ThemeColor::parse(text).unwrap();
            [ColorDepth::True, ColorDepth::Ansi256, ColorDepth::Ansi16].map(|depth| color.at(depth))
        };
        assert_eq!(
            drawn("#ff0000"),
            [Color::Rgb(255, 0, 0), Color::Indexed(196), Color::LightRed]
        );
        assert_eq!(
            drawn("196"),
            [Color::Indexed(196), Color::Indexed(196), Color::LightRed]
        );
        assert_eq!(drawn("lightred"), [Color::LightRed; 3]);
        assert_eq!(drawn("9"), [Color::LightRed; 3]);
        for wrong in ["#ff00", "puce", "256", "reset", ""] {
            assert_eq!(ThemeColor::parse(wrong), None, "{wrong}");
        }
    }
}
