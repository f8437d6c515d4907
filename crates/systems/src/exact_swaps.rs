//! The exact randomisation test: where two systems differ in few segments, every way to swap them is counted instead of
//! trials drawn at random.

use rayon::prelude::*;

use crate::defined_segments::DefinedSegments;
use crate::significance::least_extreme;
use crate::statistic::Statistic;

/// Maximum number of segments that differ. Each further one doubles the work, and BLEU takes a tenth of a second for 20.
const MAX_EXACT_SEGMENTS: usize = 20;

/// Maximum number of swaps that all tests of a measure count together: one for each group and each system but the baseline.
const MAX_SWAPS: usize = 1 << 24;

/// Maximum number of segments that differ in each of so many tests.
pub(crate) fn max_exact_segments(groups: usize, systems: usize) -> usize {
    let tests = groups.max(1) * systems.saturating_sub(1).max(1);
    let of_each_test = MAX_SWAPS / tests;
    let segments = of_each_test.checked_ilog2().unwrap_or(0) as usize;
    segments.min(MAX_EXACT_SEGMENTS)
}

/// The segments in which two systems differ; to swap any other one changes nothing.
pub(crate) struct ExactSwaps<'a> {
    table: &'a DefinedSegments<'a>,
    baseline: usize,
    system: usize,
    /// What the swap of each segment adds to the sums of the baseline and takes from those of the system.
    changes: Vec<Vec<f64>>,
}

/// The sums of the two systems before any swap.
struct PairSums<'a> {
    statistic: Statistic,
    baseline: &'a [f64],
    system: &'a [f64],
    defined: f64,
}

impl<'a> ExactSwaps<'a> {
    /// `None` if more than `max_segments` differ.
    pub fn new(
        table: &'a DefinedSegments<'a>,
        baseline: usize,
        system: usize,
        max_segments: usize,
    ) -> Option<Self> {
        let mut changes = Vec::new();
        for block in 0..table.block_count() {
            let numbers = [baseline, system].map(|of| table.read_sums(of, block));
            for segment in 0..table.block_len(block) {
                let change: Vec<f64> = numbers[0]
                    .iter()
                    .zip(&numbers[1])
                    .map(|(baseline, system)| system[segment] - baseline[segment])
                    .collect();
                if change.iter().any(|number| *number != 0.0) {
                    changes.push(change);
                }
            }
            if changes.len() > max_segments {
                return None;
            }
        }
        Some(Self {
            table,
            baseline,
            system,
            changes,
        })
    }

    /// Number of segments that differ.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// The share of all swaps whose absolute difference is at least `observed`. `totals` are the sums of the table.
    pub fn p_value(&self, totals: &[f64], observed: f64) -> f64 {
        let [baseline, system] =
            [self.baseline, self.system].map(|of| self.table.system_sums(totals, of));
        // To swap the other segments instead turns the sign of the difference, so one segment need never be swapped.
        let swapped = &self.changes[..self.len().saturating_sub(1)];
        // Every set of segments is one of the first half together with one of the second half.
        let (first, second) = swapped.split_at(swapped.len() / 2);
        let first = subset_sums(first, baseline.len());
        let second = subset_sums(second, baseline.len());
        let pair = PairSums {
            statistic: self.table.statistic(),
            baseline,
            system,
            defined: totals[totals.len() - 1],
        };
        let least = least_extreme(observed);
        let extreme: usize = second
            .par_iter()
            .map(|second| pair.count_extreme(&first, second, least))
            .sum();
        extreme as f64 / (first.len() * second.len()) as f64
    }
}

impl PairSums<'_> {
    /// In how many of `first`, each together with `second`, the absolute difference is at least `least`.
    fn count_extreme(&self, first: &[Vec<f64>], second: &[f64], least: f64) -> usize {
        if self.statistic == Statistic::Mean {
            // The sums of a mean need not be divided each time: this test is by far the most frequent one.
            let gap = self.system[0] - self.baseline[0];
            let least = least * self.defined;
            let gaps = first.iter().map(|first| gap - 2.0 * (first[0] + second[0]));
            return gaps.filter(|gap| gap.abs() >= least).count();
        }
        let mut sums = [self.baseline.to_vec(), self.system.to_vec()];
        let mut extreme = 0;
        for first in first {
            for at in 0..second.len() {
                let change = first[at] + second[at];
                sums[0][at] = self.baseline[at] + change;
                sums[1][at] = self.system[at] - change;
            }
            let [baseline, system] = sums
                .each_ref()
                .map(|sums| self.statistic.value(sums, self.defined));
            // An undefined difference is no evidence, so it counts against significance.
            let is_extreme = match (baseline, system) {
                (Some(baseline), Some(system)) => (system - baseline).abs() >= least,
                _ => true,
            };
            extreme += usize::from(is_extreme);
        }
        extreme
    }
}

/// The sums of the changes over every set of segments, the empty set first.
fn subset_sums(changes: &[Vec<f64>], width: usize) -> Vec<Vec<f64>> {
    let mut subsets = vec![vec![0.0; width]];
    for change in changes {
        for subset in 0..subsets.len() {
            let with = subsets[subset].iter().zip(change);
            subsets.push(with.map(|(sum, change)| sum + change).collect());
        }
    }
    subsets
}
