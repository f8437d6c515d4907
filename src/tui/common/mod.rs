//! Texts under edit, and moves in a list. It knows no other room.

pub mod boundaries;
pub mod clickable_line;
pub mod editor;
pub mod histogram;
pub mod large_digits;
pub mod large_text;
pub mod lists;
pub mod sheet;
pub mod text_field;

/// The index `by` rows further among `count` rows.
pub fn moved(index: usize, by: isize, count: usize) -> usize {
    let last = count.saturating_sub(1);
    index.min(last).saturating_add_signed(by).min(last)
}
