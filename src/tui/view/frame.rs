//! The frames of the panels, and the focus.

use ratatui::style::Style;
use ratatui::symbols::merge::MergeStrategy;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType};

use super::super::state::State;
use crate::tui::input::focus::Focus;
use crate::tui::input::keymap::Scope;

/// The frame of a panel; its lines join those of its neighbours.
pub(super) fn panel<'a>(state: &State, title: impl Into<Line<'a>>, focused: bool) -> Block<'a> {
    let line: Style = if focused { state.look.theme.accent() } else { state.look.theme.border() };
    Block::bordered()
        .border_type(BorderType::Plain)
        .border_style(line)
        .merge_borders(MergeStrategy::Exact)
        .title_style(if focused { state.look.theme.accent() } else { state.look.theme.strong() })
        .title(title)
}

/// Whether a part of the screen has the focus, without an overlay.
pub(super) fn is_focused(state: &State, focus: Focus) -> bool {
    state.focus == focus && state.scope() == Scope::for_focus(focus)
}
