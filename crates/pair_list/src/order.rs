//! The order and filter of the list, and moves from pair to pair.

use std::cmp::Ordering;

use rayon::prelude::*;

use crate::filter::Filter;
use crate::{KINDS_COLUMN, PairsList, Ranks, Sort};
use bertscope_printable::printable;
use bertscope_report::findings::ListSelection;
use bertscope_report::label::fit;

impl PairsList {
    /// Sorts and filters again; the selection stays on its pair if it is still listed.
    pub fn refresh(&mut self) {
        let selected = self.selected_item();
        // A filter may compare ranks, too.
        if self.sort == Sort::RankDifference || Filter::compares(&self.filter) {
            self.refresh_ranks();
        }
        let filter = Filter::parse(self);
        let mut order: Vec<usize> = (0..self.items.len())
            .into_par_iter()
            .filter(|index| self.is_selectable(*index) && filter.passes(*index, self))
            .collect();
        if self.sort != Sort::File {
            order = self.sorted(&order);
        } else if self.reversed {
            order.reverse();
        }
        self.order = order;
        self.on_listed_changed();
        let place = selected.and_then(|item| self.place_of(item));
        self.selected = place
            .unwrap_or(self.selected)
            .min(self.order.len().saturating_sub(1));
    }

    /// Whether an item is listed if the filter matches it: marks whose pair is gone are listed with the marked pairs.
    fn is_selectable(&self, index: usize) -> bool {
        !self.only_marked || self.tags.contains_key(&index) || index >= self.rows()
    }

    /// Items in the order of the sort column; those without a number come last, reversed or not.
    fn sorted(&self, items: &[usize]) -> Vec<usize> {
        let sign = if self.reversed { -1.0 } else { 1.0 };
        let mut ranked = Vec::with_capacity(items.len());
        for index in items {
            ranked.push(match self.ranked(*index) {
                Some((badness, index)) => (sign * badness, index),
                None => (f64::INFINITY, *index),
            });
        }
        ranked.par_sort_by(compare_ranked);
        ranked.into_iter().map(|(_, index)| index).collect()
    }

    /// An item with its badness by the sort column, if it is known.
    fn ranked(&self, index: usize) -> Option<(f64, usize)> {
        Some((self.sort.badness(self.sort_number(index)?), index))
    }

    /// The line of an item in the list.
    pub(crate) fn place_of(&self, item: usize) -> Option<usize> {
        self.order.iter().position(|index| *index == item)
    }

    /// Sorts by a column, and selects the first line.
    pub fn sort_by(&mut self, sort: Sort, reversed: bool) {
        self.sort = sort;
        self.reversed = reversed;
        self.refresh();
        self.selected = 0;
    }

    /// The next sort column; human scores and systems only if there are any.
    pub fn next_sort(&self) -> Sort {
        let mut next = self.sort.next();
        while !self.can_sort_by(next) {
            next = next.next();
        }
        next
    }

    /// Whether the file has the data of this column.
    pub(crate) fn can_sort_by(&self, sort: Sort) -> bool {
        match sort {
            Sort::Human | Sort::RankDifference => self.human_scores.is_some(),
            Sort::SystemDifference => self.systems.len() > 1,
            Sort::Kinds => self.columns.index_of_name(KINDS_COLUMN).is_some(),
            Sort::File | Sort::F1 | Sort::Precision | Sort::Recall | Sort::Gap => true,
        }
    }

    /// The number that a pair is sorted by; `None` if it is unknown.
    pub fn sort_number(&self, index: usize) -> Option<f64> {
        self.number(index, self.sort, self.system)
    }

