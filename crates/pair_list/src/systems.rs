//! Statistics of several systems on the same references: the scores of each, and their difference.

use crate::{ListItem, PairsList, Sort};

/// The listed pairs with an F1 for all systems.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemMeans {
    /// Number of pairs, at least one.
    pub pairs: usize,
    /// Mean F1 of each system.
    pub means: Vec<f64>,
    /// Number of pairs in which F1 of the compared system is higher than that of the first.
    pub higher: usize,
    /// Number of pairs in which it is lower.
    pub lower: usize,
}

impl PairsList {
    /// F1 of each system for a row, the first system first; empty with a single system or without scores.
    pub fn systems_f1(&self, index: usize) -> Vec<Option<f64>> {
        let item = self.items.get(index).filter(|_| self.systems.len() > 1);
        let Some(raw) = item.and_then(ListItem::raw_scores) else {
            return Vec::new();
        };
        raw.iter().map(|raw| self.scaled(*raw)[2]).collect()
    }

    /// The names of the systems; one without a name if there is only one.
    pub(crate) fn system_names(&self) -> Vec<String> {
        if self.systems.is_empty() {
            vec![String::new()]
        } else {
            self.systems.clone()
        }
    }

    /// The system that is compared with the first: the one that the list is sorted by, or the second.
    pub fn compared_system(&self) -> usize {
        self.system.max(1)
    }

    /// F1 of the compared system and of the first.
    pub fn compared_f1(&self, index: usize) -> Option<[f64; 2]> {
        let f1 = self.systems_f1(index);
        Some([(*f1.get(self.compared_system())?)?, (*f1.first()?)?])
    }

    /// Sorts and ranks by the next system.
    pub fn next_system(&mut self) {
        self.system = (self.system + 1) % self.systems.len().max(1);
        self.scores_changed();
        self.refresh();
    }

    /// At the next refresh, sorts by the difference of a system from the first, the largest or the lowest first.
    pub fn sort_by_difference(&mut self, system: usize, largest_first: bool) {
        self.system = system;
        self.sort = Sort::SystemDifference;
        self.reversed = largest_first;
        self.scores_changed();
    }

    /// Marks the statistics as out of date.
    pub(crate) fn on_listed_changed(&mut self) {
        self.summaries.invalidate();
        self.refresh_system_means();
    }

    /// Computes the statistics again.
    fn refresh_system_means(&mut self) {
        if self.systems.len() < 2 {
            return;
        }
        let mut all = SystemMeans {
            pairs: 0,
            means: vec![0.0; self.systems.len()],
            higher: 0,
            lower: 0,
        };
        for index in &self.order {
            let f1: Option<Vec<f64>> = self.systems_f1(*index).into_iter().collect();
            let Some([first, .., compared]) = f1
                .as_deref()
                .and_then(|f1| f1.get(..=self.compared_system()))
            else {
                continue;
            };
            all.pairs += 1;
            all.higher += usize::from(compared > first);
            all.lower += usize::from(compared < first);
            for (sum, f1) in all.means.iter_mut().zip(f1.iter().flatten()) {
                *sum += f1;
            }
        }
        for sum in &mut all.means {
            *sum /= all.pairs.max(1) as f64;
        }
        self.system_means = Some(all).filter(|all| all.pairs > 0);
    }
}
