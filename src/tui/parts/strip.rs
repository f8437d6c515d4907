//! A strip: lines above the bottom line, for as long as a part has something to say there.

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::tui::common::ClickableLine;
use crate::tui::state::State;

pub struct Strip {
    /// Its lines on a screen; 0 if there is nothing to say.
    pub height: fn(&State, Rect) -> u16,
    /// The words of its first line that press a key when clicked.
    pub words: fn(&State, u16) -> ClickableLine,
    pub draw: fn(&mut Frame<'_>, Rect, &State),
}
