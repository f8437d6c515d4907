//! The order and filter of the list, and moves from pair to pair.

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
        self.order = if filter.is_empty() && self.only_marked {
            self.tags
                .keys()
                .copied()
                .chain(self.rows()..self.items.len())
                .collect()
        } else if filter.is_empty() {
            (0..self.items.len()).collect()
        } else {
            let rows = self.rows();
            let listed = |index: &usize| {
                !self.only_marked || self.tags.contains_key(index) || *index >= rows
            };
            let matching = |index: &usize| listed(index) && filter.passes(*index, self);
            (0..self.items.len())
                .into_par_iter()
                .filter(matching)
                .collect()
        };
        if self.sort == Sort::File {
            if self.reversed {
                self.order.reverse();
            }
        } else {
            // Pairs without a number come last in either order.
            let sign = if self.reversed { -1.0 } else { 1.0 };
            let key = |index: &usize| {
                self.sort_number(*index)
                    .map_or(f64::INFINITY, |x| sign * self.sort.badness(x))
            };
            let mut keyed: Vec<(f64, usize)> = self
                .order
                .iter()
                .map(|index| (key(index), *index))
                .collect();
            keyed.par_sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            self.order = keyed.into_iter().map(|(_, index)| index).collect();
        }
        self.on_listed_changed();
        let place = selected.and_then(|item| self.order.iter().position(|index| *index == item));
        self.selected = place
            .unwrap_or(self.selected)
            .min(self.order.len().saturating_sub(1));
    }

    /// Sorts by a column, and selects the first line.
    pub fn sort_by(&mut self, sort: Sort, reversed: bool) {
        (self.sort, self.reversed) = (sort, reversed);
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
        let name = |at: usize| {
            self.systems
                .get(at)
                .map_or_else(String::new, |name| fit(&printable(name), 12))
        };
        match self.sort {
            Sort::SystemDifference => format!("{} − {}", name(self.compared_system()), name(0)),
            sort if matches!(sort, Sort::File | Sort::Kinds) || self.systems.len() < 2 => {
                sort.name().to_owned()
            }
            sort => format!("{} of {}", sort.name(), name(self.system)),
        }
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
        self.selected = self
            .order
            .iter()
            .position(|index| *index == item)
            .unwrap_or(self.selected);
    }

    /// The pair after (or before) the one on the screen in list order, skipping invalid rows. If the one on the screen is
    /// not listed, the first one.
    pub fn neighbour(&self, forward: bool) -> Option<usize> {
        let good = |index: &&usize| self.items[**index].row.is_ok();
        let here = self
            .current
            .and_then(|current| self.order.iter().position(|index| *index == current));
        match here {
            None => self.order.iter().find(good),
            Some(here) if forward => self.order[here + 1..].iter().find(good),
            Some(here) => self.order[..here].iter().rev().find(good),
        }
        .copied()
    }

    /// The next worst listed pair after `from` by the sort column (F1 in file order); without `from`, the worst. `None`
    /// if there is none with a known score.
    pub fn worst_after(&self, from: Option<usize>) -> Option<usize> {
        let badness = |index: usize| Some(self.sort.badness(self.sort_number(index)?));
        let before = from.and_then(|index| Some((badness(index)?, index)));
        let later = |place: (f64, usize), than: (f64, usize)| {
            place.0.total_cmp(&than.0).then(place.1.cmp(&than.1))
        };
        let places = self
            .order
            .iter()
            .filter_map(|index| Some((badness(*index)?, *index)));
        places
            .filter(|place| before.is_none_or(|before| later(*place, before).is_gt()))
            .min_by(|a, b| later(*a, *b))
            .map(|(_, index)| index)
    }
}
