//! Pairwise accuracy with tie calibration: every two candidates are compared, by score and by human score. A comparison is
//! right if both prefer the same one, or neither any. Scores that differ by at most a threshold count as tied; the
//! threshold is the one with the highest accuracy.

use rayon::prelude::*;

use super::JudgedSeries;
use crate::numpy_rng::NumpyRng;

/// Maximum number of comparisons that all count, of 2,896 candidates; of more candidates, that many are drawn.
pub(super) const MAX_COMPARISONS: usize = 1 << 22;

/// Fixes which comparisons are drawn.
const SEED: u64 = 12345;

/// The comparisons of a series, by rising distance of the scores.
pub(super) struct Comparisons {
    sorted: Vec<Comparison>,
    /// What a comparison within each segment counts, so that every segment counts once; empty if all are compared with all.
    shares: Vec<f64>,
}

struct Comparison {
    /// The absolute difference of the scores.
    distance: f64,
    /// The units of both candidates.
    units: [u32; 2],
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
    pub fn new(series: &JudgedSeries, max: usize) -> Self {
        let mut sorted = Vec::new();
        let mut shares = Vec::new();
        if series.within_segments {
            shares = vec![0.0; series.unit_count];
            for members in series.members_of_units() {
                for (position, one) in members.iter().enumerate() {
                    for other in &members[position + 1..] {
                        sorted.push(Comparison::new(series, *one, *other));
                    }
                }
                if let [first, _, ..] = members[..] {
                    let count = members.len() * (members.len() - 1) / 2;
                    shares[series.units[first] as usize] = 1.0 / count as f64;
                }
            }
        } else {
            for [one, other] in compared_positions(series.scores.len(), max) {
                sorted.push(Comparison::new(series, one, other));
            }
        }
        sorted.par_sort_unstable_by(|a, b| a.distance.total_cmp(&b.distance));
        Self { sorted, shares }
    }

    /// The accuracy where each unit counts so many times; `None` if nothing is compared.
    pub fn accuracy(&self, times: &[u8]) -> Option<f64> {
        let mut total = 0.0;
        let mut same = 0.0;
        // What the threshold adds to those that agree without it.
        let mut gain: f64 = 0.0;
        let mut best_gain = None;
        let mut threshold = 0.0;
        for comparison in &self.sorted {
            // A threshold makes all scores at its distance a tie, so it is judged after the last of them.
            if comparison.distance > threshold {
                best_gain = Some(gain.max(best_gain.unwrap_or(gain)));
                threshold = comparison.distance;
            }
            let weight = self.weight(comparison, times);
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
        let best_gain = gain.max(best_gain.unwrap_or(gain));
        if total > 0.0 {
            Some((same + best_gain) / total)
        } else {
            None
        }
    }

    fn weight(&self, comparison: &Comparison, times: &[u8]) -> f64 {
        let [first, second] = comparison.units.map(|unit| unit as usize);
        if self.shares.is_empty() {
            // A candidate that was drawn twice is not compared with itself.
            f64::from(u16::from(times[first]) * u16::from(times[second]))
        } else {
            f64::from(times[first]) * self.shares[first]
        }
    }
}

impl Comparison {
    fn new(series: &JudgedSeries, one: usize, other: usize) -> Self {
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
            outcome,
        }
    }
}

/// Every two of so many positions, if they are at most `max`. Otherwise each position with others at the same random
/// steps, so that every candidate is compared equally often.
fn compared_positions(count: usize, max: usize) -> Vec<[usize; 2]> {
    let mut compared = Vec::new();
    if count * count.saturating_sub(1) / 2 <= max {
        for one in 0..count {
            compared.extend((one + 1..count).map(|other| [one, other]));
        }
        return compared;
    }
    // A step of more than half way round is a shorter one from the other side.
    let mut steps: Vec<usize> = (1..=(count - 1) / 2).collect();
    let mut generator = NumpyRng::new(SEED);
    for drawn in 0..max / count {
        let rest = (steps.len() - drawn) as u32;
        steps.swap(drawn, drawn + generator.below(rest) as usize);
        compared.extend((0..count).map(|one| [one, (one + steps[drawn]) % count]));
    }
    compared
}
