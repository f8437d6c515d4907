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

    /// Number of scores.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Quantiles at [`LEVELS`], linearly interpolated between the two nearest scores; `None` without scores.
    pub fn quantiles(&self) -> Option<Quantiles> {
        let last = self.total.checked_sub(1)?;
        let mut ends = Vec::with_capacity(self.values.len());
        let mut end = 0;
        for (value, n) in &self.values {
            end += n;
            ends.push((end, f64::from(*value)));
        }
        let ranked = |rank: u64| {
            ends[ends
                .partition_point(|(end, _)| *end <= rank)
                .min(ends.len() - 1)]
            .1
        };
        let at = |level: &f64| {
            let place = level * last as f64;
            let (low, high) = (ranked(place.floor() as u64), ranked(place.ceil() as u64));
            (low + place.fract() * (high - low)).round() as i32
        };
        let values = LEVELS.iter().map(at).collect();
        Some(Quantiles {
            levels: LEVELS.into(),
            values,
        })
    }
}
