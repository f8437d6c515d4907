//! Appearance settings that are independent of the scene: palette, zoom, theme, projector.

use super::matrix::Zoom;
use crate::tui::terminal::theme::Theme;
use bertscope_report::export::palette::Palette;

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
        self.palette.unwrap_or(if self.theme.light { Palette::Blues } else { Palette::Viridis })
    }
}
