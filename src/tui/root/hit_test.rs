//! Hit testing for the mouse: what is at a position of the screen.

use crossterm::event::KeyEvent;

use crate::tui::commands::key;
use crate::tui::context::look::CellPosition;
use crate::tui::context::screen::inside;
use crate::tui::parts::texts::lines::visible_lines;
use crate::tui::parts::{footer, guess, lesson, pairs, panel};
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
            panel::lines::row_at(state, area, y).filter(|_| !state.is_staged()),
        ));
    }
    screen.heatmap.as_ref()?.cell_at(x, y).map(Hit::Cell)
}

/// The key that a click at a position presses: a word of the bottom line, or of the line of a lesson or pair.
pub fn key_at(state: &State, x: u16, y: u16) -> Option<KeyEvent> {
    let screen = state.frame.clone()?;
    let words = if y == screen.footer.y {
        footer::choose_keys(state, screen.footer.width)?
    } else if let Some(area) = screen.lesson.filter(|area| area.y == y) {
        lesson::strip::head(state, state.stack.lesson()?, area.width)
    } else if let Some(area) = screen
        .guess
        .filter(|area| area.y == y && state.stack.guess_draft().is_none())
    {
        guess::line::guess_line(state, area.width)
    } else {
        let area = screen.pair.filter(|area| area.y == y)?;
        pairs::line::pair_line(state, state.pairs.as_ref()?, area.width)?
    };
    words.key_at(x.into()).and_then(key)
}
