//! Intervals and p-values from resamples.
//!
//! The paired bootstrap is that of Koehn (2004) as `sacrebleu` computes it: with d* the absolute differences of the resamples
//! and d that of the systems, p = (1 + #{d* − mean d* ≥ d}) / (1 + resamples). Approximate randomisation (Noreen 1989)
//! swaps the systems' scores in half of the segments: p = (1 + #{d* ≥ d}) / (1 + trials). `sacrebleu` counts only d*
//! greater than d; "at least" is Noreen's definition. The results differ if d* equals d, as for two identical systems, whose
//! p is 1 here. Where up to 20 segments differ (fewer with many groups or systems), all 2ⁿ swaps are counted instead of trials, and p = #{d* ≥ d} / 2ⁿ.

use serde::Serialize;

/// A value of a system, with its 95% interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The value over all segments; `None` if it is undefined in every segment.
    pub value: Option<f64>,
    /// The 95% bootstrap interval; `None` for fewer than two segments.
    pub interval: Option<Interval>,
    /// Number of segments in which it is defined for every system.
    pub segments: usize,
}

/// A 95% percentile interval of the resamples.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

/// A system's value minus the baseline's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct MeasureChange {
    /// The difference; `None` where one of the values is undefined.
    pub difference: Option<f64>,
    /// Its 95% interval by paired bootstrap; `None` for fewer than two segments.
    pub interval: Option<Interval>,
    /// p by paired bootstrap; `None` for fewer than two segments.
    pub p_bootstrap: Option<f64>,
    /// p by randomisation; `None` for fewer than two segments.
    pub p_randomisation: Option<f64>,
    /// Number of segments in which the systems differ, if p by randomisation is exact: all ways to swap them were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact_segments: Option<usize>,
}

impl MeasureChange {
    /// The smallest p by randomisation that any difference could have had, with so many trials where it is not exact.
    pub fn smallest_p(&self, resamples: usize) -> f64 {
        match self.exact_segments {
            // All differences one way, or all the other way; without any difference, p is 1.
            Some(segments) => (2.0 / (segments as f64).exp2()).min(1.0),
            None => 1.0 / (resamples + 1) as f64,
        }
    }
}

/// Two systems compared by one measure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PairChange {
    /// Index of the system that is subtracted.
    pub baseline: usize,
    /// Index of the system that it is subtracted from.
    pub system: usize,
    #[serde(flatten)]
    pub change: MeasureChange,
    /// p by randomisation with Holm's (1979) correction over all pairs of systems; `None` for a pair that was not chosen
    /// from all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_holm: Option<f64>,
}

impl PairChange {
    pub(crate) fn new(baseline: usize, system: usize, change: MeasureChange) -> Self {
        Self {
            baseline,
            system,
            change,
            p_holm: None,
        }
    }
}

/// Fills in [`PairChange::p_holm`].
pub(crate) fn holm_corrected(mut pairs: Vec<PairChange>) -> Vec<PairChange> {
    let p_values: Vec<Option<f64>> = pairs
        .iter()
        .map(|pair| pair.change.p_randomisation)
        .collect();
    for (pair, p) in pairs.iter_mut().zip(holm(&p_values)) {
        pair.p_holm = p;
    }
    pairs
}

/// Holm's (1979) correction for the number of tests: the p-values in rising order, each multiplied by the number of those
/// that are left, and none smaller than one before it. `None` is no test.
pub fn holm(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut known: Vec<(f64, usize)> = p_values
        .iter()
        .enumerate()
        .filter_map(|(index, p)| Some(((*p)?, index)))
        .collect();
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let tests = known.len();
    let mut corrected = vec![None; p_values.len()];
    let mut largest: f64 = 0.0;
    for (rank, (p, index)) in known.into_iter().enumerate() {
        largest = largest.max((p * (tests - rank) as f64).min(1.0));
        corrected[index] = Some(largest);
    }
    corrected
}

impl Interval {
    /// The central 95% of the values, in any order: drops 1/40 at each end, as `sacrebleu`. `None` if empty.
    pub fn from_resamples(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let dropped = values.len() / 40;
        Some(Self {
            low: *values.get(dropped)?,
            high: *values.get(values.len() - dropped - 1)?,
        })
    }
}

/// The share of statistics that are at least as large as the observed one, with 1 added to numerator and denominator, so
/// that it is never 0.
pub fn p_value(statistics: &[f64], observed: f64) -> f64 {
    let least = least_extreme(observed);
    let as_large = statistics.iter().filter(|statistic| **statistic >= least);
    (as_large.count() + 1) as f64 / (statistics.len() + 1) as f64
}

/// The least statistic that counts as large as the observed one: values that are equal in exact arithmetic may differ in
/// the last bits, also where differences cancel each other to 0.
pub(crate) fn least_extreme(observed: f64) -> f64 {
    observed - (observed * 1e-9).max(1e-12)
}

/// p of the paired bootstrap, from the differences of the resamples and the observed difference.
pub fn bootstrap_p_value(differences: &[f64], observed: f64) -> f64 {
    let mean = differences.iter().map(|d| d.abs()).sum::<f64>() / differences.len() as f64;
    let centred: Vec<f64> = differences.iter().map(|d| d.abs() - mean).collect();
    p_value(&centred, observed.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_correction_of_holm_multiplies_by_the_tests_that_are_left_and_never_falls() {
        let pair = |p: Option<f64>| {
            let change = MeasureChange {
                difference: Some(0.1),
                interval: None,
                p_bootstrap: p,
                p_randomisation: p,
                exact_segments: None,
            };
            PairChange::new(0, 1, change)
        };
        let corrected = holm_corrected(
            [Some(0.04), Some(0.01), None, Some(0.03), Some(0.6)]
                .map(pair)
                .to_vec(),
        );
        let expected = [Some(0.09), Some(0.04), None, Some(0.09), Some(0.6)];
        for (pair, expected) in corrected.iter().zip(expected) {
            assert!(
                pair.p_holm
                    .zip(expected)
                    .is_none_or(|(p, expected)| (p - expected).abs() < 1e-12)
            );
            assert_eq!(pair.p_holm.is_some(), expected.is_some());
        }
    }
}
