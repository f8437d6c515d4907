//! Where the parts of a list with a filter are: the models, the pairs of a file.

use ratatui::layout::{Margin, Rect};

/// What the mouse points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListHit {
    /// Something to choose, by its number.
    Row(usize),
    /// Another part of the list.
    Inside,
    /// The screen around it.
    Outside,
}

/// Where its parts are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ListLayout {
    pub frame: Rect,
    pub filter: Rect,
    /// Names of the columns; not on a low screen.
    pub header: Option<Rect>,
    pub list: Rect,
    /// A line about the selected row; not on a low screen.
    pub about: Option<Rect>,
}

impl ListLayout {
    /// The parts inside a frame.
    pub fn of(frame: Rect) -> Self {
        let inner = frame.inner(Margin { horizontal: 2, vertical: 1 });
        let line = |y: u16| Rect { y, height: 1, ..inner };
        let roomy = inner.height >= 8;
        let used = if roomy { 2 } else { 1 };
        Self {
            frame,
            filter: Rect { height: inner.height.min(1), ..inner },
            header: roomy.then(|| line(inner.y + 1)),
            list: Rect { y: inner.y + used, height: inner.height.saturating_sub(used + u16::from(roomy)), ..inner },
            about: roomy.then(|| line(inner.bottom() - 1)),
        }
    }

    /// The first of `lines` in sight: the selected one is in the middle as far as possible.
    pub fn first(&self, selected: usize, lines: usize) -> usize {
        let height = usize::from(self.list.height);
        selected.saturating_sub(height / 2).min(lines.saturating_sub(height))
    }

    /// What is at a place of the screen; `row` maps a line of the list to its row.
    pub fn hit(&self, x: u16, y: u16, row: impl FnOnce(usize) -> Option<usize>) -> ListHit {
        if !self.frame.contains((x, y).into()) {
            return ListHit::Outside;
        }
        let line = self.list.contains((x, y).into()).then(|| usize::from(y - self.list.y));
        line.and_then(row).map_or(ListHit::Inside, ListHit::Row)
    }
}
