//! The lists over the screen: models, commands, and the pairs of a file.

use super::super::state::State;
use super::screen::{Screen, whole};
use crate::tui::input::command_palette::PaletteEntry;
use crate::tui::pairs::{FileIdf, PairsList};
use crate::tui::state::picker::{ModelPicker, PickerLine};
use crate::tui::state::stack::CommandPalette;
use bertscope_report::number::with_thousands_separators;
use bertscope_report::wrap::wrapped_text;
use ratatui::layout::{Margin, Rect};
use ratatui::text::Span;
use std::ops::Range;

/// The minimum width at which the list of models shows all columns and covers only the matrix.
const MIN_WIDTH_FOR_ALL_COLUMNS: u16 = 64;

/// Lines for the description of the selected command.
const ABOUT_HEIGHT: u16 = 2;

/// The list of models: next to the scores if there is room; otherwise over everything below the texts.
pub(in crate::tui) fn models(screen: &Screen) -> ListLayout {
    let bottom = screen.notice.map_or(screen.footer.y, |notice| notice.y);
    let beside = |matrix: &Rect| {
        matrix.width < screen.footer.width && matrix.width >= MIN_WIDTH_FOR_ALL_COLUMNS
    };
    ListLayout::compute(
        screen
            .matrix
            .filter(beside)
            .unwrap_or(below_texts(screen, bottom)),
    )
}

/// The first visible line of the list of models.
pub(in crate::tui) fn first_model_line(
    layout: &ListLayout,
    picker: &ModelPicker,
    lines: &[PickerLine],
) -> usize {
    layout.first_of(lines, |line| *line == PickerLine::Row(picker.selected))
}

/// The list of pairs, between the texts and the bottom lines.
pub(in crate::tui) fn pairs(screen: &Screen) -> ListLayout {
    ListLayout::compute(below_texts(screen, bottom_lines(screen)))
}

/// The first of the bottom lines, which a list leaves free.
pub(in crate::tui) fn bottom_lines(screen: &Screen) -> u16 {
    let rows = [screen.pair, screen.lesson, screen.notice, screen.prompt];
    rows.into_iter()
        .flatten()
        .map(|row| row.y)
        .min()
        .unwrap_or(screen.footer.y)
}

/// The area from the last line of the texts to a line.
fn below_texts(screen: &Screen, bottom: u16) -> Rect {
    let y = screen.candidate.bottom() - 1;
    Rect {
        y,
        height: bottom.saturating_sub(y),
        ..screen.footer
    }
}

/// The visible positions of the list of pairs.
pub(in crate::tui) fn visible_rows(layout: &ListLayout, list: &PairsList) -> Range<usize> {
    let first = layout.first(list.selected, list.order.len());
    first..(first + usize::from(layout.list.height)).min(list.order.len())
}

/// The visible positions of the list of pairs; none while it is closed.
pub(in crate::tui) fn visible_pairs(state: &State) -> Range<usize> {
    let list = state.pairs.as_ref().filter(|_| state.is_list_open());
    list.zip(Screen::current(state))
        .map_or(0..0, |(list, screen)| visible_rows(&pairs(&screen), list))
}

/// Height of the line about the pair on the screen, above the bottom line.
pub(in crate::tui) fn pair_line_height(state: &State, rows: u16) -> u16 {
    // During a lesson, the pair on the screen is not from the file.
    let speaks =
        state.note().is_some() || rows >= 16 && (state.is_list_open() || state.lesson().is_none());
    let covered = state.note().is_none() && state.summary().is_some();
    u16::from(state.pairs.is_some() && speaks && !covered)
}

/// The progress of reading, counting or scoring, for the bottom line.
pub(in crate::tui) fn progress(state: &State) -> Vec<Span<'static>> {
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

/// The command palette over the middle of the screen; the help is as high as the screen and has no line about the
/// selected entry.
pub(in crate::tui) fn commands(area: Rect, explains: bool) -> ListLayout {
    // A narrow strip of the screen beside the palette would look broken.
    let width = if area.width < 104 { area.width } else { 96 };
    let height = if explains {
        area.height
    } else {
        area.height.min(30)
    };
    let frame = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    let inner = frame.inner(Margin {
        horizontal: 2,
        vertical: 1,
    });
    let about = (!explains && inner.height >= 10).then(|| Rect {
        y: inner.bottom() - ABOUT_HEIGHT,
        height: ABOUT_HEIGHT,
        ..inner
    });
    let below = inner
        .height
        .saturating_sub(1 + about.map_or(0, |about| about.height + 1));
    ListLayout {
        frame,
        filter: Rect {
            height: inner.height.min(1),
            ..inner
        },
        header: None,
        list: Rect {
            y: inner.y + 1,
            height: below,
            ..inner
        },
        about,
    }
}

/// A line of the command palette: the index of the entry, and a line of its description; `None` is its name.
pub(in crate::tui) type EntryLine = (usize, Option<String>);

/// The lines of the command palette.
pub(in crate::tui) fn entry_lines(
    entries: &[PaletteEntry],
    explains: bool,
    width: u16,
) -> Vec<EntryLine> {
    let lines_of = |(index, entry): (usize, &PaletteEntry)| {
        let text = if explains {
            wrapped_text(&entry.explanation, width.saturating_sub(3).max(1))
        } else {
            Vec::new()
        };
        let explanation = text.into_iter().filter(|line| !line.is_empty()).map(Some);
        std::iter::once(None)
            .chain(explanation)
            .map(move |line| (index, line))
            .collect::<Vec<_>>()
    };
    entries.iter().enumerate().flat_map(lines_of).collect()
}

/// The first visible line of the command palette.
pub(in crate::tui) fn first_entry_line(
    layout: &ListLayout,
    lines: &[EntryLine],
    selected: usize,
) -> usize {
    layout.first_of(lines, |(index, _)| *index == selected)
}

/// The part of the list of models at a position.
pub(in crate::tui) fn hit_models(state: &State, x: u16, y: u16) -> ListHit {
    let (Some(picker), Some(screen)) = (state.picker(), Screen::current(state)) else {
        return ListHit::Outside;
    };
    let (layout, lines) = (models(&screen), picker.lines());
    let first = first_model_line(&layout, picker, &lines);
    layout.hit(x, y, |line| match lines.get(first + line) {
        Some(PickerLine::Row(row)) => Some(*row),
        _ => None,
    })
}

/// The part of the command palette at a position.
pub(in crate::tui) fn hit_commands(
    state: &State,
    palette: &CommandPalette,
    x: u16,
    y: u16,
) -> ListHit {
    let layout = commands(whole(state), palette.explains());
    let lines = entry_lines(
        &palette.search_results(state),
        palette.explains(),
        layout.list.width,
    );
    let first = first_entry_line(&layout, &lines, palette.selected);
    layout.hit(x, y, |line| {
        lines.get(first + line).map(|(entry, _)| *entry)
    })
}

/// The part of the list of pairs at a position; a row is given by its position in the order.
pub(in crate::tui) fn hit_pairs(state: &State, x: u16, y: u16) -> ListHit {
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) struct ListLayout {
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
