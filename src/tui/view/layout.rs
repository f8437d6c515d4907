//! Where every panel is: a function of the state and the size, for drawing and for the mouse alike.

use ratatui::layout::Rect;

use super::super::focus::Focus;
use super::super::lesson::ActiveLesson;
use super::super::matrix::Zoom;
use super::super::state::State;
use super::geometry::{EASY, Geometry, Kind, NARROWEST};
use super::screen::{SMALLEST, Screen, WIDE, inside};
use super::wrap::wrap_some;
use super::{export, formula, lesson, pairs_list, preview, progress, score};
use bertscope_analysis::Side;

impl Screen {
    /// The places for a size; `None` when it is too small.
    #[must_use]
    pub fn of(state: &State, area: Rect) -> Option<Self> {
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            return None;
        }
        let line = |y: u16| Rect { y, height: 1, ..area };
        let walks = state.walk().is_some();
        let has_words = walks || (state.look.projector && state.has_panel());
        // In a room there are lines below the picture only for the arithmetic.
        let has_detail = has_room_for_detail(state, area.height)
            && (!state.look.projector || state.panel().derivation.is_some() && !state.hides());
        let most_lines = (area.height / 8).clamp(1, 4);
        let box_height = |side: Side| match state.preview() {
            Some(preview) => preview::height(&preview, side, area),
            None => {
                let text = state.editor(side).text();
                let lines = wrap_some(text, area.width - 4, most_lines.into()).lines.len() as u16;
                lines.clamp(1, most_lines) + 2
            }
        };
        // Each panel begins on the line on which the one above it ends.
        let under = |above: Rect, height: u16| Rect { y: above.bottom() - 1, height, ..area };
        let top = u16::from(!state.look.projector);
        let reference = Rect { y: area.y + top, height: box_height(Side::Reference), ..area };
        let candidate = under(reference, box_height(Side::Candidate));
        let asks = state.prompt().is_some();
        let taken = if asks {
            export::height(state, area.width, area.height)
        } else {
            progress::notice(state, area.width, area.height).len() as u16
        };
        let notice = (taken > 0).then(|| Rect { y: area.bottom() - 1 - taken, height: taken, ..area });
        let strip = lesson::height(state, area.width, area.height);
        let lesson = (strip > 0).then(|| Rect { y: area.bottom() - 1 - taken - strip, height: strip, ..area });
        let taken = taken + strip;
        let own_line = pairs_list::height(state, area.height);
        let pair = (own_line > 0).then(|| Rect { y: area.bottom() - 1 - taken - own_line, height: own_line, ..area });
        let taken = taken + own_line;
        let most_detail = if state.panel().derivation.is_some() { area.height * 2 / 5 } else { area.height / 3 };
        let most_detail = most_detail.saturating_sub(taken).max(3);
        let wanted = formula::height(state, area.width.saturating_sub(4));
        let detail_height = if has_detail { (wanted + 2).clamp(3, most_detail) } else { 1 };
        let below = taken + detail_height;
        let body = under(candidate, (area.bottom() - below).saturating_sub(candidate.bottom() - 1).max(3));
        let detail = has_detail.then(|| under(body, detail_height));

        let needs_room = area.width >= WIDE && needs_room(state, body);
        let gives_way = needs_room && !state.panel().asked && state.focus != Focus::Panel;
        let side_by_side = area.width >= WIDE && !gives_way;
        let lines = score::height(state, if side_by_side { side_width(area.width) } else { area.width });
        let (matrix, score, panel) = if gives_way {
            // The numbers stand on the frame of the matrix.
            let width = (score::ON_FRAME + 6).min(body.width - 16);
            let score = Rect { x: body.right() - width - 1, y: body.y, width, height: 1 };
            (Some(body), score, None)
        } else if side_by_side {
            let width = match (has_words, state.look.projector) {
                (true, _) => words_width(state, body),
                (false, true) => score::LARGE,
                (false, false) => side_width(area.width),
            };
            let left = Rect { width: body.width - width + 1, ..body };
            let right = Rect { x: left.right() - 1, width, ..body };
            let most = body.height.saturating_sub(5).max(6).min(body.height);
            let height = if walks { if area.height < 30 { 3 } else { lines.min(score::FULL) + 2 } } else { lines + 2 };
            let height = match (state.look.projector, has_words) {
                (true, true) => 7,
                (true, false) => right.height,
                (false, _) => height.min(most),
            };
            let score = Rect { height: height.min(right.height), ..right };
            let rest = Rect { y: score.bottom() - 1, height: right.bottom() + 1 - score.bottom(), ..right };
            (Some(left), score, (rest.height >= 3).then_some(rest))
        } else {
            // At least the numbers, in a line if need be, and never at the cost of the matrix.
            let most = body.height / 2;
            let wanted = if most >= score::FULL + 2 { lines + 2 } else { lines + 3 - score::FULL };
            let height = wanted.min(most).max(3);
            let upper = Rect { height: body.height - height + 1, ..body };
            let score = Rect { y: upper.bottom() - 1, height, ..body };
            let swap = state.focus == Focus::Panel || (walks && state.focus != Focus::Matrix);
            // On the lowest screens there is a line for the numbers and none for anything else.
            let upper = Some(upper).filter(|upper| upper.height >= 3);
            (upper.filter(|_| !swap), score, upper.filter(|_| swap))
        };
        Some(Self {
            status: Rect { height: top, ..line(area.y) },
            reference,
            candidate,
            matrix,
            score,
            panel,
            detail,
            lesson,
            pair,
            notice: notice.filter(|_| !asks),
            prompt: notice.filter(|_| asks),
            footer: line(area.bottom() - 1),
            needs_room,
        })
    }
}

/// Whether there is room for lines about the cell under the crosshair, or for how a number was computed.
#[must_use]
pub fn has_room_for_detail(state: &State, height: u16) -> bool {
    // The words of the walkthrough need the room, and say what the lines would.
    match (state.look.projector, state.walk().is_some()) {
        (true, walks) => !walks && height >= 24,
        (false, true) => height >= 30,
        (false, false) => height >= 18,
    }
}

/// Whether the matrix has room for its digits only where the panel gives way to it.
fn needs_room(state: &State, body: Rect) -> bool {
    let lesson = || state.lesson().is_some_and(ActiveLesson::needs_panel);
    if state.look.zoom != Zoom::Fit || state.walk().is_some() || lesson() || state.hides() {
        return false;
    }
    // In a room large numbers are worth more than easy digits in the matrix, but not more than all of these.
    let (side, enough) = if state.look.projector { (score::LARGE, NARROWEST) } else { (side_width(body.width), EASY) };
    let digits = |area: Rect| {
        Geometry::of(state, inside(area)).filter(|geometry| geometry.kind == Kind::Digits).map_or(0, |g| g.cell.0)
    };
    let beside = Rect { width: body.width - side + 1, ..body };
    let remarks = score::height(state, side_width(body.width)) > score::FULL;
    !remarks && digits(beside) < enough && digits(body) > digits(beside)
}

/// Columns for words beside the matrix: as many as leave room for its digits, if there are such.
fn words_width(state: &State, body: Rect) -> u16 {
    let most = if state.look.projector { body.width / 2 } else { body.width * 9 / 20 }.clamp(36, 60);
    let has_digits = |width: &u16| {
        let left = Rect { width: body.width - width + 1, ..body };
        Geometry::of(state, inside(left)).is_some_and(|geometry| geometry.kind == Kind::Digits)
    };
    (36..=most).rev().find(has_digits).unwrap_or(most)
}

fn side_width(width: u16) -> u16 {
    (width * 2 / 5).clamp(32, 52)
}
