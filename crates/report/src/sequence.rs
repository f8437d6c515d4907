//! Lists without repetitions, and the values of an enum in turn.

use std::collections::HashSet;
use std::hash::Hash;

use strum::VariantArray;

/// Each item once, in order.
pub fn distinct<T: Eq + Hash + Clone>(items: impl Iterator<Item = T>) -> Vec<T> {
    // A note of each of 30,000 references is too many to compare with each other.
    let mut known = HashSet::new();
    items.filter(|item| known.insert(item.clone())).collect()
}

/// The value after another one as declared; the last is followed by the first.
pub fn next_variant<T: VariantArray + PartialEq + Copy>(current: T) -> T {
    let mut turns = T::VARIANTS.iter().cycle();
    turns.find(|variant| **variant == current);
    turns.next().copied().unwrap_or(current)
}
