//! Draws the screen, one file per panel. Drawing only reads the state.
//!
//! ```text
//! status
//! ┌ Reference ─────────────────────────────┐  editors
//! ├ Candidate ─────────────────────────────┤
//! ├ Similarity ──────────────┬ Score ──────┤  heatmap (with legend) | score
//! │                          ├ Matches ────┤                        | panel of explanations
//! ├──────────────────────────┴─────────────┤
//! └ the cell under the crosshair ──────────┘  detail, or how a number was computed (derivation)
//! a model that was not opened                 notice, or the line for a file's name
//! model being opened, keys                    footer
//! ```

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::widgets::{Paragraph, Wrap};

use super::dispatch::{self, STRIPS};
use crate::tui::commands::Focus;
use crate::tui::common::{below, line_at};
use crate::tui::context::{MIN_SIZE, Screen};
use crate::tui::parts::border::panel;
use crate::tui::parts::{derivation, footer, header, heatmap, scores, texts};
use crate::tui::state::State;
use bertscope_analysis::Side;

/// Draws a whole frame.
pub fn draw(frame: &mut Frame<'_>, state: &State, now: Instant) {
    let area = frame.area();
    frame.buffer_mut().set_style(area, state.look.theme.text());
    let Some(screen) = Screen::in_area(state, area) else {
        too_small(frame, area, state);
        return;
    };
    frames(frame, &screen, state);
    if !state.look.has_few_words() {
        header::draw(frame, screen.status, state);
    }
    texts::draw(frame, &screen, state);
    if let Some(area) = screen.matrix {
        match dispatch::main_pane(state) {
            Some(pane) => (pane.draw)(frame, area, state),
            None => heatmap::draw(frame, area, screen.heatmap.as_ref(), state, now),
        }
    }
    if let Some(area) = screen.score {
        scores::draw(frame, area, state);
    }
    if let Some(area) = screen.panel {
        (dispatch::side_pane(state, area).draw)(frame, area, state);
    }
    for (strip, area) in STRIPS.iter().zip(&screen.strips) {
        if area.height > 0 {
            (strip.draw)(frame, *area, state);
        }
    }
    if let Some(area) = screen.detail {
        (derivation::pane(state).draw)(frame, area, state);
    }
    draw_footer(frame, screen.footer, state);
    dispatch::draw_open_parts(frame, &screen, state);
    paint(frame, state);
}

/// Draws the bottom line: the keys, or a status message.
fn draw_footer(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let line = match (
        &state.messages.status,
        dispatch::footer_words(state, area.width),
    ) {
        (Some(status), _) => footer::status_line(state, status, area.width),
        (None, Some(words)) => words.line(),
        (None, None) => return,
    };
    frame.render_widget(Paragraph::new(line), area);
}

/// Replaces default colours with those of the theme, if the theme differs from the terminal.
fn paint(frame: &mut Frame<'_>, state: &State) {
    let Some((text, background)) = state.look.theme.paint() else {
        return;
    };
    for cell in &mut frame.buffer_mut().content {
        if cell.fg == Color::Reset {
            cell.fg = text;
        }
        if cell.bg == Color::Reset {
            cell.bg = background;
        }
    }
}

/// Draws the frames of the panels, the focused one last, so that it owns the lines shared with its neighbours.
fn frames(frame: &mut Frame<'_>, screen: &Screen, state: &State) {
    let mut frames = Vec::new();
    for side in [Side::Reference, Side::Candidate] {
        let focus = Some(Focus::Text(side));
        frames.push((focus, screen.text(side), texts::frame(state, side)));
    }
    if let Some(area) = screen.score.filter(|area| area.height > 1) {
        let title = scores::title(state, area.width.saturating_sub(2));
        frames.push((None, area, panel(state, title, false)));
    }
    if let Some(area) = screen.matrix {
        let block = match dispatch::main_pane(state) {
            Some(pane) => pane.border,
            None => heatmap::frame(state, area, screen.heatmap.as_ref()),
        };
        frames.push((Some(Focus::Matrix), area, block));
    }
    if let Some(area) = screen.panel {
        let block = dispatch::side_pane(state, area).border;
        frames.push((Some(Focus::Panel), area, block));
    }
    if let Some(area) = screen.detail {
        frames.push((None, area, derivation::pane(state).border));
    }
    frames.sort_by_key(|(focus, ..)| *focus == Some(state.focus));
    for (_, area, block) in frames {
        // The title of a neighbour on a shared line keeps its colour.
        let bottom = line_at(area, area.bottom() - 1);
        let titles: Vec<_> = bottom
            .positions()
            .map(|at| (at, frame.buffer_mut()[at].clone()))
            .collect();
        frame.render_widget(block, area);
        for (at, cell) in titles
            .into_iter()
            .filter(|(_, cell)| !is_line(cell.symbol()))
        {
            frame.buffer_mut()[at] = cell;
        }
    }
}

/// Whether a symbol is a part of a frame without its titles.
fn is_line(symbol: &str) -> bool {
    symbol == " " || symbol.starts_with(|c| ('\u{2500}'..='\u{257f}').contains(&c))
}

fn too_small(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let (width, height) = MIN_SIZE;
    let text = format!(
        "bertscope needs {width}×{height} cells; this is {}×{}",
        area.width, area.height
    );
    let message = Paragraph::new(text)
        .style(state.look.theme.text())
        .centered()
        .wrap(Wrap { trim: true });
    let lines = if area.height < 3 { 0 } else { area.height / 2 };
    frame.render_widget(message, below(area, lines));
}
