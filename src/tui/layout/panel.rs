//! The explanation panel: which rows of its page are visible, and where.

use std::ops::Range;

use ratatui::layout::Rect;

use super::super::state::State;
use super::screen::inside;
use crate::tui::input::keymap::Focus;
use bertscope_analysis::Side;
use bertscope_explain::Topic;
use bertscope_report::explanation::{Page, Target};
use bertscope_report::wrap::wrapped_text;

/// The visible part of a page.
pub(in crate::tui) struct Viewport {
    /// Lines of the introduction above the rows.
    pub lead: Vec<String>,
    /// The first visible row.
    pub first: usize,
    /// Number of rows that fit.
    pub height: usize,
}

/// Minimum number of rows below an introduction.
const MIN_ROWS: usize = 4;

/// The selected row is always visible.
pub(in crate::tui) fn viewport(state: &State, page: &Page<'_>, area: Rect) -> Viewport {
    let lead = wrapped_text(&page.lead(), area.width);
    let topic = state.panel().topic;
    // These begin with an answer about the pair, the others with an introduction. If there is little room, rows have
    // priority over an answer, which they repeat, and in a lesson, which has its own words.
    let is_answer =
        matches!(topic, Topic::Edit | Topic::Ruler | Topic::Overlap) || state.lesson().is_some();
    let is_known = state.progress.introduced.contains(&topic);
    let has_room = match usize::from(area.height) {
        height if is_answer => lead.len() * 3 <= height,
        height => !is_known && lead.len() + MIN_ROWS <= height,
    };
    let lead = if page.is_empty() || has_room {
        lead
    } else {
        Vec::new()
    };
    let height = usize::from(area.height).saturating_sub(lead.len());
    let only = |row: usize| row..row + 1;
    let rows = match state.focus {
        Focus::Panel => only(state.panel().chosen_row(page)),
        Focus::Text(_) if state.panel().topic == Topic::Matches => only(0),
        Focus::Text(_) | Focus::Matrix => related_rows(state, page).unwrap_or(only(0)),
    };
    // The top of the page stays visible as long as the selected rows do too.
    let first = match rows {
        Range { end, .. } if end <= height => 0,
        // A chart loses its heading rather than its last row.
        Range { start, end } if end - start > 1 => start + usize::from(end - start == height + 1),
        Range { end, .. } => (end - 1).saturating_sub(height / 2),
    };
    let first = first.min(page.len().saturating_sub(height));
    Viewport {
        lead,
        first,
        height,
    }
}

/// The row of the page at a line of the screen; `area` is the panel with its border.
pub fn row_at(state: &State, area: Rect, y: u16) -> Option<usize> {
    let (page, area) = (state.page()?, inside(area));
    let Viewport {
        lead,
        first,
        height,
    } = viewport(state, &page, area);
    let line = usize::from(y.checked_sub(area.y)?).checked_sub(lead.len())?;
    let row = first + line;
    (line < height && row < page.len() && page.target(row).is_some()).then_some(row)
}

/// The rows about the cell under the crosshair, or about the current layer.
fn related_rows(state: &State, page: &Page<'_>) -> Option<Range<usize>> {
    let mut rows = 0..page.len();
    match state.panel().topic {
        // A lesson step about a cell refers to its chart: a heading, static vectors, each layer.
        Topic::Layers if state.lesson().is_some_and(|lesson| lesson.current_step().cell.is_some()) => {
            let chart = rows.find(|&row| is_at_crosshair(state, page.target(row)))?;
            let layers = (chart + 1..page.len()).take_while(|&row| matches!(page.target(row), Some(Target::Layer(_))));
            Some(chart.saturating_sub(1)..chart + 1 + layers.count())
        }
        Topic::Matches => rows.find(|&row| is_at_crosshair(state, page.target(row))).map(|row| row..row + 1),
        Topic::Layers => rows
            .find(|&row| matches!(page.target(row), Some(Target::Layer(l)) if Some(l.0) == state.inspection().layer))
            .map(|row| row..row + 1),
        _ => None,
    }
}

/// Whether a row is about the cell under the crosshair.
pub(in crate::tui) fn is_at_crosshair(state: &State, target: Option<Target>) -> bool {
    let cell = state.display().cell;
    match target {
        Some(Target::Token(Side::Candidate, token)) => token == cell.candidate,
        Some(Target::Token(Side::Reference, token)) => token == cell.reference,
        Some(Target::Cell {
            candidate,
            reference,
        }) => (candidate, reference) == (cell.candidate, cell.reference),
        _ => false,
    }
}
