//! Lists over the screen: their areas, their first line, and the row at a position.

use ratatui::layout::{Constraint, Layout, Rect};

use super::first_visible;
use crate::tui::context::{Screen, inside};

/// The first of the bottom lines, which a list leaves free.
pub fn bottom_lines(screen: &Screen) -> u16 {
    screen.strips.last().unwrap_or(&screen.footer).y
}

/// The area from the last line of the texts to a line.
pub fn below_texts(screen: &Screen, bottom: u16) -> Rect {
    let y = screen.candidate.bottom() - 1;
    Rect {
        y,
        height: bottom.saturating_sub(y),
        ..screen.footer
    }
}

/// The part of the list under the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListHit {
    /// An item, by its index.
    Row(usize),
    /// Another part of the list.
    Inside,
    /// The screen outside the list.
    Outside,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListLayout {
    pub frame: Rect,
    pub filter: Rect,
    /// Column names; may be empty, as the area below the rows.
    pub header: Rect,
    pub list: Rect,
    /// What there is to know about the selected row.
    pub about: Rect,
}

impl ListLayout {
    /// The areas of a list with columns; a small screen has no room for their names, nor for a line about the selected row.
    pub fn with_columns(frame: Rect) -> Self {
        let extra = u16::from(inside(frame).height >= 8);
        Self::new(frame, extra, extra)
    }

    /// The areas inside a frame, with so many lines above and below the rows.
    pub fn new(frame: Rect, header: u16, about: u16) -> Self {
        let heights = [
            Constraint::Length(1),
            Constraint::Length(header),
            Constraint::Fill(1),
            Constraint::Length(about),
        ];
        let [filter, header, list, about] = Layout::vertical(heights).areas(inside(frame));
        Self {
            frame,
            filter,
            header,
            list,
            about,
        }
    }

    /// The first visible line.
    pub fn first(&self, selected: usize, lines: usize) -> usize {
        first_visible(selected, lines, self.list.height.into())
    }

    /// The first visible one of these lines.
    pub fn first_of<T>(&self, lines: &[T], is_selected: impl FnMut(&T) -> bool) -> usize {
        self.first(lines.iter().position(is_selected).unwrap_or(0), lines.len())
    }

    /// The part at a position of the screen; `row` maps a line of the list to its row.
    pub fn hit(&self, x: u16, y: u16, row: impl FnOnce(usize) -> Option<usize>) -> ListHit {
        if !self.frame.contains((x, y).into()) {
            return ListHit::Outside;
        }
        let line = self
            .list
            .contains((x, y).into())
            .then(|| usize::from(y - self.list.y));
        line.and_then(row).map_or(ListHit::Inside, ListHit::Row)
    }
}
