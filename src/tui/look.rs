//! Appearance settings that are independent of the scene: palette, scale, zoom, theme, projector.

use super::matrix::{Scale, Zoom};
use super::theme::Theme;
use bertscope_report::palette::Palette;

/// Colours and sizes.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// Colours of the heatmap.
    pub palette: Palette,
    /// Ends of the colour scale.
    pub scale: Scale,
    /// Size of a cell.
    pub zoom: Zoom,
    /// Colours of everything else.
    pub theme: Theme,
    /// Whether the screen is for a room: large cells and figures, few words.
    pub projector: bool,
    /// Whether the teacher's notes of a lesson are shown.
    pub teacher_notes: bool,
}
