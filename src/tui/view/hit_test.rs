//! Hit testing for the mouse: what is at a position of the screen.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::super::state::State;
use super::editors::visible_lines;
use super::geometry::HeatmapGeometry;
use super::list_layout::ListHit;
use super::screen::{Screen, inside};
use super::{command_palette, footer, guess, lesson, pair_line, pairs_list, panel, picker};
use crate::tui::input::keymap::key;
use crate::tui::state::matrix::CellPosition;
use crate::tui::state::picker::PickerLine;
use crate::tui::state::visibility::MainView;
use bertscope_analysis::Side;

/// The part at a position of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hit {
    /// A text box, before the character at a byte offset.
    Text(Side, usize),
    /// A cell of the heatmap.
    Cell(CellPosition),
    /// The explanation panel, and the selectable row there.
    Panel(Option<usize>),
}

/// The target of a mouse event.
#[must_use]
pub fn hit(state: &State, x: u16, y: u16) -> Option<Hit> {
    let screen = screen(state)?;
    for side in [Side::Reference, Side::Candidate] {
        let area = inside(screen.text(side));
        if area.contains((x, y).into()) {
            let wrapped = visible_lines(state, side, area);
            return Some(Hit::Text(side, wrapped.byte_at(y - area.y, x - area.x)));
        }
    }
    if state.walkthrough().is_some() && screen.panel.is_some_and(|area| inside(area).contains((x, y).into())) {
        return Some(Hit::Panel(None));
    }
    if let Some(area) = screen.panel.filter(|area| inside(*area).contains((x, y).into())) {
        return Some(Hit::Panel(panel::row_at(state, area, y)));
    }
    let area = screen.matrix.filter(|_| state.main_picture() == Some(MainView::Matrix))?;
    let geometry = HeatmapGeometry::compute(state, inside(area))?;
    geometry.cell_at(x, y).map(Hit::Cell)
}

/// The whole terminal.
fn whole(state: &State) -> Rect {
    Rect::new(0, 0, state.terminal.size.0, state.terminal.size.1)
}

fn screen(state: &State) -> Option<Screen> {
    Screen::compute(state, whole(state))
}

/// The key that a click at a position presses: a word of the bottom line, or of the line of a lesson or pair.
#[must_use]
pub fn key_at(state: &State, x: u16, y: u16) -> Option<KeyEvent> {
    let screen = screen(state)?;
    let words = if y == screen.footer.y {
        footer::choose_keys(state, screen.footer.width)?
    } else if let Some(area) = screen.lesson.filter(|area| area.y == y) {
        lesson::head(state, state.lesson()?, area.width)
    } else if let Some(area) = screen.guess.filter(|area| area.y == y && state.guess_draft().is_none()) {
        guess::guess_line(state, area.width)
    } else {
        let area = screen.pair.filter(|area| area.y == y)?;
        pair_line::pair_line(state, state.pairs.as_ref()?, area.width)?
    };
    words.key_at(x.into()).and_then(key)
}

/// Whether a position is in the export prompt.
#[must_use]
pub fn is_in_prompt(state: &State, x: u16, y: u16) -> bool {
    screen(state).and_then(|screen| screen.prompt).is_some_and(|area| area.contains((x, y).into()))
}

/// The part of the list of models at a position.
#[must_use]
pub fn hit_models(state: &State, x: u16, y: u16) -> ListHit {
    let (Some(open), Some(screen)) = (state.picker(), screen(state)) else { return ListHit::Outside };
    let layout = picker::layout(&screen, whole(state));
    let lines = open.lines();
    let first = picker::first(&layout, &lines, open.selected);
    layout.hit(x, y, |line| match lines.get(first + line) {
        Some(PickerLine::Row(row)) => Some(*row),
        _ => None,
    })
}

/// The part of the command palette at a position.
#[must_use]
pub fn hit_commands(state: &State, x: u16, y: u16) -> ListHit {
    let Some(palette) = state.commands() else { return ListHit::Outside };
    command_palette::hit(state, palette, whole(state), (x, y))
}

/// The part of the list of pairs at a position; a row is given by its position in the order.
#[must_use]
pub fn hit_pairs(state: &State, x: u16, y: u16) -> ListHit {
    let (Some(list), Some(screen)) = (&state.pairs, screen(state)) else { return ListHit::Outside };
    let layout = pairs_list::layout(&screen, whole(state));
    let first = layout.first(list.selected, list.order.len());
    layout.hit(x, y, |line| Some(first + line).filter(|at| *at < list.order.len()))
}
