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
    const fn new(hex: u32, named: Color) -> Self {
        Self {
            exact: Color::from_u32(hex),
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

/// The colours of both themes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BothThemes {
    pub dark: ThemeColors,
    pub light: ThemeColors,
}

impl Default for BothThemes {
    fn default() -> Self {
        Self {
            dark: ThemeColors::DARK,
            light: ThemeColors::LIGHT,
        }
    }
}

impl BothThemes {
    pub fn colors(&self, light: bool) -> &ThemeColors {
        if light { &self.light } else { &self.dark }
    }
}

impl ThemeColors {
    pub const DARK: Self = Self {
        text: ThemeColor::new(0xe6_edf3, Color::White),
        background: ThemeColor::new(0x0d_1117, Color::Black),
        quiet: ThemeColor::new(0x8b_949e, Color::DarkGray),
        border: ThemeColor::new(0x48_4f58, Color::DarkGray),
        accent: ThemeColor::new(0x79_c0ff, Color::Cyan),
        warning: ThemeColor::new(0xe3_b341, Color::Yellow),
        up: ThemeColor::new(0x56_d364, Color::Green),
        down: ThemeColor::new(0xff_7b72, Color::Red),
        bar: ThemeColor::new(0x58_a6ff, Color::Blue),
        projector_text: ThemeColor::new(0xff_ffff, Color::Reset),
        projector_accent: ThemeColor::new(0x78_dcff, Color::Cyan),
        projector_warning: ThemeColor::new(0xff_dc5a, Color::Yellow),
    };

    pub const LIGHT: Self = Self {
        text: ThemeColor::new(0x1f_2328, Color::Black),
        background: ThemeColor::new(0xff_ffff, Color::White),
        quiet: ThemeColor::new(0x65_6d76, Color::DarkGray),
        border: ThemeColor::new(0xaf_b8c1, Color::DarkGray),
        accent: ThemeColor::new(0x09_69da, Color::Blue),
        warning: ThemeColor::new(0x9a_6700, Color::Yellow),
        up: ThemeColor::new(0x1a_7f37, Color::Green),
        down: ThemeColor::new(0xcf_222e, Color::Red),
        bar: ThemeColor::new(0x09_69da, Color::Blue),
        projector_text: ThemeColor::new(0x00_0000, Color::Reset),
        projector_accent: ThemeColor::new(0x00_3ca0, Color::Blue),
        projector_warning: ThemeColor::new(0x6e_3c00, Color::Yellow),
    };

    /// The names in the user's configuration.
    pub const NAMES: [&'static str; 12] = [
        "text",
        "background",
        "quiet",
        "border",
        "accent",
        "warning",
        "up",
        "down",
        "bar",
        "projector-text",
        "projector-accent",
        "projector-warning",
    ];

    /// A colour that cannot be told from the background.
    pub fn first_unreadable(mut self) -> Option<Unreadable> {
        let background = self.background;
        for name in Self::NAMES {
            // Of text, as WCAG asks; of bars; and of lines, which only separate.
            let least = match name {
                "background" => 1.0,
                "border" => 1.5,
                "bar" => 3.0,
                _ => 4.5,
            };
            let contrast = self.color_mut(name)?.contrast(background);
            if contrast < least {
                return Some(Unreadable {
                    name,
                    contrast,
                    least,
                });
            }
        }
        None
    }

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

/// A colour that cannot be told from the background.
#[derive(Debug, PartialEq)]
pub struct Unreadable {
    pub name: &'static str,
    pub contrast: f32,
    pub least: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_of_both_themes_has_a_name_and_stands_out_from_its_background() {
        for mut theme in [ThemeColors::DARK, ThemeColors::LIGHT] {
            assert_eq!(theme.first_unreadable(), None);
            for name in ThemeColors::NAMES {
                assert!(theme.color_mut(name).is_some(), "{name}");
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
