//! Ranks of the pairs by F1 and by human score, among the pairs with both; with several systems, for one of them.

use crate::PairsList;
use bertscope_metric::correlation::rank_pairs;
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
    pub(crate) fn refresh_ranks(&mut self) {
        if !std::mem::take(&mut self.ranks_stale) || self.human_scores.is_none() {
            return;
        }
        let system = self.system;
        let mut indices = Vec::new();
        let mut f1 = Vec::new();
        let mut human = Vec::new();
        for index in 0..self.items.len() {
            if let Some([.., Some(score)]) = self.scores_of_system(index, system)
                && let Some(judgement) = self.human_score(index, system)
            {
                indices.push(index);
                f1.push(score);
                human.push(judgement);
            }
        }
        self.ranks = vec![None; self.items.len()];
        let ranks = rank_pairs(&f1, Measure::F1.decimals(), &human);
        for (index, ranks) in indices.iter().zip(ranks) {
            self.ranks[*index] = Some(Ranks {
                f1: ranks.score,
                human: ranks.human,
                count: indices.len(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_a_share_of_the_ranked_pairs() {
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
