//! A system compared with the baseline segment by segment: wins, ties, losses, and the largest differences.

use serde::Serialize;

use crate::Measure;
use crate::segments::SelectedSegments;

/// The F1 of a system minus that of the baseline over all segments.
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
    /// The count in each bin. An edge belongs to the bin above it.
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
            let mut largest: Vec<(usize, f64, f64)> = Vec::new();
            let mut count = 0;
            for pair in pairs.filter(|(_, a, b)| sign * (b - a) > 0.0) {
                count += 1;
                let difference = |(_, a, b): &(usize, f64, f64)| sign * (b - a);
                let at = largest.partition_point(|other| difference(other) >= difference(&pair));
                if at < MAX_SEGMENTS {
                    largest.truncate(MAX_SEGMENTS - 1);
                    largest.insert(at, pair);
                }
            }
            (count, largest.into_iter().map(named).collect::<Vec<_>>())
        };
        let (wins, largest_gains) = largest(&mut pairs(), 1.0);
        let (losses, largest_losses) = largest(&mut pairs().rev(), -1.0);
        let ties = pairs().count() - wins - losses;
        Self { baseline: 0, system, identical, wins, ties, losses, histogram, largest_gains, largest_losses }
    }
}

impl Histogram {
    /// A histogram of the differences that are not 0; `None` if there are none.
    pub fn from_differences(differences: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let differences = differences.filter(|d| *d != 0.0 && d.is_finite());
        let largest = differences.clone().fold(0.0, |most: f64, d| most.max(d.abs()));
        if largest <= 0.0 {
            return None;
        }
        Self::from_bin_width(differences, round_width(largest / BINS))
    }

    /// A histogram of scores with at most `bins` + 1 bins; `None` without scores.
    pub fn from_scores(scores: impl Iterator<Item = f64> + Clone, bins: usize) -> Option<Self> {
        let scores = scores.filter(|score| score.is_finite());
        let least = scores.clone().reduce(f64::min)?;
        let most = scores.clone().reduce(f64::max)?;
        // Scores that differ only in their last digits share a bin.
        Self::from_bin_width(scores, round_width(((most - least) / bins.max(1) as f64).max(1e-5)))
    }

    /// The lower edge of a bin, or the upper edge of the one before it.
    pub fn edge(&self, bin: usize) -> f64 {
        let edge = self.from + bin as f64 * self.width;
        // Avoids −0.00 after rounding.
        if edge.abs() < self.width / 2.0 { 0.0 } else { edge }
    }

    fn from_bin_width(values: impl Iterator<Item = f64> + Clone, width: f64) -> Option<Self> {
        let bins = values.map(|x| (x / width).floor() as i64);
        let (first, last) = (bins.clone().min()?, bins.clone().max()?);
        let mut counts = vec![0; (last - first + 1) as usize];
        for bin in bins {
            counts[(bin - first) as usize] += 1;
        }
        Some(Self { from: first as f64 * width, width, counts })
    }
}

/// The smallest of 1, 2 and 5 times a power of ten that is at least `least`.
fn round_width(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0].into_iter().map(|step| step * power).find(|width| *width >= least).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_is_in_a_bin_of_which_the_edges_are_round() {
        let histogram = Histogram::from_scores([0.61, 0.64, 0.75, 0.99, f64::NAN].into_iter(), 20).unwrap();
        assert!((histogram.width - 0.02).abs() < 1e-12 && (histogram.from - 0.6).abs() < 1e-9, "{histogram:?}");
        assert_eq!(histogram.counts.iter().sum::<usize>(), 4);
        let equal = Histogram::from_scores([0.5, 0.5 + 1e-12].into_iter(), 20).unwrap();
        assert_eq!(equal.counts.iter().sum::<usize>(), 2);
        assert!(equal.counts.len() <= 2);
        assert_eq!(Histogram::from_scores(std::iter::empty(), 20), None);
    }
}
