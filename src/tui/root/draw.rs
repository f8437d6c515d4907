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

use crate::tui::parts::derivation;
use crate::tui::parts::export;
use crate::tui::parts::guess;
use crate::tui::parts::header;
use crate::tui::parts::heatmap;
use crate::tui::parts::pairs;
use crate::tui::parts::panel;
use crate::tui::parts::picker;
use crate::tui::parts::scores;
use crate::tui::parts::texts;
use crate::tui::parts::walkthrough;
use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Color;
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph, Wrap};

use crate::tui::commands::Focus;
use crate::tui::common::border::{is_focused, panel as bordered};
use crate::tui::context::screen;
use crate::tui::context::shown::MainView;
use crate::tui::parts::palette;
use crate::tui::parts::{footer, lesson, notice};
use crate::tui::state::State;
use bertscope_analysis::Side;
use screen::{Screen, inside};

/// Draws a whole frame.
pub fn draw(frame: &mut Frame<'_>, state: &State, now: Instant) {
    let area = frame.area();
    frame.buffer_mut().set_style(area, state.look.theme.text());
    let Some(screen) = Screen::in_area(state, area) else {
        too_small(frame, area, state);
        return;
    };
    frames(frame, &screen, state);
    if !state.look.projector {
        header::draw(frame, screen.status, state);
    }
    texts::draw(frame, &screen, state);
    if let (Some(area), Some(picture)) = (screen.matrix, state.main_picture()) {
        match picture {
            MainView::Question => guess::question::draw(frame, inside(area), state),
            MainView::Angle => walkthrough::angle::draw(frame, inside(area), state),
            MainView::Matrix => heatmap::draw(frame, area, screen.heatmap.as_ref(), state, now),
        }
    }
    if let Some(area) = screen.score {
        scores::draw(frame, area, state);
    }
    if let Some(area) = screen.panel {
        match state.stack.walkthrough() {
            Some(walk) => walkthrough::view::draw(frame, area, state, walk),
            None => panel::view::draw(frame, area, state),
        }
    }
    if let Some(area) = screen.guess {
        guess::line::draw(frame, area, state);
    }
    if let (Some(area), Some(active)) = (screen.lesson, state.stack.lesson()) {
        frame.render_widget(
            Paragraph::new(lesson::strip::lines(state, active, area)),
            area,
        );
    }
    if let Some(area) = screen.detail {
        if state.panel().derivation.is_some() {
            frame.render_widget(
                Paragraph::new(derivation::visible_lines(state, inside(area))),
                inside(area),
            );
        } else {
            derivation::cell::draw(frame, area, state);
        }
    }
    if let Some(area) = screen.notice {
        let lines = notice::notice(state, area.width, frame.area().height);
        let lines: Vec<Line<'_>> = lines
            .into_iter()
            .map(|line| Line::from(format!(" {line}")))
            .collect();
        let only_hint = notice::shows_hint(state)
            && state.messages.notice.is_none()
            && state.saving.failure.is_none();
        let style = if only_hint {
            state.look.theme.accent()
        } else {
            state.look.theme.warning()
        };
        frame.render_widget(Paragraph::new(lines).style(style), area);
    }
    if let (Some(area), Some(prompt)) = (screen.prompt, state.stack.prompt()) {
        export::view::draw(frame, area, state, prompt);
    }
    draw_footer(frame, screen.footer, state);
    if let Some(list) = &state.pairs {
        pairs::view::draw(frame, area, &screen, state, list);
    }
    if let Some(picker) = state.stack.picker() {
        picker::view::draw(frame, &screen, state, picker);
    }
    if let Some(open) = state.stack.palette() {
        palette::draw(frame, area, state, open);
    }
    paint(frame, state);
}

/// Draws the bottom line: the keys, or a status message.
fn draw_footer(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let line = match (
        &state.messages.status,
        footer::choose_keys(state, area.width),
    ) {
        (Some(status), _) => export::view::status_line(state, status, area.width),
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
    let mut frames = vec![
        (
            Some(Focus::Text(Side::Reference)),
            screen.reference,
            texts::frame(state, Side::Reference),
        ),
        (
            Some(Focus::Text(Side::Candidate)),
            screen.candidate,
            texts::frame(state, Side::Candidate),
        ),
    ];
    if let Some(area) = screen.score.filter(|area| area.height > 1) {
        frames.push((
            None,
            area,
            bordered(
                state,
                scores::title(state, area.width.saturating_sub(2)),
                false,
            ),
        ));
    }
    if let (Some(area), Some(picture)) = (screen.matrix, state.main_picture()) {
        let block = match picture {
            MainView::Question => bordered(state, " Guess ", is_focused(state, Focus::Matrix)),
            MainView::Angle => bordered(state, " Angle ", is_focused(state, Focus::Matrix)),
            MainView::Matrix => heatmap::frame(state, area, screen.heatmap.as_ref()),
        };
        frames.push((Some(Focus::Matrix), area, block));
    }
    if let Some(area) = screen.panel {
        let block = match &state.staged {
            Some(staged) => walkthrough::view::frame(state, staged.stage, area),
            None => panel::view::frame(state, area),
        };
        frames.push((Some(Focus::Panel), area, block));
    }
    if let Some(area) = screen.detail {
        let close = state
            .panel()
            .derivation
            .map(|_| format!(" {} closes ", derivation::close_key(state)));
        let close = close
            .map(|words| Line::styled(words, state.look.theme.quiet()).alignment(Alignment::Right));
        frames.push((
            None,
            area,
            close
                .into_iter()
                .fold(bordered(state, "", false), Block::title_bottom),
        ));
    }
    frames.sort_by_key(|(focus, ..)| *focus == Some(state.focus));
    for (_, area, block) in frames {
        // The title of a neighbour on a shared line keeps its colour.
        let bottom = Rect {
            y: area.bottom() - 1,
            height: 1,
            ..area
        };
        let is_line = |symbol: &str| {
            symbol == " " || symbol.starts_with(|c| ('\u{2500}'..='\u{257f}').contains(&c))
        };
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

fn too_small(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let (width, height) = screen::MIN_SIZE;
    let text = format!(
        "bertscope needs {width}×{height} cells; this is {}×{}",
        area.width, area.height
    );
    let message = Paragraph::new(text)
        .style(state.look.theme.text())
        .alignment(Alignment::Center)
        .wrap(Wrap { trim: true });
    let middle = Rect {
        y: area.y + area.height / 2,
        height: area.height - area.height / 2,
        ..area
    };
    frame.render_widget(message, if area.height < 3 { area } else { middle });
}
