//! Histograms of scores and of differences.

use serde::Serialize;

use crate::Measure;

/// Counts of differences or scores in bins of equal width; 0 is always a bin edge.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Histogram {
    /// The lower edge of the first bin.
    pub from: f64,
    /// Width of a bin: 1, 2 or 5 times a power of ten.
    pub width: f64,
    /// The count in each bin. An edge belongs to the bin above it, the last one to the last bin.
    pub counts: Vec<usize>,
}

/// Maximum bins in the larger of the two directions.
const MAX_BINS: f64 = 12.0;

/// The smallest width of a bin, or step of an axis: edges have no more decimals than scores.
pub const MIN_WIDTH: f64 = 1e-5;

/// Width of the only bin of equal scores: not too narrow for an axis.
const EQUAL_SCORES_WIDTH: f64 = 0.01;

impl Histogram {
    /// A histogram of the differences of F1 that are not 0; `None` if there are none.
    pub fn from_differences(differences: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let differences = differences.filter(|difference| {
            Measure::F1.direction(*difference).is_ne() && difference.is_finite()
        });
        let largest = differences.clone().map(f64::abs).fold(0.0, f64::max);
        Self::from_least_width(differences, largest / MAX_BINS)
    }

    /// A histogram of scores with at most `bins` + 1 bins; `None` without scores.
    pub fn from_scores(scores: impl Iterator<Item = f64> + Clone, bins: usize) -> Option<Self> {
        let scores = scores.filter(|score| score.is_finite());
        let range = scores.clone().reduce(f64::max)? - scores.clone().reduce(f64::min)?;
        let width = if Measure::F1.direction(range).is_eq() {
            EQUAL_SCORES_WIDTH
        } else {
            range / bins.max(1) as f64
        };
        Self::from_least_width(scores, width)
    }

    /// The lower edge of a bin, or the upper edge of the one before it.
    pub fn edge(&self, bin: usize) -> f64 {
        let edge = self.from + bin as f64 * self.width;
        // Avoids −0.00 after rounding.
        if edge.abs() < self.width / 2.0 {
            0.0
        } else {
            edge
        }
    }

    /// The counts of some of the values, or of others, in the same bins; a value beyond them is in the nearest one.
    pub fn count(&self, values: impl Iterator<Item = f64>) -> Vec<usize> {
        let mut counts = vec![0; self.counts.len()];
        let slack = slack(self.width);
        for value in values.filter(|value| value.is_finite()) {
            let bin = ((value - self.from + slack) / self.width).floor().max(0.0) as usize;
            counts[bin.min(self.counts.len() - 1)] += 1;
        }
        counts
    }

    /// With bins of the next round width.
    fn from_least_width(values: impl Iterator<Item = f64> + Clone, least: f64) -> Option<Self> {
        let width = round_width(least.max(MIN_WIDTH));
        let lowest = values.clone().reduce(f64::min)?;
        let highest = values.clone().reduce(f64::max)?;
        let first = ((lowest + slack(width)) / width).floor();
        // The last bin includes its upper edge; otherwise the best score would be in a bin of its own.
        let bins = ((highest - slack(width)) / width).ceil() - first;
        let mut histogram = Self {
            from: first * width,
            width,
            counts: vec![0; bins.max(1.0) as usize],
        };
        histogram.counts = histogram.count(values);
        Some(histogram)
    }
}

/// How far a value may be from an edge that it counts as: more than the rounding of single precision, in which scores
/// are computed, and less than any difference that is not 0.
fn slack(width: f64) -> f64 {
    (1e-4 * width).min(2e-6)
}

/// The smallest of 1, 2 and 5 times a power of ten that is not below `least`.
pub fn round_width(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let digit = least / power;
    for round in [1.0, 2.0, 5.0] {
        if digit <= round + 1e-4 {
            return round * power;
        }
    }
    10.0 * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_is_in_a_bin_of_which_the_edges_are_round() {
        let histogram =
            Histogram::from_scores([0.61, 0.64, 0.75, 0.99, f64::NAN].into_iter(), 20).unwrap();
        assert!(
            (histogram.width - 0.02).abs() < 1e-12 && (histogram.from - 0.6).abs() < 1e-9,
            "{histogram:?}"
        );
        assert_eq!(histogram.counts.iter().sum::<usize>(), 4);
        let equal = Histogram::from_scores([0.5, 0.5 + 1e-12].into_iter(), 20).unwrap();
        assert_eq!((equal.counts.as_slice(), equal.width), (&[2][..], 0.01));
        assert_eq!(Histogram::from_scores(std::iter::empty(), 20), None);
    }

    #[test]
    fn an_edge_belongs_to_the_bin_that_it_begins_and_the_last_one_to_the_last_bin() {
        let histogram =
            Histogram::from_scores([0.1, 0.29, 0.299_999_99, 0.3, 0.4].into_iter(), 3).unwrap();
        assert_eq!(
            (histogram.counts.as_slice(), histogram.width),
            (&[1, 1, 3][..], 0.1)
        );
        assert_eq!(
            histogram.count([0.25, f64::NAN, 0.7].into_iter()),
            [0, 1, 1]
        );
        let differences = Histogram::from_differences([-6e-6, 4e-6, 0.3, 1.0].into_iter()).unwrap();
        assert_eq!(
            (
                differences.counts[0],
                differences.edge(1),
                differences.counts.len()
            ),
            (1, 0.0, 11)
        );
    }
}
