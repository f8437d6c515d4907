//! Colours of everything except the heatmap, converted to what the terminal can show.

use ratatui::style::{Color, Modifier, Style};

use super::ansi256;

#[cfg(test)]
use bertscope_report::export::palette::Palette;

pub use crate::appearance::{Background, ColorDepth};

/// The colours of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    /// Dark text on a light background.
    pub light: bool,
    /// The number of colours.
    pub depth: ColorDepth,
    /// Whether all text has full contrast, for a projector.
    pub strong: bool,
    /// Whether the terminal's own background is light, if known. If it differs, the screen is painted.
    pub terminal: Option<bool>,
}

impl Theme {
    /// A theme for a background and a terminal.
    pub fn new(light: bool, depth: ColorDepth) -> Self {
        Self {
            light,
            depth,
            strong: false,
            terminal: Some(light),
        }
    }

    /// Takes the terminal's own background, unless the command line chose one.
    pub fn set_terminal_background(&mut self, light: bool) {
        if let Some(before) = self.terminal {
            self.light = if self.light == before {
                light
            } else {
                self.light
            };
            self.terminal = Some(light);
        }
    }

    /// Converts a colour for the terminal; `Color::Reset` if it has only named colours, which [`Self::pick`] selects,
    /// or none.
    ///
    /// Under `NO_COLOR`, crossterm drops bold and reverse with the colours, unless the colour is `Reset`.
    pub fn color(self, (r, g, b): (u8, u8, u8)) -> Color {
        match self.depth {
            ColorDepth::None | ColorDepth::Ansi16 => Color::Reset,
            ColorDepth::Ansi256 => Color::Indexed(ansi256::nearest((r, g, b))),
            ColorDepth::True => Color::Rgb(r, g, b),
        }
    }

    /// Text and background colours if they differ from the terminal's own; otherwise `None`.
    pub fn paint(&self) -> Option<(Color, Color)> {
        if self.terminal == Some(self.light) || self.depth == ColorDepth::None {
            return None;
        }
        let named = if self.light {
            (Color::Black, Color::White)
        } else {
            (Color::White, Color::Black)
        };
        let text = self.pick((230, 237, 243), (31, 35, 40), named.0);
        Some((text, self.pick((13, 17, 23), (255, 255, 255), named.1)))
    }

    fn pick(self, dark: (u8, u8, u8), light: (u8, u8, u8), named: Color) -> Color {
        match self.depth {
            ColorDepth::None => Color::Reset,
            ColorDepth::Ansi16 => named,
            _ => self.color(if self.light { light } else { dark }),
        }
    }

    /// Plain text, in the terminal's colours.
    pub fn text(&self) -> Style {
        if self.strong {
            self.strong()
        } else {
            Style::reset()
        }
    }

    /// Secondary text.
    pub fn quiet(&self) -> Style {
        if self.strong {
            return Style::reset().fg(self.pick((255, 255, 255), (0, 0, 0), Color::Reset));
        }
        self.faint((139, 148, 158), (101, 109, 118))
    }

    /// Grey, or dim without colours.
    fn faint(&self, dark: (u8, u8, u8), light: (u8, u8, u8)) -> Style {
        match self.depth {
            ColorDepth::None => Style::reset().add_modifier(Modifier::DIM),
            _ => Style::reset().fg(self.pick(dark, light, Color::DarkGray)),
        }
    }

    /// Lines between panels.
    pub fn border(&self) -> Style {
        self.faint((72, 79, 88), (175, 184, 193))
    }

    /// The part with the focus.
    pub fn accent(&self) -> Style {
        let named = if self.light { Color::Blue } else { Color::Cyan };
        let (dark, light) = if self.strong {
            ((120, 220, 255), (0, 60, 160))
        } else {
            ((121, 192, 255), (9, 105, 218))
        };
        Style::reset()
            .fg(self.pick(dark, light, named))
            .add_modifier(Modifier::BOLD)
    }

    /// Titles and the numbers that count.
    pub fn strong(&self) -> Style {
        let style = Style::reset().add_modifier(Modifier::BOLD);
        if self.strong {
            style.fg(self.pick((255, 255, 255), (0, 0, 0), Color::Reset))
        } else {
            style
        }
    }

    pub fn warning(&self) -> Style {
        if self.strong {
            return Style::reset()
                .fg(self.pick((255, 220, 90), (110, 60, 0), Color::Yellow))
                .bold();
        }
        Style::reset().fg(self.pick((227, 179, 65), (154, 103, 0), Color::Yellow))
    }

    /// A number that went up.
    pub fn up(&self) -> Style {
        Style::reset().fg(self.pick((86, 211, 100), (26, 127, 55), Color::Green))
    }

    /// A number that went down.
    pub fn down(&self) -> Style {
        Style::reset().fg(self.pick((255, 123, 114), (207, 34, 46), Color::Red))
    }

    /// Selected text.
    pub fn selection(&self) -> Style {
        self.text().add_modifier(Modifier::REVERSED)
    }

    /// The bars beside P, R and F1.
    pub fn bar(&self) -> Style {
        Style::reset().fg(self.pick((88, 166, 255), (9, 105, 218), Color::Blue))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colours_every_style_keeps_the_terminals_own() {
        let theme = Theme::new(false, ColorDepth::None);
        for style in [
            theme.accent(),
            theme.warning(),
            theme.up(),
            theme.cell_style(Palette::Viridis, 0.5),
            theme.bar(),
        ] {
            assert_eq!(
                (style.fg, style.bg),
                (Some(Color::Reset), Some(Color::Reset))
            );
        }
    }
}
