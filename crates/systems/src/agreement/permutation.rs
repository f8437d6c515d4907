//! PERM-BOTH (Deutsch, Dror and Roth 2021): whether two ways to score candidates agree equally with people. Both scores are
//! made comparable, and swapped for each candidate at random.

use super::{Coefficient, JudgedSeries};
use crate::resampling::ResamplingMethod;
use crate::significance::p_value;
use crate::{Resampling, mean};

/// The scores of a group by two settings, in standard deviations from their means.
#[derive(Debug, Clone)]
pub struct PairedSeries {
    first: Vec<f64>,
    second: Vec<f64>,
    human: Vec<f64>,
}

impl PairedSeries {
    /// Of the same candidates in the same order. `None` if one of the scores does not vary.
    pub fn new(
        first: &JudgedSeries,
        second: &JudgedSeries,
        coefficient: Coefficient,
    ) -> Option<Self> {
        Some(Self {
            first: standardized(first.scores_for(coefficient))?,
            second: standardized(second.scores_for(coefficient))?,
            human: first.human.clone(),
        })
    }

    /// How much higher the coefficient of the second scores is, where those with a flag are swapped.
    fn difference(&self, coefficient: Coefficient, swapped: &[u8]) -> Option<f64> {
        let mut first = self.first.clone();
        let mut second = self.second.clone();
        for (position, swap) in swapped.iter().enumerate() {
            if *swap == 1 {
                std::mem::swap(&mut first[position], &mut second[position]);
            }
        }
        let second = coefficient.between(&second, &self.human)?;
        Some(second - coefficient.between(&first, &self.human)?)
    }
}

/// Two-sided p for the difference of the means over the groups; `None` where there is none to test.
pub fn p_both(
    groups: &[PairedSeries],
    coefficient: Coefficient,
    resampling: Resampling,
) -> Option<f64> {
    let candidates = groups.iter().map(|group| group.human.len()).sum();
    let observed = mean_difference(groups, coefficient, &vec![0; candidates])?;
    let trials = resampling.map(ResamplingMethod::Swaps, candidates, |swapped| {
        mean_difference(groups, coefficient, swapped).map(f64::abs)
    });
    let trials: Vec<f64> = trials.into_iter().flatten().collect();
    Some(p_value(&trials, observed.abs()))
}

fn mean_difference(
    groups: &[PairedSeries],
    coefficient: Coefficient,
    swapped: &[u8],
) -> Option<f64> {
    let mut rest = swapped;
    let mut differences = Vec::with_capacity(groups.len());
    for group in groups {
        let (of_group, others) = rest.split_at(group.human.len());
        rest = others;
        differences.extend(group.difference(coefficient, of_group));
    }
    mean(differences.into_iter())
}

fn standardized(scores: &[f64]) -> Option<Vec<f64>> {
    let centre = mean(scores.iter().copied())?;
    let variance = mean(scores.iter().map(|score| (score - centre).powi(2)))?;
    if variance == 0.0 {
        return None;
    }
    let deviation = variance.sqrt();
    Some(
        scores
            .iter()
            .map(|score| (score - centre) / deviation)
            .collect(),
    )
}
