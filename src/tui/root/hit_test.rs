//! Hit testing for the mouse: what is at a position of the screen.

use super::dispatch::{self, STRIPS};
use crate::tui::commands::Key;
use crate::tui::context::{CellPosition, inside};
use crate::tui::parts::panel;
use crate::tui::parts::texts::lines::visible_lines;
use crate::tui::state::State;
use bertscope_analysis::Side;

/// The part at a position of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hit {
    /// A text box, before the character at a byte offset.
    Text(Side, usize),
    Cell(CellPosition),
    /// The explanation panel, and the selectable row there.
    Panel(Option<usize>),
}

/// The target of a mouse event.
pub fn hit(state: &State, x: u16, y: u16) -> Option<Hit> {
    let screen = state.frame.clone()?;
    for side in [Side::Reference, Side::Candidate] {
        let area = inside(screen.text(side));
        if area.contains((x, y).into()) {
            let (wrapped, ..) = visible_lines(state, side, area);
            return Some(Hit::Text(side, wrapped.byte_at(y - area.y, x - area.x)));
        }
    }
    if let Some(area) = screen
        .panel
        .filter(|area| inside(*area).contains((x, y).into()))
    {
        return Some(Hit::Panel(
            panel::view::row_at(state, area, y).filter(|_| !state.is_staged()),
        ));
    }
    screen.heatmap.as_ref()?.cell_at(x, y).map(Hit::Cell)
}

/// The key that a click at a position presses: a word of the bottom line, or of a strip above it.
pub fn key_at(state: &State, x: u16, y: u16) -> Option<Key> {
    let screen = state.frame.clone()?;
    let words = if y == screen.footer.y {
        dispatch::footer_words(state, screen.footer.width)?
    } else {
        let mut strips = STRIPS.iter().zip(&screen.strips);
        let (strip, area) = strips.find(|(_, area)| area.height > 0 && area.y == y)?;
        (strip.words)(state, area.width)
    };
    words.key_at(x.into())
}
