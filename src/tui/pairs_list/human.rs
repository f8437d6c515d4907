//! What people say of the pairs, beside what F1 says.

use super::{PairsList, Sort};

impl PairsList {
    /// Takes in what people say of the next rows.
    pub fn judged(&mut self, judgements: Vec<Option<f64>>) {
        if let Some(known) = &mut self.judgements {
            known.extend(judgements);
        }
    }

    /// What people say of a pair.
    #[must_use]
    pub fn judgement(&self, index: usize) -> Option<f64> {
        self.judgements.as_ref()?.get(index).copied().flatten()
    }

    /// The next way to sort; those by judgements only where there are some.
    #[must_use]
    pub fn next_sort(&self) -> Sort {
        match self.sort.next() {
            Sort::Human if self.judgements.is_none() => Sort::File,
            next => next,
        }
    }

    /// The number by which a pair is sorted; none where it is not known.
    #[must_use]
    pub fn number(&self, index: usize) -> Option<f64> {
        match self.sort {
            Sort::Human => self.judgement(index),
            Sort::Places => self.apart.get(index).copied().flatten(),
            sort => sort.of(&self.items[index].known),
        }
    }

    /// How far apart the two orders put each pair: 0 at the same place, 1 at the two ends. Equals share the place in
    /// their middle.
    pub(super) fn compare_places(&mut self) {
        self.apart = vec![None; self.items.len()];
        let both = (0..self.items.len())
            .filter_map(|index| Some((index, Sort::F1.of(&self.items[index].known)?, self.judgement(index)?)));
        let both: Vec<(usize, f64, f64)> = both.collect();
        let by_f1 = places(&both.iter().map(|(_, f1, _)| *f1).collect::<Vec<_>>());
        let by_people = places(&both.iter().map(|(.., human)| *human).collect::<Vec<_>>());
        let most = both.len().saturating_sub(1).max(1) as f64;
        for ((index, ..), (f1, human)) in both.iter().zip(by_f1.iter().zip(by_people)) {
            self.apart[*index] = Some((f1 - human).abs() / most);
        }
    }
}

/// The place of each number among all.
fn places(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
    let mut places = vec![0.0; numbers.len()];
    let mut first = 0;
    for equal in order.chunk_by(|a, b| numbers[*a].total_cmp(&numbers[*b]).is_eq()) {
        let middle = first as f64 + (equal.len() - 1) as f64 / 2.0;
        for index in equal {
            places[*index] = middle;
        }
        first += equal.len();
    }
    places
}
