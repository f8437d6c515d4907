//! Pairwise accuracy with tie calibration: every two candidates are compared, by score and by human score. A comparison is
//! right if both prefer the same one, or neither any. Scores that differ by at most a threshold count as tied; the
//! threshold is the one with the highest accuracy.

use rayon::prelude::*;

use super::JudgedSeries;

/// Maximum number of comparisons of a group: they take up to 128 MB. It has all of 2,896 candidates.
pub const MAX_COMPARISONS: usize = 1 << 22;

/// The comparisons of a series, by rising distance of the scores.
pub(super) struct Comparisons(Vec<Comparison>);

struct Comparison {
    /// The absolute difference of the scores.
    distance: f64,
    /// The units of both candidates.
    units: [u32; 2],
    /// What it counts, so that every segment counts once.
    share: f64,
    outcome: ComparisonOutcome,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ComparisonOutcome {
    /// People and scores prefer the same one, until the threshold makes the scores a tie.
    Same,
    /// People prefer neither, as scores do that the threshold makes a tie.
    HumanTie,
    /// People prefer one, and scores the other one or neither.
    Wrong,
}

impl Comparisons {
    /// `None` if there are more than [`MAX_COMPARISONS`].
    pub fn new(series: &JudgedSeries) -> Option<Self> {
        let compared = series.compared_positions();
        let counts = compared.iter().map(|positions| pair_count(positions.len()));
        if counts.sum::<usize>() > MAX_COMPARISONS {
            return None;
        }
        let mut sorted = Vec::new();
        for positions in compared {
            let share = 1.0 / pair_count(positions.len()) as f64;
            for (rank, one) in positions.iter().enumerate() {
                for other in &positions[rank + 1..] {
                    sorted.push(Comparison::new(series, *one, *other, share));
                }
            }
        }
        sorted.par_sort_unstable_by(|a, b| a.distance.total_cmp(&b.distance));
        Some(Self(sorted))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The accuracy where each unit counts so many times; `None` if nothing is compared.
    pub fn accuracy(&self, times: &[u8]) -> Option<f64> {
        let mut total = 0.0;
        let mut same = 0.0;
        // What the threshold adds to those that agree without it: at a threshold of 0, never less than nothing.
        let mut gain: f64 = 0.0;
        let mut best_gain: f64 = 0.0;
        let mut threshold = 0.0;
        for comparison in &self.0 {
            // A threshold makes all scores at its distance a tie, so it is judged after the last of them.
            if comparison.distance > threshold {
                best_gain = best_gain.max(gain);
                threshold = comparison.distance;
            }
            let weight = comparison.weight(times);
            total += weight;
            match comparison.outcome {
                ComparisonOutcome::Same => {
                    same += weight;
                    gain -= weight;
                }
                ComparisonOutcome::HumanTie => gain += weight,
                ComparisonOutcome::Wrong => {}
            }
        }
        best_gain = best_gain.max(gain);
        if total > 0.0 {
            Some((same + best_gain) / total)
        } else {
            None
        }
    }
}

impl Comparison {
    fn new(series: &JudgedSeries, one: usize, other: usize, share: f64) -> Self {
        let by_score = series.printed[one] - series.printed[other];
        let by_human = series.human[one] - series.human[other];
        let outcome = if by_human == 0.0 {
            ComparisonOutcome::HumanTie
        } else if by_score * by_human > 0.0 {
            ComparisonOutcome::Same
        } else {
            ComparisonOutcome::Wrong
        };
        Self {
            distance: by_score.abs(),
            units: [series.units[one], series.units[other]],
            share,
            outcome,
        }
    }

    fn weight(&self, times: &[u8]) -> f64 {
        let [first, second] = self.units.map(|unit| unit as usize);
        let weight = self.share * f64::from(times[first]);
        if first == second {
            return weight;
        }
        // A candidate that was drawn twice is not compared with itself.
        weight * f64::from(times[second])
    }
}

/// Number of pairs of so many positions.
fn pair_count(positions: usize) -> usize {
    positions * positions.saturating_sub(1) / 2
}
