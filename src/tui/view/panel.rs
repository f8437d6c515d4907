//! Draws the explanation panel: one topic at a time, as a page of rows.

use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};

use super::super::state::State;
use super::frame::{is_focused, panel};
use super::screen::inside;
use super::wrap::wrapped_text;
use crate::tui::input::focus::Focus;
use crate::tui::terminal::theme::Theme;
use bertscope_analysis::Side;
use bertscope_explain::Topic;
use bertscope_report::explanation::{Page, Target, Tone, page};

/// The frame: the topic and its number.
#[must_use]
pub fn frame<'a>(state: &State, area: Rect) -> Block<'a> {
    let topic = state.panel().topic;
    let number = Topic::ALL.iter().position(|t| *t == topic).unwrap_or(0) + 1;
    let block = panel(state, format!(" {} ", topic.title()), is_focused(state, Focus::Panel));
    if usize::from(area.width) < topic.title().len() + 12 {
        return block;
    }
    block.title(
        Line::styled(format!(" {number}/{} ", Topic::ALL.len()), state.look.theme.quiet()).alignment(Alignment::Right),
    )
}

/// Draws the inside of the panel.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let Some(answer) = state.panel().answered_question() else { return };
    let area = inside(area);
    let choices = state.page_settings();
    let page = page(&answer.explanation, &answer.analysis, &choices);
    let Viewport { lead, first, height } = viewport(state, &page, area);
    let said = lead.len() as u16;
    let mut lines: Vec<Line<'_>> = lead.into_iter().map(|line| Line::styled(line, state.look.theme.quiet())).collect();
    let chosen = (state.focus == Focus::Panel).then(|| state.panel().chosen_row(&page));
    for index in first..(first + height).min(page.len()) {
        let here = chosen == Some(index);
        let crossed = state.panel().topic == Topic::Matches && is_at_crosshair(state, page.target(index));
        let spans = page.row(index, area.width).into_iter().map(|span| {
            let tone = if crossed && span.tone == Tone::Plain { Tone::Accent } else { span.tone };
            let style = style(&state.look.theme, tone);
            Span::styled(span.text, if here { style.patch(state.look.theme.selection()) } else { style })
        });
        lines.push(Line::from(spans.collect::<Vec<_>>()));
    }
    frame.render_widget(Paragraph::new(lines), area);
    let marks = [(first > 0, area.y + said, "↑"), (first + height < page.len(), area.bottom().saturating_sub(1), "↓")];
    for (_, y, mark) in marks.into_iter().filter(|(there, ..)| *there && area.height > 0) {
        frame.buffer_mut().set_string(area.right(), y, mark, state.look.theme.accent());
    }
}

/// The visible part of a page.
struct Viewport {
    /// Lines of the introduction above the rows.
    lead: Vec<String>,
    /// The first visible row.
    first: usize,
    /// Number of rows that fit.
    height: usize,
}

/// The selected row is always visible.
fn viewport(state: &State, page: &Page<'_>, area: Rect) -> Viewport {
    let lead = wrapped_text(&page.lead(), area.width);
    // If there is little room, rows have priority over the introduction.
    let lead = if page.is_empty() || lead.len() * 3 <= usize::from(area.height) { lead } else { Vec::new() };
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
    Viewport { lead, first, height }
}

/// The row of the page at a line of the screen; `area` is the panel with its border.
#[must_use]
pub fn row_at(state: &State, area: Rect, y: u16) -> Option<usize> {
    let answer = state.panel().answered_question()?;
    let area = inside(area);
    let choices = state.page_settings();
    let page = page(&answer.explanation, &answer.analysis, &choices);
    let Viewport { lead, first, height } = viewport(state, &page, area);
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
fn is_at_crosshair(state: &State, target: Option<Target>) -> bool {
    let cell = state.display().cell;
    match target {
        Some(Target::Token(Side::Candidate, token)) => token == cell.candidate,
        Some(Target::Token(Side::Reference, token)) => token == cell.reference,
        Some(Target::Cell { candidate, reference }) => (candidate, reference) == (cell.candidate, cell.reference),
        _ => false,
    }
}

/// The style of a tone.
fn style(theme: &Theme, tone: Tone) -> Style {
    match tone {
        Tone::Plain => theme.text(),
        Tone::Quiet => theme.quiet(),
        Tone::Strong => theme.strong(),
        Tone::Accent => theme.accent(),
        Tone::Warning => theme.warning(),
        Tone::Up => theme.up(),
        Tone::Down => theme.down(),
        Tone::Bar => theme.bar(),
        Tone::Rest => theme.border(),
    }
}
