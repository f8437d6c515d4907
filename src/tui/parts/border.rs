//! What stands where in the frame: panes with their borders, strips above the bottom line; and the focus.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::symbols::merge::MergeStrategy;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear};

use crate::tui::commands::{Focus, Scope};
use crate::tui::common::{ClickableLine, below};
use crate::tui::state::State;
use crate::tui::terminal::theme::Theme;

/// What stands in a bordered area of the frame.
pub struct Pane {
    pub border: Block<'static>,
    /// Draws the inside of the area, which is given with its border.
    pub draw: fn(&mut Frame<'_>, Rect, &State),
}

/// Lines above the bottom line, for as long as a part has something to say there.
pub struct Strip {
    /// Its lines on a screen; 0 if there is nothing to say.
    pub height: fn(&State, Rect) -> u16,
    /// The words of its first line that press a key when clicked.
    pub words: fn(&State, u16) -> ClickableLine,
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
    let rest = below(place, 1);
    frame.render_widget(Clear, rest);
    let buffer = frame.buffer_mut();
    buffer.set_style(rest, theme.text());
    let line = "─".repeat(usize::from(place.width).saturating_sub(2));
    buffer.set_string(place.x, place.y, format!("└{line}┘"), theme.border());
}

/// Whether a part of the screen has the focus, without an overlay.
pub fn is_focused(state: &State, focus: Focus) -> bool {
    state.focus == focus && state.scope() == Scope::for_focus(focus)
}
