//! Texts under edit, and moves in a list. It knows no other room.

pub mod boundaries;
pub mod editor;

/// The index `by` rows further among `count` rows.
pub fn moved(index: usize, by: isize, count: usize) -> usize {
    let last = count.saturating_sub(1);
    index.min(last).saturating_add_signed(by).min(last)
}
