//! Layout of the area below the texts: matrix, scores and panel.

use ratatui::layout::Rect;

use crate::tui::commands::Focus;
use crate::tui::common::line_at;
use crate::tui::context::{
    CellMode, Context, HeatmapGeometry, LentPair, MainView, SIDE_BY_SIDE_WIDTH, Zoom, inside,
};
use crate::tui::parts::heatmap::geometry::{COMFORTABLE_CELL_WIDTH, MIN_CELL_WIDTH};
use crate::tui::parts::scores;
use crate::tui::state::State;
use bertscope_analysis::{Note, Side};
use bertscope_explain::Topic;
use bertscope_report::explanation::walkthrough::Stage;

/// Minimum height at which the walkthrough has a table of the scores instead of a line.
const MIN_TABLE_ROWS: u16 = 30;

/// Minimum width of a text beside the matrix.
const MIN_TEXT_WIDTH: u16 = 30;

/// The areas. An absent panel leaves its area to the others.
#[derive(Debug, Clone, Copy, Default)]
pub struct Body {
    pub matrix: Option<Rect>,
    pub score: Option<Rect>,
    pub panel: Option<Rect>,
    /// Whether the matrix has room for its digits only if the panel is hidden.
    pub needs_room: bool,
}

impl Body {
    /// The areas in `body`, on a screen of `rows` lines.
    pub fn compute(state: &State, body: Rect, rows: u16) -> Self {
        // A question to the audience gets all the space; so does the matrix that is revealed first.
        if state.hides_scores() {
            return Self {
                matrix: Some(body),
                ..Self::default()
            };
        }
        if state.is_staged() {
            return Self::for_stage(state, body, rows);
        }
        if body.width < SIDE_BY_SIDE_WIDTH {
            return Self::narrow(state, body);
        }
        let needs_room = needs_room(state, body);
        let is_wanted = state.panel().asked || state.focus == Focus::Panel;
        let areas = if needs_room && !is_wanted {
            Self::without_panel(body)
        } else {
            Self::wide(state, body)
        };
        Self {
            needs_room,
            ..areas
        }
    }

    /// At least the scores, on one line if necessary, and never at the expense of the matrix.
    fn narrow(state: &State, body: Rect) -> Self {
        let wanted = scores::lines::height(state, body.width) + 2;
        let (upper, score) = above_score(body, wanted.min(body.height / 2).max(3));
        let (matrix, panel) = matrix_or_panel(upper, state.focus == Focus::Panel);
        Self {
            matrix,
            score: Some(score),
            panel,
            needs_room: false,
        }
    }

    /// The matrix alone, with the scores on its frame.
    fn without_panel(body: Rect) -> Self {
        // The title of the matrix and its visible part keep their room.
        let width = scores::lines::ON_FRAME.min(body.width - 27);
        let score = Rect {
            x: body.right() - width - 1,
            width,
            ..line_at(body, body.y)
        };
        Self {
            matrix: Some(body),
            score: Some(score),
            ..Self::default()
        }
    }

    /// The matrix beside the scores and the panel.
    fn wide(state: &State, body: Rect) -> Self {
        let is_large = state.look.is_large();
        let width = match state.has_panel() {
            true if is_large => text_width(state, body),
            false if is_large => scores::lines::LARGE,
            _ => side_width(body.width),
        };
        let height = match state.has_panel() {
            true if is_large => 7,
            false if is_large => body.height,
            _ => score_height(state, body),
        };
        Self::beside_matrix(body, width, height)
    }

    /// The matrix, and beside it the scores with a panel below them if there is room.
    fn beside_matrix(body: Rect, width: u16, score_height: u16) -> Self {
        let (left, right) = side_by_side(body, width);
        let (score, panel) = below_score(right, score_height);
        Self {
            matrix: Some(left),
            score: Some(score),
            panel,
            needs_room: false,
        }
    }

    /// The areas while the score is built: parts of the score that are not built yet have none.
    fn for_stage(state: &State, body: Rect, rows: u16) -> Self {
        if state.main_picture().is_none() {
            return Self {
                panel: Some(body),
                ..Self::default()
            };
        }
        let has_score = state.shows(Stage::Precision);
        if body.width < SIDE_BY_SIDE_WIDTH {
            let shared = has_score.then(|| above_score(body, 3));
            let (upper, score) =
                shared.map_or((Some(body), None), |(upper, score)| (upper, Some(score)));
            let (matrix, panel) = matrix_or_panel(upper, state.focus != Focus::Matrix);
            return Self {
                matrix,
                score,
                panel,
                needs_room: false,
            };
        }
        let width = text_width(state, body);
        if !has_score {
            let (left, right) = side_by_side(body, width);
            return Self {
                matrix: Some(left),
                panel: Some(right),
                ..Self::default()
            };
        }
        let height = match state.look.is_large() {
            true => 7,
            false if rows < MIN_TABLE_ROWS => 3,
            // The names, and one line for each score so far.
            false => 3 + scores::lines::visible_number_count(state),
        };
        Self::beside_matrix(body, width, height)
    }
}

