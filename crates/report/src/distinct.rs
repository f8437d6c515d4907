//! Lists without repetitions.

/// Each item once, in order.
pub fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.fold(Vec::new(), |mut known, item| {
        known.extend((!known.contains(&item)).then_some(item));
        known
    })
}
