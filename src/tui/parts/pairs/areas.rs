//! Where the list of pairs is, which of its rows are visible, and the heights and words of its lines.

use std::ops::Range;

use crate::tui::common::{ListHit, ListLayout, below_texts, bottom_lines};
use crate::tui::context::Screen;
use crate::tui::state::State;
use bertscope_pair_list::{FileIdf, PairsList};
use bertscope_report::number::with_thousands_separators;

/// The list of pairs, between the texts and the bottom lines.
pub fn areas(screen: &Screen) -> ListLayout {
    ListLayout::compute(below_texts(screen, bottom_lines(screen)))
}

/// The visible positions of the list of pairs.
pub fn visible_rows(layout: &ListLayout, list: &PairsList) -> Range<usize> {
    let first = layout.first(list.selected, list.order.len());
    first..(first + usize::from(layout.list.height)).min(list.order.len())
}

/// The visible positions of the list of pairs; none while it is closed.
pub fn visible_pairs(state: &State) -> Range<usize> {
    let list = state.pairs.as_ref().filter(|_| state.is_list_open());
    list.zip(state.frame.clone())
        .map_or(0..0, |(list, screen)| visible_rows(&areas(&screen), list))
}

/// Height of the line about the pair on the screen, above the bottom line.
pub fn line_height(state: &State, rows: u16) -> u16 {
    // During a lesson, the pair on the screen is not from the file.
    let speaks = state.stack.note().is_some()
        || rows >= 16 && (state.is_list_open() || state.has_own_pair());
    let covers = state.stack.summary().is_some() || state.stack.ranking().is_some();
    let covered = state.stack.note().is_none() && covers;
    u16::from(state.pairs.is_some() && speaks && !covered)
}

/// The progress of reading, counting or scoring, for the bottom line; `None` if all is done.
pub fn progress(state: &State) -> Option<String> {
    let list = state.pairs.as_ref()?;
    let all = with_thousands_separators(list.items.len() as u64);
    Some(if list.reading {
        format!(" reading {all}  ")
    } else if matches!(list.idf, FileIdf::Requested | FileIdf::Counting { .. }) {
        " counting the references  ".to_owned()
    } else if list.done < list.items.len() {
        format!(
            " scored {} of {all}  ",
            with_thousands_separators(list.done as u64)
        )
    } else {
        return None;
    })
}

/// The part of the list of pairs at a position; a row is given by its position in the order.
pub fn hit(state: &State, x: u16, y: u16) -> ListHit {
    let (Some(list), Some(screen)) = (&state.pairs, state.frame.clone()) else {
        return ListHit::Outside;
    };
    let layout = areas(&screen);
    let rows = visible_rows(&layout, list);
    layout.hit(x, y, |line| {
        Some(rows.start + line).filter(|at| *at < list.order.len())
    })
}
