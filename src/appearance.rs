//! How the inspector looks: what changes only what is shown, not the scores.

use bertscope_report::export::Palette;
use clap::{Args, ValueEnum};

use crate::choice::choice;

/// The colours of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorDepth {
    /// No colour: only signs, digits and shading
    None,
    /// The 16 ANSI colours
    #[value(name = "16")]
    Ansi16,
    /// 256 colours
    #[value(name = "256")]
    Ansi256,
    /// 24-bit colour
    True,
}

/// A background.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Background {
    /// Light text on a dark background
    Dark,
    /// Dark text on a light background, for projectors
    Light,
}

/// The options of appearance; `None` leaves a choice to the last session or to the terminal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Args)]
pub struct Appearance {
    /// Colours for a dark or a light background [default: the terminal's]
    #[arg(long = "theme", value_name = "THEME")]
    pub background: Option<Background>,
    /// Colours of the heatmap
    #[arg(long, value_parser = choice::<Palette>(), value_name = "PALETTE")]
    pub palette: Option<Palette>,
    /// Number of colours to use [default: what the terminal supports; none if NO_COLOR is set]
    #[arg(long, value_name = "DEPTH")]
    pub colors: Option<ColorDepth>,
    /// Select cells with the mouse (to select text in the terminal, hold Shift)
    #[arg(long)]
    pub mouse: bool,
    /// Start in projector mode: large cells and numbers, few words (Alt-p toggles) [default: as in the last session]
    #[arg(long)]
    pub projector: bool,
}

impl Appearance {
    /// These options, and `earlier` where they say nothing.
    #[must_use]
    pub fn merge(self, earlier: Self) -> Self {
        Self {
            background: self.background.or(earlier.background),
            palette: self.palette.or(earlier.palette),
            colors: self.colors.or(earlier.colors),
            mouse: self.mouse || earlier.mouse,
            projector: self.projector || earlier.projector,
        }
    }
}