    /// The number of a sort column for a system's candidate; ranks and differences are those of the compared system.
    pub(crate) fn number(&self, index: usize, sort: Sort, system: usize) -> Option<f64> {
        match sort {
            Sort::Human => self.human_score(index, system),
            Sort::RankDifference => self.ranks(index).map(Ranks::difference),
            Sort::SystemDifference => {
                let [own, first] = self.compared_f1(index)?;
                Some(own - first)
            }
            Sort::Kinds => self
                .columns
                .value(index, KINDS_COLUMN)
                .map(|kinds| kinds.split(' ').count() as f64),
            sort => sort.key(self.scores_of_system(index, system)?),
        }
    }

    /// The name of the sort column; with several systems, including the system.
    pub fn sort_name(&self) -> String {
        match self.sort {
            Sort::SystemDifference => format!(
                "{} − {}",
                self.short_system_name(self.compared_system()),
                self.short_system_name(0)
            ),
            sort if matches!(sort, Sort::File | Sort::Kinds) || self.systems.len() < 2 => {
                sort.name().to_owned()
            }
            sort => format!("{} of {}", sort.name(), self.short_system_name(self.system)),
        }
    }

    fn short_system_name(&self, system: usize) -> String {
        let name = self.systems.get(system);
        name.map_or_else(String::new, |name| fit(&printable(name), 12))
    }

    /// Why the filter may match nothing: it names a column that the file does not have, or compares with no number.
    pub fn filter_problem(&self) -> Option<String> {
        Filter::problem(self)
    }

    /// The columns that the file has instead of the one in a filter; for a comparison also the scores.
    pub(crate) fn unknown_column(&self, name: &str, compares: bool) -> String {
        let scores = if compares {
            &["f1", "p", "r", "gap"][..]
        } else {
            &["reference", "candidate", "note"]
        };
        let systems = self
            .systems
            .iter()
            .map(String::as_str)
            .filter(|_| !compares);
        let others: Vec<&str> = systems
            .chain(self.columns.iter().map(|column| &*column.name))
            .collect();
        format!(
            "no column {name}; columns: {}",
            [&["id"], scores, &others].concat().join(", ")
        )
    }

    /// How the listed pairs were selected.
    pub(crate) fn selection(&self) -> ListSelection {
        if self.order.len() == self.items.len() {
            return ListSelection::Unbiased;
        }
        match Filter::parse(self).selection(self) {
            ListSelection::Unbiased if self.only_marked => ListSelection::ByMark,
            selection => selection,
        }
    }

    /// The item of the selected line.
    pub fn selected_item(&self) -> Option<usize> {
        self.order.get(self.selected).copied()
    }

    /// Selects the line of an item, if it is listed.
    pub fn select(&mut self, item: usize) {
        self.selected = self.place_of(item).unwrap_or(self.selected);
    }

    /// The pair after (or before) the one on the screen in list order, skipping invalid rows. If the one on the screen is
    /// not listed, the first one.
    pub fn neighbour(&self, forward: bool) -> Option<usize> {
        let here = self.current.and_then(|current| self.place_of(current));
        match here {
            None => self.first_pair(self.order.iter()),
            Some(here) if forward => self.first_pair(self.order[here + 1..].iter()),
            Some(here) => self.first_pair(self.order[..here].iter().rev()),
        }
    }

    fn first_pair<'a>(&self, mut items: impl Iterator<Item = &'a usize>) -> Option<usize> {
        items.find(|item| self.pair(**item).is_some()).copied()
    }

    /// The next worst listed pair after `from` by the sort column (F1 in file order); without `from`, the worst. `None`
    /// if there is none with a known score.
    pub fn worst_after(&self, from: Option<usize>) -> Option<usize> {
        let before = from.and_then(|index| self.ranked(index));
        let ranked = self.order.iter().filter_map(|index| self.ranked(*index));
        let later = ranked.filter(|item| {
            before.is_none_or(|before| compare_ranked(item, &before) == Ordering::Greater)
        });
        let (_, worst) = later.min_by(compare_ranked)?;
        Some(worst)
    }
}

/// Compares items with their badness; of equally bad ones, the first in the file is first.
fn compare_ranked(a: &(f64, usize), b: &(f64, usize)) -> Ordering {
    a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
}
