//! The colours of heatmap cells at the terminal's colour depth.

use ratatui::style::{Color, Style};

use crate::tui::terminal::ansi256;
use crate::tui::terminal::theme::{ColorDepth, Theme};
use bertscope_report::export::palette::{Palette, ink_on};

impl Theme {
    /// The background of a cell with the value `x` between 0 and 1, and black or white text, whichever reads better.
    pub fn cell_style(&self, palette: Palette, x: f32) -> Style {
        match self.depth {
            ColorDepth::None => Style::reset(),
            ColorDepth::Ansi16 => {
                // Too few colours for a palette: five steps of increasing lightness, the same for all palettes.
                // By number: black, blue, green, cyan, yellow. Named colours are other sequences, which some terminals
                // draw brighter.
                const STEPS: [(u8, Color); 5] = [
                    (0, Color::White),
                    (4, Color::White),
                    (2, Color::Black),
                    (6, Color::Black),
                    (3, Color::Black),
                ];
                let (background, text) = STEPS[((x.clamp(0.0, 1.0) * 5.0) as usize).min(4)];
                Style::reset().fg(text).bg(Color::Indexed(background))
            }
            ColorDepth::Ansi256 => {
                let index = ansi256::ramp(palette, x);
                Style::reset()
                    .fg(self.color(ink_on(ansi256::rgb(index))))
                    .bg(Color::Indexed(index))
            }
            ColorDepth::True => {
                let rgb = palette.rgb(x);
                Style::reset()
                    .fg(self.color(ink_on(rgb)))
                    .bg(self.color(rgb))
            }
        }
    }

    /// The colour of the value `x` as a foreground, for half blocks and the legend.
    pub fn ink(&self, palette: Palette, x: f32) -> Color {
        match self.depth {
            ColorDepth::None => Color::Reset,
            _ => self.cell_style(palette, x).bg.unwrap_or(Color::Reset),
        }
    }
}
