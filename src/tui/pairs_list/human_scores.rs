//! Human scores of the pairs, and how far they rank pairs apart from F1.

use super::{PairsList, Sort};

impl PairsList {
    /// Adds the human scores of the next rows.
    pub fn add_human_scores(&mut self, scores: Vec<Option<f64>>) {
        if let Some(known) = &mut self.human_scores {
            known.extend(scores);
        }
    }

    /// The human score of a pair.
    #[must_use]
    pub fn human_score(&self, index: usize) -> Option<f64> {
        self.human_scores.as_ref()?.get(index).copied().flatten()
    }

    /// The next way to sort; those by judgements only where there are some.
    #[must_use]
    pub fn next_sort(&self) -> Sort {
        match self.sort.next() {
            Sort::Human if self.human_scores.is_none() => Sort::File,
            next => next,
        }
    }

    /// The number by which a pair is sorted; none where it is not known.
    #[must_use]
    pub fn number(&self, index: usize) -> Option<f64> {
        match self.sort {
            Sort::Human => self.human_score(index),
            Sort::RankGap => self.rank_gaps.get(index).copied().flatten(),
            sort => sort.of(&self.items[index].known),
        }
    }

    /// How far apart the two rankings put each pair: 0 is the same rank, 1 the two ends. Ties share the rank in
    /// their middle.
    pub(super) fn compute_rank_gaps(&mut self) {
        self.rank_gaps = vec![None; self.items.len()];
        let both = (0..self.items.len())
            .filter_map(|index| Some((index, Sort::F1.of(&self.items[index].known)?, self.human_score(index)?)));
        let both: Vec<(usize, f64, f64)> = both.collect();
        let by_f1 = ranks(&both.iter().map(|(_, f1, _)| *f1).collect::<Vec<_>>());
        let by_people = ranks(&both.iter().map(|(.., human)| *human).collect::<Vec<_>>());
        let most = both.len().saturating_sub(1).max(1) as f64;
        for ((index, ..), (f1, human)) in both.iter().zip(by_f1.iter().zip(by_people)) {
            self.rank_gaps[*index] = Some((f1 - human).abs() / most);
        }
    }
}

/// The rank of each number, from 0.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut first = 0;
    for equal in order.chunk_by(|a, b| numbers[*a].total_cmp(&numbers[*b]).is_eq()) {
        let middle = first as f64 + (equal.len() - 1) as f64 / 2.0;
        for index in equal {
            ranks[*index] = middle;
        }
        first += equal.len();
    }
    ranks
}
