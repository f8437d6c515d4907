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
pub mod short_text;
pub mod text_field;

pub use self::area::{indented, line_at, put};
pub use self::clickable_line::ClickableLine;
pub use self::editor::{Edit, Editor, FULL_FIELD, Motion};
pub use self::lists::{ListEvent, ListHit, ListLayout, below_texts, bottom_lines};
pub use self::short_text::{cut_off, longest_that_fits};

/// The index `by` rows further among `count` rows.
pub fn moved(index: usize, by: isize, count: usize) -> usize {
    let last = count.saturating_sub(1);
    index.min(last).saturating_add_signed(by).min(last)
}
