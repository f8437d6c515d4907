//! What the parts of the heatmap share: the state, the analysis and the places they draw from.

use super::super::matrix::Direction;
use super::super::state::State;
use super::super::theme::ColorDepth;
use super::geometry::Geometry;
use bertscope_analysis::{Analysis, Side};
use bertscope_report::explanation::walkthrough::Product;

/// All that the parts of the picture need.
pub(super) struct Picture<'a> {
    pub state: &'a State,
    pub analysis: &'a Analysis,
    pub geometry: &'a Geometry,
    /// What is drawn in place of the metric's own matches.
    pub overlay: Option<&'a bertscope_metric::Alignment>,
    /// Numbers at the ends of the colour scale.
    pub scale: (f32, f32),
}

impl Picture<'_> {
    /// A number's place on the colour scale: 0 at its low end, 1 at its high one.
    pub fn place(&self, value: f32) -> f32 {
        let (low, high) = self.scale;
        if high > low { (value - low) / (high - low) } else { 1.0 }
    }

    /// The sign of a match: the candidate's best, the reference's best, or both.
    pub fn sign(&self, candidate: usize, reference: usize) -> Option<char> {
        if let Some(alignment) = self.overlay {
            let sign = alignment.sign(candidate, reference);
            return sign.filter(|sign| match self.state.picture().direction {
                Direction::Both => true,
                Direction::Precision => *sign != '▼',
                Direction::Recall => *sign != '▶',
            });
        }
        let matches = &self.analysis.matches;
        let best = |m: Option<&bertscope_metric::Match>, token: usize| m.is_some_and(|m| m.token == token);
        let direction = self.state.picture().direction;
        let shows = |side: Side| self.state.shows(Product::Matches(side));
        let row = direction != Direction::Recall
            && shows(Side::Candidate)
            && best(matches.candidate.get(candidate), reference);
        let column = direction != Direction::Precision
            && shows(Side::Reference)
            && best(matches.reference.get(reference), candidate);
        match (row, column) {
            (true, true) => Some('◆'),
            (true, false) => Some('▶'),
            (false, true) => Some('▼'),
            (false, false) => None,
        }
    }
}

/// Where there are no colours, the value of a cell without digits.
pub(super) fn shade(state: &State, place: f32) -> char {
    const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];
    if state.look.theme.depth != ColorDepth::None {
        return ' ';
    }
    SHADES[((place.clamp(0.0, 1.0) * 5.0) as usize).min(4)]
}
