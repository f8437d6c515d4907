//! What the user can type, press and ask for: texts under edit, keys, actions and commands. It knows neither the
//! state nor what an action does.

pub mod boundaries;
pub mod command_palette;
pub mod editor;

/// The index `by` rows further among `count` rows.
pub fn moved(index: usize, by: isize, count: usize) -> usize {
    let last = count.saturating_sub(1);
    index.min(last).saturating_add_signed(by).min(last)
}
