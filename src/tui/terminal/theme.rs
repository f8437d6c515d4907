//! Colours of everything except the heatmap, converted to what the terminal can show.

use ratatui::style::{Color, Modifier, Style};

use super::ansi256;
use super::theme_colors::{BothThemes, ThemeColor, ThemeColors};

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
    pub both_themes: BothThemes,
}

impl Theme {
    /// A theme for a background and a terminal.
    pub fn new(light: bool, depth: ColorDepth) -> Self {
        Self {
            light,
            depth,
            strong: false,
            terminal: Some(light),
            both_themes: BothThemes::default(),
        }
    }

    /// The colours for the background.
    fn colors(&self) -> &ThemeColors {
        self.both_themes.colors(self.light)
    }

    /// A style with a colour of the theme.
    fn style(&self, color: ThemeColor) -> Style {
        Style::reset().fg(color.at(self.depth))
    }

    /// Takes the terminal's own background, unless the command line chose one.
    pub fn set_terminal_background(&mut self, light: bool) {
        if let Some(before) = self.terminal {
            if self.light == before {
                self.light = light;
            }
            self.terminal = Some(light);
        }
    }

    /// Converts a colour for the terminal; `Color::Reset` if it has only named colours, or none.
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
        let ThemeColors {
            text, background, ..
        } = *self.colors();
        let usual = BothThemes::default();
        let own = usual.colors(self.light);
        let is_own = text == own.text && background == own.background;
        if self.depth == ColorDepth::None || is_own && self.terminal == Some(self.light) {
            return None;
        }
        Some((text.at(self.depth), background.at(self.depth)))
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
            self.style(self.colors().projector_text)
        } else {
            self.faint(self.colors().quiet)
        }
    }

    /// Dim without colours.
    fn faint(&self, color: ThemeColor) -> Style {
        match self.depth {
            ColorDepth::None => Style::reset().add_modifier(Modifier::DIM),
            _ => self.style(color),
        }
    }

    /// Lines between panels.
    pub fn border(&self) -> Style {
        self.faint(self.colors().border)
    }

    /// The part with the focus.
    pub fn accent(&self) -> Style {
        let color = if self.strong {
            self.colors().projector_accent
        } else {
            self.colors().accent
        };
        self.style(color).add_modifier(Modifier::BOLD)
    }

    /// Titles and the numbers that count.
    pub fn strong(&self) -> Style {
        let style = if self.strong {
            self.style(self.colors().projector_text)
        } else {
            Style::reset()
        };
        style.add_modifier(Modifier::BOLD)
    }

    pub fn warning(&self) -> Style {
        if self.strong {
            self.style(self.colors().projector_warning).bold()
        } else {
            self.style(self.colors().warning)
        }
    }

    /// A number that went up.
    pub fn up(&self) -> Style {
        self.style(self.colors().up)
    }

    /// A number that went down.
    pub fn down(&self) -> Style {
        self.style(self.colors().down)
    }

    /// Selected text.
    pub fn selection(&self) -> Style {
        self.text().add_modifier(Modifier::REVERSED)
    }

    /// The bars beside P, R and F1.
    pub fn bar(&self) -> Style {
        self.style(self.colors().bar)
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
