//! Scrolling of the explanation panel: which lines of its sheet are visible, and where. The view follows the selected row.

use std::ops::Range;
use std::sync::Arc;

use ratatui::layout::Rect;

use crate::tui::commands::Focus;
use crate::tui::context::inside;
use crate::tui::state::State;
use bertscope_analysis::Side;
use bertscope_explain::Topic;
use bertscope_report::wrap::wrapped_text;
use bertscope_sheet::columns::Line;
use bertscope_sheet::{Row, Sheet, Subject};

/// The visible part of a sheet.
pub struct Viewport {
    /// Lines of the introduction above the sheet.
    pub lead: Vec<String>,
    /// All lines of the sheet.
    pub lines: Arc<[Line]>,
    /// The first visible line.
    pub first: usize,
    /// Number of lines that fit.
    pub height: usize,
}

/// Minimum number of lines below an introduction.
const MIN_LINES: usize = 4;

/// The line of the selected row is always visible.
pub fn viewport(state: &State, sheet: &Arc<Sheet>, area: Rect) -> Viewport {
    let lines = state.sheet_lines(sheet, area.width);
    let mut lead = wrapped_text(&sheet.lead, area.width);
    if !lines.is_empty() && !has_room_for_lead(state, lead.len(), area.height) {
        lead.clear();
    }
    let height = usize::from(area.height).saturating_sub(lead.len());
    let first = match wanted_rows(state, sheet) {
        Some(rows) => first_line(&lines, &rows, height),
        None => 0,
    };
    Viewport {
        lead,
        first: first.min(lines.len().saturating_sub(height)),
        lines,
        height,
    }
}

fn has_room_for_lead(state: &State, lead: usize, height: u16) -> bool {
    let topic = state.panel().topic;
    let height = usize::from(height);
    // These begin with an answer about the pair, the others with an introduction. If there is little room, rows have
    // priority over an answer, which they repeat, and in a lesson, which has its own words.
    let is_answer =
        matches!(topic, Topic::Edit | Topic::Ruler | Topic::Overlap) || !state.has_own_pair();
    if is_answer {
        lead * 3 <= height
    } else {
        !state.progress.introduced.contains(&topic) && lead + MIN_LINES <= height
    }
}

/// The rows that must be visible; `None` for those at the top.
fn wanted_rows(state: &State, sheet: &Sheet) -> Option<Range<usize>> {
    match state.focus {
        Focus::Panel => state.panel().chosen_row(sheet).map(only),
        Focus::Text(_) if state.panel().topic == Topic::Matches => None,
        Focus::Text(_) | Focus::Matrix => related_rows(state, sheet),
    }
}

fn only(row: usize) -> Range<usize> {
    row..row + 1
}

/// The first visible line when `height` lines are visible, with rows among them.
fn first_line(lines: &[Line], rows: &Range<usize>, height: usize) -> usize {
    let place = |row: usize| lines.iter().position(|line| line.row == Some(row));
    let (Some(first), Some(last)) = (place(rows.start), place(rows.end - 1)) else {
        return 0;
    };
    let end = last + 1;
    // The top of the sheet stays visible as long as the rows do too.
    if end <= height {
        return 0;
    }
    if rows.len() == 1 {
        let is_last_row = lines[end..].iter().all(|line| line.row.is_none());
        // No row below leads to the notes at the end.
        return if is_last_row && lines.len() - first <= height {
            lines.len() - height
        } else {
            last.saturating_sub(height / 2)
        };
    }
    let headings = lines[..first].iter().rev();
    let headings = headings.take_while(|line| line.row.is_none() && !line.parts.is_empty());
    let start = first - headings.count();
    // A chart loses its headings rather than its last row.
    if end - first <= height {
        start.max(end - height)
    } else {
        start
    }
}

/// The row of the sheet at a line of the screen; `area` is the panel with its border.
pub fn row_at(state: &State, area: Rect, y: u16) -> Option<usize> {
    let sheet = state.sheet()?;
    let area = inside(area);
    let Viewport {
        lead,
        lines,
        first,
        height,
    } = viewport(state, &sheet, area);
    let line = usize::from(y.checked_sub(area.y)?).checked_sub(lead.len())?;
    if line >= height {
        return None;
    }
    let number = lines.get(first + line)?.row?;
    sheet.rows().nth(number)?.subject.map(|_| number)
}

/// The rows about the cell under the crosshair, or about the current layer.
fn related_rows(state: &State, sheet: &Sheet) -> Option<Range<usize>> {
    let mut rows = sheet.rows();
    match state.panel().topic {
        // A lesson step about a cell refers to its chart: static vectors, then each layer.
        Topic::Layers if state.lent.as_deref().is_some_and(|lent| lent.step.cell.is_some()) => {
            let chart = rows.position(|row| is_at_crosshair(state, row))?;
            let layers = rows.take_while(|row| matches!(row.subject, Some(Subject::Layer(_))));
            Some(chart..chart + 1 + layers.count())
        }
        Topic::Matches => rows.position(|row| is_at_crosshair(state, row)).map(only),
        Topic::Layers => rows
            .position(|row| matches!(row.subject, Some(Subject::Layer(layer)) if Some(layer.0) == state.inspection().layer))
            .map(only),
        _ => None,
    }
}

/// Whether a row is about the cell under the crosshair.
pub fn is_at_crosshair(state: &State, row: &Row) -> bool {
    let cell = state.display().cell;
    match row.subject {
        Some(Subject::Token(Side::Candidate, token)) => token == cell.candidate,
        Some(Subject::Token(Side::Reference, token)) => token == cell.reference,
        Some(Subject::Cell {
            candidate,
            reference,
        }) => (candidate, reference) == (cell.candidate, cell.reference),
        _ => false,
    }
}
