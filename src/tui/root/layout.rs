//! The layout of the panels: a function of the state and the size, shared by drawing and the mouse.

use std::sync::Arc;

use ratatui::layout::Rect;

use super::body::Body;
use super::dispatch::STRIPS;
use crate::tui::common::line_at;
use crate::tui::context::{HeatmapGeometry, MIN_SIZE, MainView, Screen, inside, whole};
use crate::tui::parts::{derivation, texts};
use crate::tui::state::State;
use bertscope_analysis::Side;
use bertscope_report::wrap::wrap_at_most;

impl Screen {
    /// The frame in an area, which is the kept one unless the size has just changed.
    pub fn in_area(state: &State, area: Rect) -> Option<Arc<Self>> {
        match &state.frame {
            Some(kept) if kept.area == area => Some(Arc::clone(kept)),
            _ => Self::compute(state, area).map(Arc::new),
        }
    }

    /// The areas for a size; `None` if it is too small.
    pub fn compute(state: &State, area: Rect) -> Option<Self> {
        if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
            return None;
        }
        let top = u16::from(!state.look.has_few_words());
        let reference = Rect {
            y: area.y + top,
            height: box_height(state, Side::Reference, area),
            ..area
        };
        let candidate = under(reference, box_height(state, Side::Candidate, area));
        // Stacked on the bottom line.
        let mut y = area.bottom() - 1;
        let mut strips = Vec::new();
        for strip in &STRIPS {
            let height = (strip.height)(state, area);
            y -= height;
            strips.push(Rect { y, height, ..area });
        }
        let taken = area.bottom() - 1 - y;
        let detail = derivation::height(state, area, taken);
        let below = taken + detail.unwrap_or(1);
        let body = under(
            candidate,
            (area.bottom() - below)
                .saturating_sub(candidate.bottom() - 1)
                .max(3),
        );
        let detail = detail.map(|height| under(body, height));

        let Body {
            matrix,
            score,
            panel,
            needs_room,
        } = Body::compute(state, body, area.height);
        // A question, or the angle of the walkthrough, may be in its place.
        let heatmap = match (matrix, state.main_picture()) {
            (Some(area), Some(MainView::Matrix)) => HeatmapGeometry::compute(state, inside(area)),
            _ => None,
        };
        Some(Self {
            area,
            heatmap,
            status: Rect {
                height: top,
                ..area
            },
            reference,
            candidate,
            matrix,
            score,
            panel,
            detail,
            strips,
            footer: line_at(area, area.bottom() - 1),
            needs_room,
        })
    }
}

/// The area below another one, which starts on the last line of that.
fn under(above: Rect, height: u16) -> Rect {
    Rect {
        y: above.bottom() - 1,
        height,
        ..above
    }
}

/// The height of a text box, with its border: a long text scrolls in few lines.
fn box_height(state: &State, side: Side, area: Rect) -> u16 {
    if let Some(preview) = state.preview() {
        return texts::lines::preview_height(&preview, side, area);
    }
    // The boxes of the texts, the score, and the first and the last line of the screen have seven other lines.
    let others = 7 + state.max_lent_words(area.height);
    let room = area.height.saturating_sub(others);
    let most = (area.height / 8).min(room / 2).clamp(1, 4);
    let text = state.editor(side).text();
    let lines = wrap_at_most(text, area.width - 4, most.into()).lines;
    (lines.len() as u16).clamp(1, most) + 2
}

/// Lays out the frame that is drawn next, and keeps it with the sheet of its panel.
pub fn lay_out(state: &mut State) {
    let frame = Screen::compute(state, whole(state)).map(Arc::new);
    let panel = frame.as_ref().and_then(|frame| frame.panel);
    state.keep_sheet(panel.map(|panel| inside(panel).width));
    state.frame = frame;
}
