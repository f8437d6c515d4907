//! Lists over the screen: their areas, their first line, and what the mouse does in them.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Margin, Rect};

use super::area::line_at;
use crate::tui::context::Screen;

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

/// What the mouse does in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListEvent {
    /// Moves the selection by rows.
    Wheel(isize),
    Select(usize),
    /// Opens the selected row.
    Open,
    /// Leaves the list: a click outside.
    Leave,
}

impl ListEvent {
    /// What an event means at a part of a list whose selected row is `selected`.
    pub fn of(event: MouseEvent, found: ListHit, selected: usize) -> Option<Self> {
        match (event.kind, found) {
            (MouseEventKind::ScrollDown, _) => Some(Self::Wheel(1)),
            (MouseEventKind::ScrollUp, _) => Some(Self::Wheel(-1)),
            (MouseEventKind::Down(MouseButton::Left), ListHit::Row(row)) if row == selected => {
                Some(Self::Open)
            }
            (MouseEventKind::Down(MouseButton::Left), ListHit::Row(row)) => Some(Self::Select(row)),
            (MouseEventKind::Down(_), ListHit::Outside) => Some(Self::Leave),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListLayout {
    pub frame: Rect,
    pub filter: Rect,
    /// Column names; not on a small screen.
    pub header: Option<Rect>,
    pub list: Rect,
    /// A line about the selected row; not on a small screen.
    pub about: Option<Rect>,
}

impl ListLayout {
    /// The areas inside a frame.
    pub fn compute(frame: Rect) -> Self {
        let inner = frame.inner(Margin {
            horizontal: 2,
            vertical: 1,
        });
        let roomy = inner.height >= 8;
        let used = if roomy { 2 } else { 1 };
        Self {
            frame,
            filter: Rect {
                height: inner.height.min(1),
                ..inner
            },
            header: roomy.then(|| line_at(inner, inner.y + 1)),
            list: Rect {
                y: inner.y + used,
                height: inner.height.saturating_sub(used + u16::from(roomy)),
                ..inner
            },
            about: roomy.then(|| line_at(inner, inner.bottom() - 1)),
        }
    }

    /// The first visible line: the selected one is in the middle if possible.
    pub fn first(&self, selected: usize, lines: usize) -> usize {
        let height = usize::from(self.list.height);
        selected
            .saturating_sub(height / 2)
            .min(lines.saturating_sub(height))
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
