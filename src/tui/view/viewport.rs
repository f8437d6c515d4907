//! Scroll positions: which part of a long list or text is visible.

use std::ops::Range;

use ratatui::layout::Rect;

use super::super::state::State;
use super::screen::{Screen, inside};
use super::{pairs_list, walkthrough};

/// The visible positions of the list; none while it is closed.
#[must_use]
pub fn visible_pairs(state: &State) -> Range<usize> {
    let Some(list) = state.pairs.as_ref().filter(|_| state.is_list_open()) else { return 0..0 };
    let area = Rect::new(0, 0, state.terminal.size.0, state.terminal.size.1);
    Screen::compute(state, area).map_or(0..0, |screen| pairs_list::visible(&pairs_list::layout(&screen, area), list))
}

/// The largest scroll position of the walkthrough.
#[must_use]
pub fn last_walkthrough_line(state: &State) -> u16 {
    let screen = Screen::compute(state, Rect::new(0, 0, state.terminal.size.0, state.terminal.size.1));
    let (Some(walking), Some(area)) = (state.walkthrough(), screen.and_then(|screen| screen.panel)) else { return 0 };
    let area = inside(area);
    (walkthrough::lines(state, walking, area).len() as u16).saturating_sub(area.height)
}
