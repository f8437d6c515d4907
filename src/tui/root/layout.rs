//! The layout of the panels: a function of the state and the size, shared by drawing and the mouse.

use std::sync::Arc;

use ratatui::layout::Rect;

use crate::tui::context::frame::HeatmapGeometry;
use crate::tui::context::frame::Screen;
use crate::tui::context::screen::{MIN_SIZE, inside, whole};
use crate::tui::context::shown::MainView;
use crate::tui::parts::pairs;
use crate::tui::parts::{derivation, export, guess, lesson, notice, texts};
use crate::tui::root::body::Body;
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
        let line = |y: u16| Rect {
            y,
            height: 1,
            ..area
        };
        // On a projector, lines below the matrix are only for derivations.
        let has_detail = derivation::has_room_for_detail(state, area.height)
            && !state.hides_scores()
            && (!state.look.projector || state.panel().derivation.is_some());
        // Each panel starts on the last line of the one above it.
        let under = |above: Rect, height: u16| Rect {
            y: above.bottom() - 1,
            height,
            ..area
        };
        let top = u16::from(!state.look.projector);
        let reference = Rect {
            y: area.y + top,
            height: box_height(state, Side::Reference, area),
            ..area
        };
        let candidate = under(reference, box_height(state, Side::Candidate, area));
        let asks = state.stack.prompt().is_some();
        let taken = if asks {
            export::view::prompt_height(state, area.width, area.height)
        } else {
            notice::notice(state, area.width, area.height).len() as u16
        };
        // These lines are stacked on the bottom line.
        let mut y = area.bottom() - 1;
        let mut above = |height: u16| {
            y -= height;
            (height > 0).then_some(Rect { y, height, ..area })
        };
        let notice = above(taken);
        let lesson = above(lesson::strip::height(state, area.width, area.height));
        let pair = above(pairs::areas::line_height(state, area.height));
        let guess = above(guess::line::height(state, area.height));
        let taken = area.bottom() - 1 - y;
        let most_detail = if state.panel().derivation.is_some() {
            area.height * 2 / 5
        } else {
            area.height / 3
        };
        let most_detail = most_detail.saturating_sub(taken).max(3);
        let wanted = derivation::height(state, area.width.saturating_sub(4));
        let detail_height = if has_detail {
            (wanted + 2).clamp(3, most_detail)
        } else {
            1
        };
        let below = taken + detail_height;
        let body = under(
            candidate,
            (area.bottom() - below)
                .saturating_sub(candidate.bottom() - 1)
                .max(3),
        );
        let detail = has_detail.then(|| under(body, detail_height));

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
                ..line(area.y)
            },
            reference,
            candidate,
            matrix,
            score,
            panel,
            detail,
            guess,
            lesson,
            pair,
            notice: notice.filter(|_| !asks),
            prompt: notice.filter(|_| asks),
            footer: line(area.bottom() - 1),
            needs_room,
        })
    }
}

/// The height of a text box, with its border: a long text scrolls in few lines.
fn box_height(state: &State, side: Side, area: Rect) -> u16 {
    if let Some(preview) = state.preview() {
        return texts::lines::preview_height(&preview, side, area);
    }
    // The boxes of the texts, the score, and the first and the last line of the screen have seven other lines.
    let others = 7 + lesson::strip::max_height(state, area.height);
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
