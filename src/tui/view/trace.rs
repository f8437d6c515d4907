//! How a number came about: of the chosen row of the panel, of the cell under the crosshair, or of the score.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::super::state::{Focus, State};
use super::layout::inside;
use super::wrap::wrapped_text;
use crate::report::explanation::{cell, page, score};

/// Lines that it takes at a width; one when it is not shown.
#[must_use]
pub fn height(state: &State, width: u16) -> u16 {
    if state.explaining.trace { lines(state, width).len().max(1) as u16 } else { 1 }
}

/// Draws the inside of the panel.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let area = inside(area);
    let lines: Vec<Line<'_>> =
        lines(state, area.width).into_iter().map(|l| Line::styled(l, state.theme.text())).collect();
    frame.render_widget(Paragraph::new(lines), area);
}

fn lines(state: &State, width: u16) -> Vec<String> {
    sentences(state).iter().flat_map(|sentence| wrapped_text(sentence, width)).collect()
}

/// What the focus is on comes first.
fn sentences(state: &State) -> Vec<String> {
    let Some(analysis) = &state.analysis else { return Vec::new() };
    if state.focus == Focus::Panel
        && let Some(answer) = state.explaining.current()
    {
        let choices = state.choices();
        let page = page(&answer.explanation, &answer.analysis, &choices);
        if state.explaining.row < page.len() {
            let how = page.how(state.explaining.row);
            if !how.is_empty() {
                return how;
            }
        }
    }
    let cell = cell(analysis, state.cell.candidate, state.cell.reference, state.cosine.as_ref());
    match state.focus {
        Focus::Text(_) => score(analysis).into_iter().chain(cell).collect(),
        Focus::Matrix | Focus::Panel => cell.into_iter().chain(score(analysis)).collect(),
    }
}
