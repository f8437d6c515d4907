//! A system compared with the baseline segment by segment: wins, ties, losses, and the largest differences.

use serde::Serialize;

use crate::Measure;
use crate::largest::Largest;
use crate::segments::SelectedSegments;

/// The F1 of a system minus that of the baseline over all segments. A difference that prints as 0 counts as none
/// ([`Measure::direction`]).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemDifference {
    /// Index of the baseline.
    pub baseline: usize,
    /// Index of the system.
    pub system: usize,
    /// Whether P, R and F1 of the two are equal in every segment.
    pub identical: bool,
    /// Segments in which the system's F1 is higher.
    pub wins: usize,
    /// Segments in which the two are equal.
    pub ties: usize,
    /// Segments in which the system's F1 is lower.
    pub losses: usize,
    /// The histogram of the differences that are not 0; `None` if there are none.
    pub histogram: Option<Histogram>,
    /// Segments with the largest gains, largest gain first; at most 10.
    #[serde(rename = "gains")]
    pub largest_gains: Vec<SegmentDifference>,
    /// Segments with the largest losses, largest loss first; at most 10.
    #[serde(rename = "falls")]
    pub largest_losses: Vec<SegmentDifference>,
}

/// One segment of two systems.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SegmentDifference {
    /// Its id, or the number of its row.
    pub id: String,
    /// F1 of the baseline.
    pub baseline: f64,
    /// F1 of the system.
    pub system: f64,
    /// F1 of the system − F1 of the baseline.
    pub difference: f64,
}

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

/// Number of segments listed at each end.
const MAX_SEGMENTS: usize = 10;

/// Maximum bins in the larger of the two directions.
const BINS: f64 = 12.0;

impl SystemDifference {
    pub(crate) fn compute(segments: &SelectedSegments<'_>, system: usize) -> Self {
        let score = |measure, system, segment| segments.of.score(measure, system, segment);
        let f1 = |system: usize, segment: usize| score(Measure::F1, system, segment);
        let both = |segment: usize| Some((segment, f1(0, segment)?, f1(system, segment)?));
        let pairs = || segments.rows().filter_map(both);
        let identical = segments.rows().all(|segment| {
            let same = |m: &Measure| score(*m, 0, segment) == score(*m, system, segment);
            Measure::MAIN.iter().all(same)
        });
        let histogram = Histogram::from_differences(pairs().map(|(_, a, b)| b - a));
        let named = |(segment, baseline, system): (usize, f64, f64)| SegmentDifference {
            id: segments.of.id(segment).to_owned(),
            baseline,
            system,
            difference: system - baseline,
        };
        // The first ones in this order: by the difference, then by the segment.
        let largest = |pairs: &mut dyn Iterator<Item = (usize, f64, f64)>, sign: f64| {
            let mut largest = Largest::<_, MAX_SEGMENTS>::default();
            let mut count = 0;
            for pair in pairs.filter(|(_, a, b)| Measure::F1.direction(sign * (b - a)).is_gt()) {
                count += 1;
                largest.add(sign * (pair.2 - pair.1), || pair);
            }
            (
                count,
                largest.items().copied().map(named).collect::<Vec<_>>(),
            )
        };
        let (wins, largest_gains) = largest(&mut pairs(), 1.0);
        let (losses, largest_losses) = largest(&mut pairs().rev(), -1.0);
        let ties = pairs().count() - wins - losses;
        Self {
            baseline: 0,
            system,
            identical,
            wins,
            ties,
            losses,
            histogram,
            largest_gains,
            largest_losses,
        }
    }
}

impl Histogram {
    /// A histogram of the differences of F1 that are not 0; `None` if there are none.
    pub fn from_differences(differences: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let differences =
            differences.filter(|d| Measure::F1.direction(*d).is_ne() && d.is_finite());
        let largest = differences
            .clone()
            .fold(0.0, |most: f64, d| most.max(d.abs()));
        Self::from_bin_width(differences, round_width(largest / BINS))
    }

    /// A histogram of scores with at most `bins` + 1 bins; `None` without scores.
    pub fn from_scores(scores: impl Iterator<Item = f64> + Clone, bins: usize) -> Option<Self> {
        let scores = scores.filter(|score| score.is_finite());
        let range = scores.clone().reduce(f64::max)? - scores.clone().reduce(f64::min)?;
        // Scores that are equal share a bin that is not too narrow for an axis.
        let width = if Measure::F1.direction(range).is_eq() {
            0.01
        } else {
            range / bins.max(1) as f64
        };
        Self::from_bin_width(scores, round_width(width))
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

    fn from_bin_width(values: impl Iterator<Item = f64> + Clone, width: f64) -> Option<Self> {
        let (least, most) = (
            values.clone().reduce(f64::min)?,
            values.clone().reduce(f64::max)?,
        );
        let first = ((least + slack(width)) / width).floor();
        // The last bin includes its upper edge; otherwise the best score would be in a bin of its own.
        let bins = ((most - slack(width)) / width).ceil() - first;
        let empty = Self {
            from: first * width,
            width,
            counts: vec![0; bins.max(1.0) as usize],
        };
        Some(Self {
            counts: empty.count(values),
            ..empty
        })
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
    [1.0, 2.0, 5.0]
        .into_iter()
        .find(|round| digit <= round + 1e-4)
        .unwrap_or(10.0)
        * power
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
