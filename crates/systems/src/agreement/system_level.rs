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

/// A judged candidate of a system.
#[derive(Debug, Clone, Copy)]
pub struct SystemScore {
    pub system: usize,
    pub segment: usize,
    pub score: f64,
    pub human: f64,
}

/// The agreement over all pairs of systems within each group.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
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

/// Two systems of a group.
#[derive(Default)]
struct SystemPair {
    /// Differences on the segments that both have.
    by_score: Vec<f64>,
    by_human: Vec<f64>,
    left_out: usize,
}

struct PairVerdict {
    agrees: bool,
    /// The distance of both p-values.
    p_distance: f64,
}

type SystemSegments = BTreeMap<usize, BTreeMap<usize, SystemScore>>;

impl SystemLevel {
    /// `None` if no two systems have a common segment. Scores whose difference prints as 0 with so many decimals are
    /// equal.
    pub fn compute(
        groups: &[Vec<SystemScore>],
        places: usize,
        resampling: Resampling,
    ) -> Option<Self> {
        let mut level = Self {
            system_pairs: 0,
            accuracy: 0.0,
            soft_accuracy: 0.0,
            comparisons: 0,
            left_out: 0,
        };
        for group in groups {
            let pairs = system_pairs(group);
            level.comparisons += pairs.iter().map(|pair| pair.by_score.len()).sum::<usize>();
            level.left_out += pairs.iter().map(|pair| pair.left_out).sum::<usize>();
            let verdicts: Vec<PairVerdict> = pairs
                .par_iter()
                .filter_map(|pair| pair.verdict(places, resampling))
                .collect();
            for verdict in verdicts {
                level.system_pairs += 1;
                level.accuracy += f64::from(u8::from(verdict.agrees));
                level.soft_accuracy += 1.0 - verdict.p_distance;
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

/// Every two systems of a group.
fn system_pairs(group: &[SystemScore]) -> Vec<SystemPair> {
    let mut systems = SystemSegments::new();
    for score in group {
        let segments = systems.entry(score.system).or_default();
        segments.insert(score.segment, *score);
    }
    let systems: Vec<BTreeMap<usize, SystemScore>> = systems.into_values().collect();
    let mut pairs = Vec::new();
    for (position, one) in systems.iter().enumerate() {
        for other in &systems[position + 1..] {
            pairs.push(SystemPair::new(one, other));
        }
    }
    pairs
}

impl SystemPair {
    fn new(one: &BTreeMap<usize, SystemScore>, other: &BTreeMap<usize, SystemScore>) -> Self {
        let mut pair = Self::default();
        for (segment, of_one) in one {
            if let Some(of_other) = other.get(segment) {
                pair.by_score.push(of_one.score - of_other.score);
                pair.by_human.push(of_one.human - of_other.human);
            }
        }
        let common = pair.by_score.len();
        pair.left_out = one.len() + other.len() - 2 * common;
        pair
    }

    fn verdict(&self, places: usize, resampling: Resampling) -> Option<PairVerdict> {
        let segments = self.by_score.len();
        if segments == 0 {
            return None;
        }
        let by_score: f64 = self.by_score.iter().sum();
        let by_human: f64 = self.by_human.iter().sum();
        let order = direction(by_score / segments as f64, places);
        // Sums of the same human scores in another order differ in the last bits.
        let is_human_tie = by_human.abs() < 1e-12 * segments as f64;
        let agrees = if is_human_tie {
            order.is_eq()
        } else {
            order.is_ne() && order.is_gt() == (by_human > 0.0)
        };
        let is_larger = resampling.map(ResamplingMethod::Swaps, segments, |swapped| {
            [&self.by_score, &self.by_human].map(|differences| {
                let observed: f64 = differences.iter().sum();
                let trial = observed - 2.0 * weighted_sum(differences, swapped);
                trial >= least_extreme(observed)
            })
        });
        let p_of = |which: usize| {
            let larger = is_larger.iter().filter(|trial| trial[which]).count();
            larger as f64 / is_larger.len().max(1) as f64
        };
        Some(PairVerdict {
            agrees,
            p_distance: (p_of(0) - p_of(1)).abs(),
        })
    }
}

fn weighted_sum(numbers: &[f64], times: &[u8]) -> f64 {
    let mut sum = WeightedSum::default();
    sum.add(numbers, times);
    sum.total()
}
