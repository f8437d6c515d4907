//! Agreement on the order of systems: pairwise accuracy (Kocmi et al. 2021), and soft pairwise accuracy (Thompson et al.
//! 2024), which compares how sure scores and people are that a system is better.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use crate::Resampling;
use crate::column::WeightedSum;
use crate::measure::direction;
use crate::resampling::ResamplingMethod;
use crate::significance::least_extreme;

/// The trials and the seed of mt-metrics-eval, so that soft accuracies are those that it prints. Only where two sums are equal
/// may they differ, because it adds in f32.
const SOFT_TRIALS: Resampling = Resampling {
    resamples: 1000,
    seed: 4,
};

/// A judged candidate of a system.
#[derive(Debug, Clone, Copy)]
pub struct SystemScore {
    pub system: usize,
    pub segment: usize,
    pub score: f64,
    pub human: f64,
}

/// The agreement over all pairs of systems within each group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct SystemLevel {
    /// Number of pairs of systems with a common segment.
    pub system_pairs: usize,
    /// The share of them that scores order as people do.
    pub accuracy: f64,
    pub soft_accuracy: f64,
    /// Number of comparisons of two systems on a segment.
    pub comparisons: usize,
    /// Number of those that are missing, because only one of the systems has the segment.
    pub left_out: usize,
}

/// The differences of two systems on the segments that both have.
#[derive(Default)]
struct SystemPair {
    by_score: Vec<f64>,
    by_human: Vec<f64>,
    left_out: usize,
}

/// The scores of a system by segment.
type SystemSegments = BTreeMap<usize, SystemScore>;

impl SystemLevel {
    /// `None` if no two systems have a common segment. Scores whose difference prints as 0 with so many decimals are
    /// equal.
    pub fn compute(groups: &[Vec<SystemScore>], places: usize) -> Option<Self> {
        let mut level = Self::default();
        for group in groups {
            let systems = systems(group);
            let mut pairs = Vec::new();
            for (position, one) in systems.iter().enumerate() {
                pairs.extend(systems[position + 1..].iter().map(|other| [one, other]));
            }
            let of_pairs: Vec<Self> = pairs
                .into_par_iter()
                .map(|[one, other]| SystemPair::new(one, other).level(places))
                .collect();
            for pair in of_pairs {
                level.system_pairs += pair.system_pairs;
                level.accuracy += pair.accuracy;
                level.soft_accuracy += pair.soft_accuracy;
                level.comparisons += pair.comparisons;
                level.left_out += pair.left_out;
            }
        }
        if level.system_pairs == 0 {
            return None;
        }
        level.accuracy /= level.system_pairs as f64;
        level.soft_accuracy /= level.system_pairs as f64;
        Some(level)
    }
}

/// The systems of a group.
fn systems(group: &[SystemScore]) -> Vec<SystemSegments> {
    let mut systems: BTreeMap<usize, SystemSegments> = BTreeMap::new();
    for score in group {
        let segments = systems.entry(score.system).or_default();
        segments.insert(score.segment, *score);
    }
    systems.into_values().collect()
}

impl SystemPair {
    fn new(one: &SystemSegments, other: &SystemSegments) -> Self {
        let mut pair = Self::default();
        for (segment, of_one) in one {
            if let Some(of_other) = other.get(segment) {
                pair.by_score.push(of_one.score - of_other.score);
                pair.by_human.push(of_one.human - of_other.human);
            }
        }
        pair.left_out = one.len() + other.len() - 2 * pair.by_score.len();
        pair
    }

    /// The agreement on this pair alone.
    fn level(&self, places: usize) -> SystemLevel {
        let mut level = SystemLevel {
            left_out: self.left_out,
            ..SystemLevel::default()
        };
        if !self.by_score.is_empty() {
            level.comparisons = self.by_score.len();
            level.system_pairs = 1;
            level.accuracy = f64::from(u8::from(self.agrees(places)));
            level.soft_accuracy = 1.0 - self.p_distance();
        }
        level
    }

    /// Whether scores order both systems as people do.
    fn agrees(&self, places: usize) -> bool {
        let segments = self.by_score.len() as f64;
        let by_score: f64 = self.by_score.iter().sum();
        let by_human: f64 = self.by_human.iter().sum();
        let order = direction(by_score / segments, places);
        // Sums of the same human scores in another order differ in the last bits.
        if by_human.abs() < 1e-12 * segments {
            order.is_eq()
        } else {
            order.is_ne() && order.is_gt() == (by_human > 0.0)
        }
    }

    /// How far the p-values of scores and people are apart.
    fn p_distance(&self) -> f64 {
        let segments = self.by_score.len();
        let trials = SOFT_TRIALS.map(ResamplingMethod::RoundedSwaps, segments, |swapped| {
            [&self.by_score, &self.by_human].map(|differences| is_as_large(differences, swapped))
        });
        let [by_score, by_human] = [0, 1].map(|which| trials.iter().filter(|is| is[which]).count());
        by_score.abs_diff(by_human) as f64 / trials.len() as f64
    }
}

/// Whether the sum of the differences is at least as large after a swap.
fn is_as_large(differences: &[f64], swapped: &[u8]) -> bool {
    let observed: f64 = differences.iter().sum();
    observed - 2.0 * weighted_sum(differences, swapped) >= least_extreme(observed)
}

fn weighted_sum(numbers: &[f64], times: &[u8]) -> f64 {
    let mut sum = WeightedSum::default();
    sum.add(numbers, times);
    sum.total()
}
