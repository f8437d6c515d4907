//! Lists without repetitions, and the values of an enum in turn.

use strum::VariantArray;

/// Each item once, in order.
pub fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut known = Vec::new();
    for item in items {
        if !known.contains(&item) {
            known.push(item);
        }
    }
    known
}

/// The value after another one as declared; the last is followed by the first.
pub fn next_variant<T: VariantArray + PartialEq + Copy>(current: T) -> T {
    let mut turns = T::VARIANTS.iter().cycle();
    turns.find(|variant| **variant == current);
    turns.next().copied().unwrap_or(current)
}
