//! Draws a stage of the walkthrough in place of the panel.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph};

use crate::tui::common::sheet::styled;
use crate::tui::context::screen::inside;
use crate::tui::parts::panel::view::{mark_more, numbered_frame};
use crate::tui::parts::walkthrough::active::ActiveWalkthrough;
use crate::tui::parts::walkthrough::text::lines;
use crate::tui::state::State;
use bertscope_report::explanation::walkthrough::Stage;

/// The frame, with the number and title of the stage.
pub fn frame<'a>(state: &State, stage: Stage, area: Rect) -> Block<'a> {
    let place = format!("Step {}/{}", stage.number(), Stage::ALL.len());
    numbered_frame(state, area, stage.title(), &place)
}

/// Draws the inside of the panel.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, walk: &ActiveWalkthrough) {
    let area = inside(area);
    let lines = lines(state, area);
    let most = (lines.len() as u16).saturating_sub(area.height);
    let first = walk.first_line.min(most);
    let lines = lines
        .into_iter()
        .map(|line| styled(&state.look.theme, line));
    let lines: Vec<Line<'_>> = lines.collect();
    frame.render_widget(Paragraph::new(lines).scroll((first, 0)), area);
    if first < most {
        mark_more(frame, area, state);
    }
}