/// The height of the scores with their notes, which leave the panel some lines.
fn score_height(state: &State, body: Rect) -> u16 {
    let wanted = scores::lines::height(state, side_width(body.width)) + 2;
    let reserved = if has_weighty_note(state) { 0 } else { 5 };
    let most = body.height.saturating_sub(reserved).max(6);
    wanted.min(most).min(body.height)
}

/// Whether there is a note on unknown words, which matters more than the first panel, unless that was asked for.
fn has_weighty_note(state: &State) -> bool {
    let panel = state.panel();
    let is_first = panel.topic == Topic::Matches && !panel.asked && state.focus != Focus::Panel;
    let Some(analysis) = &state.results.analysis else {
        return false;
    };
    let mut notes = analysis.notes.iter();
    is_first
        && state.has_own_pair()
        && notes.any(|note| matches!(note, Note::Unknown(_) | Note::UnknownLanguage(_)))
}

/// A panel on the left and one of `width` columns on the right; they share a border line.
fn side_by_side(body: Rect, width: u16) -> (Rect, Rect) {
    let left = Rect {
        width: body.width - width + 1,
        ..body
    };
    (
        left,
        Rect {
            x: left.right() - 1,
            width,
            ..body
        },
    )
}

/// The scores, and a panel below them if there is room.
fn below_score(right: Rect, height: u16) -> (Rect, Option<Rect>) {
    // A rest without room for a panel belongs to the scores.
    let score = Rect {
        height: if height + 2 > right.height {
            right.height
        } else {
            height
        },
        ..right
    };
    let rest = Rect {
        y: score.bottom() - 1,
        height: right.bottom() + 1 - score.bottom(),
        ..right
    };
    (score, (rest.height >= 3).then_some(rest))
}

/// The scores, and above them whatever else fits.
fn above_score(body: Rect, height: u16) -> (Option<Rect>, Rect) {
    let upper = Rect {
        height: body.height - height + 1,
        ..body
    };
    let score = Rect {
        y: upper.bottom() - 1,
        height,
        ..body
    };
    // The smallest screens have one line for the scores and nothing else.
    (Some(upper).filter(|upper| upper.height >= 3), score)
}

/// Matrix or panel, if they share one area.
fn matrix_or_panel(area: Option<Rect>, panel: bool) -> (Option<Rect>, Option<Rect>) {
    (area.filter(|_| !panel), area.filter(|_| panel))
}

/// Whether the matrix has room for its digits only if the panel is hidden.
fn needs_room(state: &State, body: Rect) -> bool {
    let step_needs_it = state.lent.as_deref().is_some_and(LentPair::needs_panel);
    if state.look.zoom != Zoom::Fit || step_needs_it {
        return false;
    }
    // On a projector, large scores matter more than comfortable digits in the matrix, but not more than all digits.
    let (side, enough) = if state.look.is_large() {
        (scores::lines::LARGE, MIN_CELL_WIDTH)
    } else {
        (side_width(body.width), COMFORTABLE_CELL_WIDTH)
    };
    let height = scores::lines::height(state, side_width(body.width));
    let has_notes = height > scores::lines::lines(state);
    if has_notes {
        return false;
    }
    let (beside, _) = side_by_side(body, side);
    let digits_beside = digit_width(state, beside).unwrap_or(0);
    digits_beside < enough && digit_width(state, body).unwrap_or(0) > digits_beside
}

/// Columns for text beside the matrix: as many as leave room for its digits, if possible, or else for all its columns,
/// which the text is about.
fn text_width(state: &State, body: Rect) -> u16 {
    let most = if state.look.is_large() {
        body.width / 2
    } else {
        body.width * 9 / 20
    }
    .clamp(36, 60);
    if state.main_picture() != Some(MainView::Matrix) {
        return most;
    }
    for width in (36..=most).rev() {
        let (matrix, _) = side_by_side(body, width);
        if digit_width(state, matrix).is_some() {
            return width;
        }
    }
    for width in (MIN_TEXT_WIDTH..=most).rev() {
        let (matrix, _) = side_by_side(body, width);
        if has_all_columns(state, matrix) {
            return width;
        }
    }
    most
}

/// Whether a matrix in this area has every column.
fn has_all_columns(state: &State, area: Rect) -> bool {
    HeatmapGeometry::compute(state, inside(area))
        .is_some_and(|geometry| geometry.columns.len() == geometry.total.1)
}

/// Width of a cell of a matrix in this area, if all columns fit with digits.
fn digit_width(state: &State, area: Rect) -> Option<u16> {
    let geometry = HeatmapGeometry::compute(state, inside(area))?;
    let tokens = if geometry.is_folded {
        Context::unfolded_tokens
    } else {
        Context::shown_tokens
    };
    let is_whole = geometry.columns.len() == tokens(state, Side::Reference).len();
    (geometry.mode == CellMode::Digits && is_whole).then_some(geometry.cell.0)
}

fn side_width(width: u16) -> u16 {
    (width * 2 / 5).clamp(32, 52)
}
