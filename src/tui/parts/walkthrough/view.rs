//! Draws a stage of the walkthrough in place of the panel.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::tui::common::border::Pane;
use crate::tui::common::sheet::styled;
use crate::tui::context::lent::Staged;
use crate::tui::context::screen::inside;
use crate::tui::parts::panel::view::{mark_more, numbered_frame};
use crate::tui::parts::walkthrough::text::lines;
use crate::tui::state::State;
use bertscope_report::explanation::walkthrough::Stage;

/// The text of a stage, below its title and its number.
pub fn pane(state: &State, staged: &Staged, area: Rect) -> Pane {
    let stage = staged.stage;
    let place = format!("Step {}/{}", stage.number(), Stage::ALL.len());
    let border = numbered_frame(state, area, stage.title(), &place);
    Pane { border, draw }
}

fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let Some(staged) = &state.staged else { return };
    let area = inside(area);
    let lines = lines(state, area);
    let most = (lines.len() as u16).saturating_sub(area.height);
    let first = staged.first_line.min(most);
    let lines = lines
        .into_iter()
        .map(|line| styled(&state.look.theme, line));
    let lines: Vec<Line<'_>> = lines.collect();
    frame.render_widget(Paragraph::new(lines).scroll((first, 0)), area);
    if first < most {
        mark_more(frame, area, state);
    }
}
