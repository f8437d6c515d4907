//! The frames of the panels, and the focus.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::symbols::merge::MergeStrategy;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear};

use crate::tui::commands::{Focus, Scope};
use crate::tui::state::State;
use crate::tui::terminal::theme::Theme;

/// What stands in a bordered area of the frame.
pub struct Pane {
    pub border: Block<'static>,
    /// Draws the inside of the area, which is given with its border.
    pub draw: fn(&mut Frame<'_>, Rect, &State),
}

/// The frame of a panel; its lines join those of its neighbours.
pub fn panel<'a>(state: &State, title: impl Into<Line<'a>>, focused: bool) -> Block<'a> {
    let theme = &state.look.theme;
    // Shapes and reversed colours are seen in any number of colours.
    let (lines, line, title_style) = if focused {
        (
            BorderType::Thick,
            theme.accent(),
            theme.accent().add_modifier(Modifier::REVERSED),
        )
    } else {
        (BorderType::Plain, theme.border(), theme.strong())
    };
    Block::bordered()
        .border_type(lines)
        .border_style(line)
        .merge_borders(MergeStrategy::Exact)
        .title_style(title_style)
        .title(title)
}

/// Erases an area for a list. The border of the text box above stays; the list joins it.
pub fn clear_below_text(frame: &mut Frame<'_>, place: Rect, theme: &Theme) {
    let below = Rect {
        y: place.y + 1,
        height: place.height.saturating_sub(1),
        ..place
    };
    frame.render_widget(Clear, below);
    frame.buffer_mut().set_style(below, theme.text());
    let end = format!(
        "└{}┘",
        "─".repeat(usize::from(place.width).saturating_sub(2))
    );
    frame
        .buffer_mut()
        .set_string(place.x, place.y, end, theme.border());
}

/// Whether a part of the screen has the focus, without an overlay.
pub fn is_focused(state: &State, focus: Focus) -> bool {
    state.focus == focus && state.scope() == Scope::for_focus(focus)
}
