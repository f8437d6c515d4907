//! Display settings: of the matrix, and the appearance of the screen, which is independent of the scene.

use serde::{Deserialize, Serialize};

use crate::tui::terminal::theme::Theme;
use bertscope_analysis::Side;
use bertscope_report::export::palette::Palette;

pub use bertscope_report::direction::MatchDirection;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
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

impl CellPosition {
    /// The token of a side.
    pub fn token(self, side: Side) -> usize {
        side.pick(self.reference, self.candidate)
    }
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
    /// Whether letters and digits are as large as fit.
    pub fn is_large(&self) -> bool {
        self.projector
    }

    /// Whether the screen has few words: no status line, no hints, and nothing that someone beside it can say.
    pub fn has_few_words(&self) -> bool {
        self.projector
    }

    /// Whether the panel is there only after a question.
    pub fn hides_unasked_panel(&self) -> bool {
        self.projector
    }

    /// Turns projector mode on or off. Its colours are stronger.
    pub fn toggle_projector(&mut self) {
        self.projector = !self.projector;
        self.theme.strong = self.projector;
    }

    /// Colours of the heatmap.
    pub fn palette(&self) -> Palette {
        self.palette.unwrap_or(if self.theme.light {
            Palette::Blues
        } else {
            Palette::Viridis
        })
    }
}
