//! How a number was computed: the chosen row of the panel, the cell under the crosshair, or the score.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::super::focus::Focus;
use super::super::state::State;
use super::screen::inside;
use super::wrap::wrapped_text;
use bertscope_report::explanation::{cell, page, score};

/// Lines that it takes at a width; one when it is not shown.
#[must_use]
pub fn height(state: &State, width: u16) -> u16 {
    // While a guess is open, its height would say something of the numbers too.
    if state.panel().derivation && !state.hides() { lines(state, width).len().max(1) as u16 } else { 1 }
}

/// Draws the inside of the panel.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let area = inside(area);
    let mut lines: Vec<Line<'_>> =
        lines(state, area.width).into_iter().map(|l| Line::styled(l, state.look.theme.text())).collect();
    let room = usize::from(area.height);
    if room > 0 && lines.len() > room {
        let more = lines.len() - room + 1;
        lines.truncate(room - 1);
        let words = format!("… {more} lines more, in a taller window");
        lines.push(Line::styled(words, state.look.theme.warning()));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

fn lines(state: &State, width: u16) -> Vec<String> {
    sentences(state).iter().flat_map(|sentence| wrapped_text(sentence, width)).collect()
}

/// The change that the arrows beside the numbers show.
fn change(state: &State) -> Option<String> {
    let f1 = state.results.change()?[2]?;
    let now = state.results.analysis.as_ref()?.score().f1;
    let sign = if f1 > 0.0 { '▲' } else { '▼' };
    (f1.abs() >= 5e-5).then(|| format!("{sign} F1 = {now:.5} − {:.5} before this edit = {f1:.5}", now - f1))
}

/// What the focus is on comes first.
fn sentences(state: &State) -> Vec<String> {
    let Some(analysis) = &state.results.analysis else { return Vec::new() };
    if state.focus == Focus::Panel
        && let Some(answer) = state.panel().current()
    {
        let choices = state.choices();
        let page = page(&answer.explanation, &answer.analysis, &choices);
        if state.panel().row < page.len() {
            let how = page.derivation(state.panel().row);
            if !how.is_empty() {
                return how;
            }
        }
    }
    let cell =
        cell(analysis, state.picture().cell.candidate, state.picture().cell.reference, state.results.cosine.as_ref());
    let score = score(analysis).into_iter().chain(change(state));
    match state.focus {
        Focus::Text(_) => score.chain(cell).collect(),
        Focus::Matrix | Focus::Panel => cell.into_iter().chain(score).collect(),
    }
}
