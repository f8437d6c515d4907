//! Lists over the screen: their areas, their first line, and what the mouse does in them.

use crate::tui::pairs::{FileIdf, PairsList};
use crate::tui::root::frame::Screen;
use crate::tui::root::state::State;
use bertscope_report::number::with_thousands_separators;
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Margin, Rect};
use ratatui::text::Span;
use std::ops::Range;

/// The list of pairs, between the texts and the bottom lines.
pub fn pairs(screen: &Screen) -> ListLayout {
    ListLayout::compute(below_texts(screen, bottom_lines(screen)))
}

/// The first of the bottom lines, which a list leaves free.
pub fn bottom_lines(screen: &Screen) -> u16 {
    let rows = [screen.pair, screen.lesson, screen.notice, screen.prompt];
    rows.into_iter()
        .flatten()
        .map(|row| row.y)
        .min()
        .unwrap_or(screen.footer.y)
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

/// The visible positions of the list of pairs.
pub fn visible_rows(layout: &ListLayout, list: &PairsList) -> Range<usize> {
    let first = layout.first(list.selected, list.order.len());
    first..(first + usize::from(layout.list.height)).min(list.order.len())
}

/// The visible positions of the list of pairs; none while it is closed.
pub fn visible_pairs(state: &State) -> Range<usize> {
    let list = state.pairs.as_ref().filter(|_| state.is_list_open());
    list.zip(Screen::current(state))
        .map_or(0..0, |(list, screen)| visible_rows(&pairs(&screen), list))
}

/// Height of the line about the pair on the screen, above the bottom line.
pub fn pair_line_height(state: &State, rows: u16) -> u16 {
    // During a lesson, the pair on the screen is not from the file.
    let speaks = state.stack.note().is_some()
        || rows >= 16 && (state.is_list_open() || state.has_own_pair());
    let covered = state.stack.note().is_none() && state.stack.summary().is_some();
    u16::from(state.pairs.is_some() && speaks && !covered)
}

/// The progress of reading, counting or scoring, for the bottom line.
pub fn progress(state: &State) -> Vec<Span<'static>> {
    let blank = vec![Span::raw(" ")];
    let Some(list) = &state.pairs else {
        return blank;
    };
    let all = with_thousands_separators(list.items.len() as u64);
    let words = if list.reading {
        format!("reading {all}")
    } else if matches!(list.idf, FileIdf::Requested | FileIdf::Counting { .. }) {
        "counting the references".to_owned()
    } else if list.done < list.items.len() {
        format!(
            "scored {} of {all}",
            with_thousands_separators(list.done as u64)
        )
    } else {
        return blank;
    };
    vec![Span::styled(
        format!(" {words}  "),
        state.look.theme.strong(),
    )]
}

/// The part of the list of pairs at a position; a row is given by its position in the order.
pub fn hit_pairs(state: &State, x: u16, y: u16) -> ListHit {
    let (Some(list), Some(screen)) = (&state.pairs, Screen::current(state)) else {
        return ListHit::Outside;
    };
    let layout = pairs(&screen);
    let rows = visible_rows(&layout, list);
    layout.hit(x, y, |line| {
        Some(rows.start + line).filter(|at| *at < list.order.len())
    })
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
        let line = |y: u16| Rect {
            y,
            height: 1,
            ..inner
        };
        let roomy = inner.height >= 8;
        let used = if roomy { 2 } else { 1 };
        Self {
            frame,
            filter: Rect {
                height: inner.height.min(1),
                ..inner
            },
            header: roomy.then(|| line(inner.y + 1)),
            list: Rect {
                y: inner.y + used,
                height: inner.height.saturating_sub(used + u16::from(roomy)),
                ..inner
            },
            about: roomy.then(|| line(inner.bottom() - 1)),
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
