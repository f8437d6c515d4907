//! The items with the largest keys of many.

/// At most `MAX` items, the largest key first; of equal keys the earlier item.
#[derive(Debug, Clone, Default)]
pub(crate) struct Largest<T, const MAX: usize>(Vec<(f64, T)>);

impl<T, const MAX: usize> Largest<T, MAX> {
    /// Adds an item, if its key is large enough.
    pub fn add(&mut self, key: f64, item: impl FnOnce() -> T) {
        let place = self.0.partition_point(|(known, _)| *known >= key);
        if place < MAX {
            self.0.truncate(MAX - 1);
            self.0.insert(place, (key, item()));
        }
    }

    pub fn items(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, item)| item)
    }
}
