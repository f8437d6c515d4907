//! Data that the parts of the heatmap share: state, analysis and areas.

use crate::tui::context::frame::HeatmapGeometry;
use crate::tui::context::look::MatchDirection;
use crate::tui::state::State;
use crate::tui::terminal::theme::ColorDepth;
use bertscope_analysis::Analysis;
use bertscope_metric::{Alignment, GreedyMatches};
use bertscope_report::explanation::walkthrough::Stage;

/// The data that the parts of the heatmap need.
pub struct HeatmapPicture<'a> {
    pub state: &'a State,
    pub analysis: &'a Analysis,
    pub geometry: &'a HeatmapGeometry,
    /// The alignment drawn instead of the metric's matches.
    pub overlay: Option<&'a Alignment>,
    /// The ends of the colour scale.
    pub scale: (f32, f32),
}

impl HeatmapPicture<'_> {
    /// The position of a number on the colour scale: 0 at the low end, 1 at the high end.
    pub fn position_on_scale(&self, value: f32) -> f32 {
        let (low, high) = self.scale;
        if high > low {
            (value - low) / (high - low)
        } else {
            1.0
        }
    }

    /// The match symbol: the candidate's best, the reference's best, or both.
    pub fn symbol(&self, candidate: usize, reference: usize) -> Option<char> {
        if let Some(alignment) = self.overlay {
            let sign = alignment.symbol(candidate, reference);
            return sign.filter(|sign| match self.state.display().direction {
                MatchDirection::Both => true,
                MatchDirection::Precision => *sign != '▼',
                MatchDirection::Recall => *sign != '▶',
            });
        }
        let direction = self.state.display().direction;
        let (row, column) = self
            .analysis
            .matches
            .best_of_row_and_column(candidate, reference);
        GreedyMatches::symbol_of((
            row && direction.has_precision() && self.state.shows(Stage::RowBest),
            column && direction.has_recall() && self.state.shows(Stage::ColumnBest),
        ))
    }
}

/// The value of a cell without digits as shading, if there are no colours.
pub fn shade(state: &State, place: f32) -> char {
    const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];
    if state.look.theme.depth != ColorDepth::None {
        return ' ';
    }
    SHADES[((place.clamp(0.0, 1.0) * 5.0) as usize).min(4)]
}
