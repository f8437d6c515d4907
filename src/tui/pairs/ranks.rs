//! Ranks of the pairs by F1 and by human score, among the pairs with both; with several systems, for one of them.

use super::PairsList;
use bertscope_metric::correlation::{is_constant, ranks, ranks_of_scores};
use bertscope_systems::Measure;

/// The ranks of a pair, from 1 for the lowest score. Ties share their mean rank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranks {
    /// By F1.
    pub f1: f64,
    /// By human score.
    pub human: f64,
    /// The number of ranked pairs.
    pub count: usize,
}

impl Ranks {
    /// F1 rank − human rank as a fraction of the ranked pairs: above 0 if F1 ranks the pair higher than people do.
    pub fn difference(self) -> f64 {
        (self.f1 - self.human) / self.count as f64
    }
}

impl PairsList {
    /// The ranks of a pair; `None` if one of its scores is missing, or all pairs have the same.
    pub fn ranks(&self, index: usize) -> Option<Ranks> {
        self.ranks.get(index).copied().flatten()
    }

    /// Ranks the pairs again, if scores have changed.
    pub(super) fn refresh_ranks(&mut self) {
        if !std::mem::take(&mut self.ranks_stale) || self.human_scores.is_none() {
            return;
        }
        let system = self.system;
        let both = |index| {
            Some((
                index,
                self.scores_of_system(index, system)?[2]?,
                self.human_score(index, system)?,
            ))
        };
        let both: Vec<(usize, f64, f64)> = (0..self.items.len()).filter_map(both).collect();
        let f1: Vec<f64> = both.iter().map(|(_, f1, _)| *f1).collect();
        let by_f1 = ranks_of_scores(&f1, Measure::F1.decimals());
        let by_people = ranks(&both.iter().map(|(.., human)| *human).collect::<Vec<_>>());
        self.ranks = vec![None; self.items.len()];
        if is_constant(&by_f1) || is_constant(&by_people) {
            return;
        }
        for ((index, ..), (f1, human)) in both.iter().zip(by_f1.into_iter().zip(by_people)) {
            self.ranks[*index] = Some(Ranks {
                f1,
                human,
                count: both.len(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_share_the_rank_in_their_middle() {
        assert_eq!(ranks(&[0.5, -1.0, 0.5, 2.0]), [2.5, 1.0, 2.5, 4.0]);
        assert!(ranks(&[]).is_empty());
        assert!(
            (Ranks {
                f1: 4.0,
                human: 1.0,
                count: 4
            }
            .difference()
                - 0.75)
                .abs()
                < 1e-12
        );
    }
}
