//! The items with the largest keys of many.

/// At most `MAX` items, the largest key first; of equal keys the earlier item.
#[derive(Debug, Clone)]
pub(crate) struct Largest<T, const MAX: usize>(Vec<(f64, T)>);

impl<T, const MAX: usize> Default for Largest<T, MAX> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T, const MAX: usize> Largest<T, MAX> {
    /// Adds an item, if its key is large enough; otherwise the item is not even made.
    pub fn add(&mut self, key: f64, item: impl FnOnce() -> T) {
        let index = self.0.partition_point(|(existing, _)| *existing >= key);
        if index < MAX {
            self.0.truncate(MAX - 1);
            self.0.insert(index, (key, item()));
        }
    }

    pub fn items(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, item)| item)
    }
}
