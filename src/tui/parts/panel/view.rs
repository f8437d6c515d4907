//! Draws the explanation panel: one topic at a time, as a sheet, of which the lines about the selected row are in sight.

use std::ops::Range;
use std::sync::Arc;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};
use unicode_width::UnicodeWidthStr;

use crate::tui::commands::{Command, Focus};
use crate::tui::common::sheet::style;
use crate::tui::context::inside;
use crate::tui::parts::border::{Pane, is_focused, panel};
use crate::tui::state::State;
use bertscope_analysis::Side;
use bertscope_explain::Topic;
use bertscope_report::wrap::wrapped_text;
use bertscope_sheet::columns::{self, Tone};
use bertscope_sheet::{Row, Sheet, Subject};

/// The answer to the question, below its title and its number.
pub fn pane(state: &State, area: Rect) -> Pane {
    let topic = state.panel().topic;
    let place = format!("{}/{}", topic as usize + 1, Topic::ALL.len());
    let border = numbered_frame(state, area, topic.title(), &place);
    Pane { border, draw }
}

/// A frame with a title and its place among others, if there is room for both.
pub fn numbered_frame(state: &State, area: Rect, title: &str, place: &str) -> Block<'static> {
    let block = panel(state, format!(" {title} "), is_focused(state, Focus::Panel));
    if usize::from(area.width) < title.len() + place.len() + 7 {
        return block;
    }
    let place = Line::styled(format!(" {place} "), state.look.theme.quiet());
    block.title(place.right_aligned())
}

fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let Some(sheet) = state.sheet() else { return };
    let theme = &state.look.theme;
    let area = inside(area);
    let Viewport {
        lead,
        lines: all,
        first,
        height,
    } = viewport(state, &sheet, area);
    let said = lead.len() as u16;
    let rows: Vec<&Row> = sheet.rows().collect();
    let chosen = match state.focus {
        Focus::Panel => state.panel().chosen_row(&sheet),
        Focus::Text(_) | Focus::Matrix => None,
    };
    let mut lines: Vec<Line<'_>> = lead
        .into_iter()
        .map(|line| Line::styled(line, theme.quiet()))
        .collect();
    for line in all.iter().skip(first).take(height) {
        let is_chosen = chosen.is_some() && line.row == chosen;
        let is_crossed = state.panel().topic == Topic::Matches
            && line
                .row
                .is_some_and(|number| is_at_crosshair(state, rows[number]));
        let spans = line.parts.iter().map(|part| {
            let tone = if is_crossed && part.tone == Tone::Plain {
                Tone::Accent
            } else {
                part.tone
            };
            let mut style = style(theme, tone);
            if is_chosen {
                style = style.patch(theme.selection());
            }
            Span::styled(part.text.as_str(), style)
        });
        lines.push(spans.collect());
    }
    frame.render_widget(Paragraph::new(lines), area);
    if first > 0 {
        frame
            .buffer_mut()
            .set_string(area.right(), area.y + said, "↑", theme.accent());
    }
    if first + height < all.len() {
        mark_more(frame, area, state);
    }
}

/// Marks text that continues below. Where arrows move the crosshair, the frame says which key goes to the panel.
pub fn mark_more(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let buffer = frame.buffer_mut();
    let style = state.look.theme.accent();
    let way = if state.focus == Focus::Matrix {
        format!(" ↓ {} ", state.key_name(Command::NextPane))
    } else {
        String::new()
    };
    let width = way.width() as u16;
    if (1..area.width).contains(&width) {
        buffer.set_string(area.right() - width, area.bottom(), way, style);
    } else if area.height > 0 {
        buffer.set_string(area.right(), area.bottom() - 1, "↓", style);
    }
}

/// The visible part of a sheet.
struct Viewport {
    /// Lines of the introduction above the sheet.
    lead: Vec<String>,
    /// All lines of the sheet.
    lines: Arc<[columns::Line]>,
    /// The first visible line.
    first: usize,
    /// Number of lines that fit.
    height: usize,
}

/// Minimum number of lines below an introduction.
const MIN_LINES: usize = 4;

/// The line of the selected row is always visible.
fn viewport(state: &State, sheet: &Arc<Sheet>, area: Rect) -> Viewport {
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

fn line_of(lines: &[columns::Line], row: usize) -> Option<usize> {
    lines.iter().position(|line| line.row == Some(row))
}

/// The first visible line when `height` lines are visible, with rows among them.
fn first_line(lines: &[columns::Line], rows: &Range<usize>, height: usize) -> usize {
    let Some(first) = line_of(lines, rows.start) else {
        return 0;
    };
    let Some(last) = line_of(lines, rows.end - 1) else {
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
fn is_at_crosshair(state: &State, row: &Row) -> bool {
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
