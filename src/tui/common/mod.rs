//! Texts under edit, and moves in a list. It knows no other room.

pub mod area;
pub mod boundaries;
pub mod clickable_line;
pub mod editor;
pub mod histogram;
pub mod large_digits;
pub mod large_text;
pub mod lists;
pub mod sheet;
pub mod text_field;

pub use self::area::{below, cut_off, first_lines, indented, line_at, longest_that_fits, put};
pub use self::clickable_line::ClickableLine;
pub use self::editor::{Edit, Editor, FULL_FIELD, Motion};
pub use self::lists::{ListHit, ListLayout, below_texts, bottom_lines};

/// The first visible one of `count` lines of which `height` fit: the selected one is in the middle if possible.
pub fn first_visible(selected: usize, count: usize, height: usize) -> usize {
    let before = selected.saturating_sub(height / 2);
    before.min(count.saturating_sub(height))
}

/// The index `by` rows further among `count` rows.
pub fn moved(index: usize, by: isize, count: usize) -> usize {
    let last = count.saturating_sub(1);
    index.min(last).saturating_add_signed(by).min(last)
}
