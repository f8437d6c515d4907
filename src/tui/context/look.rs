//! Display settings: of the matrix, and the appearance of the screen, which is independent of the scene.

use serde::{Deserialize, Serialize};

use crate::tui::terminal::theme::Theme;
pub use bertscope_report::direction::MatchDirection;
use bertscope_report::export::palette::Palette;

/// The range of the colour scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorScale {
    /// 0 and 1, so that heatmaps are comparable.
    #[default]
    Unit,
    /// The smallest and the largest number of the matrix.
    #[serde(rename = "pair")]
    Data,
}

/// The size of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Zoom {
    /// As large as fits.
    #[default]
    Fit,
    Digits,
    /// Colour and match symbols, without numbers.
    Colour,
    /// Half a character high: an overview of the whole matrix.
    Overview,
}

/// A cell of the matrix; special tokens count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CellPosition {
    /// Row.
    pub candidate: usize,
    /// Column.
    pub reference: usize,
}

/// Appearance settings.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// The chosen colours of the heatmap; `None` for those that suit the background.
    pub palette: Option<Palette>,
    /// Size of a cell.
    pub zoom: Zoom,
    /// Colours of everything except the heatmap.
    pub theme: Theme,
    /// Whether projector mode is on: large cells and numbers, few words.
    pub projector: bool,
    /// Whether the teacher's notes of a lesson are shown.
    pub teacher_notes: bool,
}

impl Look {
    /// Colours of the heatmap.
    pub fn palette(&self) -> Palette {
        self.palette.unwrap_or(if self.theme.light {
            Palette::Blues
        } else {
            Palette::Viridis
        })
    }
}
