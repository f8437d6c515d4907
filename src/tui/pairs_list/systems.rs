//! Several systems over the same references: the scores of each, and their difference.

use super::{Computed, PairsList};

impl PairsList {
    /// F1 of each system for a row, the first system first; empty where there is one system, or nothing is known yet.
    #[must_use]
    pub fn systems_f1(&self, index: usize) -> Vec<Option<f64>> {
        let Some(Computed::Raw(raw)) = self.items.get(index).map(|item| &item.computed) else { return Vec::new() };
        let all = std::iter::once(&raw.own).chain(&raw.rivals);
        all.filter(|_| self.systems.len() > 1).map(|raw| self.scaled(*raw)[2]).collect()
    }

    /// F1 of the second system minus that of the first.
    #[must_use]
    pub fn system_difference(&self, index: usize) -> Option<f64> {
        let [first, second, ..] = self.systems_f1(index)[..] else { return None };
        Some(second? - first?)
    }
}
