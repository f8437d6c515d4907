//! Counts scores one by one and computes their quantiles.

use std::collections::BTreeMap;

use super::{Quantiles, STEPS_PER_UNIT};

/// The shares whose quantiles are written: hundredths, and finer steps at both ends, where good scores are.
pub const LEVELS: [f64; 107] = {
    let mut levels = [0.0; 107];
    let ends = [0.001, 0.002, 0.005];
    let mut i = 0;
    while i < 3 {
        levels[1 + i] = ends[i];
        levels[105 - i] = 1.0 - ends[i];
        i += 1;
    }
    let mut i = 1;
    while i < 100 {
        levels[3 + i] = i as f64 / 100.0;
        i += 1;
    }
    levels[106] = 1.0;
    levels
};

/// The number of scores with each value. Memory grows with the number of distinct values, not of scores.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScoreHistogram {
    values: BTreeMap<i32, u64>,
    total: u64,
}

impl ScoreHistogram {
    /// Counts one more score, rounded to 1 / [`STEPS_PER_UNIT`].
    pub fn add(&mut self, score: f64) {
        *self
            .values
            .entry((score * STEPS_PER_UNIT).round() as i32)
            .or_default() += 1;
        self.total += 1;
    }

    pub fn total(&self) -> u64 {
        self.total
    }

    /// Quantiles at [`LEVELS`], linearly interpolated between the two nearest scores; `None` without scores.
    pub fn quantiles(&self) -> Option<Quantiles> {
        let last = self.total.checked_sub(1)?;
        let ranked = RankedScores::new(&self.values);
        let values = LEVELS
            .iter()
            .map(|level| ranked.at(level * last as f64).round() as i32)
            .collect();
        Some(Quantiles {
            levels: LEVELS.into(),
            values,
        })
    }
}

/// The scores of a histogram in ascending order, without a copy of each.
struct RankedScores {
    /// Each value, with the number of scores up to and including it.
    ends: Vec<(u64, f64)>,
}

impl RankedScores {
    fn new(values: &BTreeMap<i32, u64>) -> Self {
        let mut ends = Vec::with_capacity(values.len());
        let mut end = 0;
        for (value, count) in values {
            end += count;
            ends.push((end, f64::from(*value)));
        }
        Self { ends }
    }

    /// The score at a rank from 0, linearly interpolated between two.
    fn at(&self, rank: f64) -> f64 {
        let low = self.at_whole(rank.floor() as u64);
        let high = self.at_whole(rank.ceil() as u64);
        low + rank.fract() * (high - low)
    }

    fn at_whole(&self, rank: u64) -> f64 {
        let i = self.ends.partition_point(|(end, _)| *end <= rank);
        // The float of a large rank may lie beyond the last score.
        let (_, value) = self.ends[i.min(self.ends.len() - 1)];
        value
    }
}
