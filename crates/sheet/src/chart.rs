//! Small charts in the cells of a table, as numbers. A renderer draws them: blocks of characters in a terminal, SVG on a page.

use crate::Histogram;
use crate::number::decimals;

/// A chart in a cell; all charts of a column share its [`Axis`].
#[derive(Debug, Clone, PartialEq)]
pub enum Chart {
    /// A bar from the low end of the axis to a number.
    Bar(f64),
    /// A number as a point, and another one to compare it with.
    Point {
        value: Option<f64>,
        other: Option<f64>,
    },
    /// A distribution: counts of bins of one width, the first of which begins at `low`.
    Distribution {
        low: f64,
        step: f64,
        counts: Vec<u64>,
    },
    /// Numbers side by side, each as high as it lies on the axis.
    Numbers(Vec<f64>),
}

/// The scale of a column of charts.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    pub low: f64,
    pub high: f64,
    /// Its numbers, from the low end to the high one; charts in cells show the first and the last above them. None where the
    /// numbers are beside the charts.
    pub ticks: Vec<Tick>,
    /// A number that is marked in every row.
    pub mark: Option<f64>,
    /// Whether the high end is the most that there can be, so that the rest of a bar says something, too.
    pub is_whole: bool,
    pub size: ChartSize,
}

/// A number of an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    pub at: f64,
    pub label: String,
}

/// How much room a chart deserves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartSize {
    /// It gives a first impression beside its number.
    Small,
    /// It is what the table is about, or fills what is left beside the numbers.
    Large,
    /// It has so many numbers side by side.
    Numbers(usize),
}

impl Axis {
    pub fn new(low: f64, high: f64, size: ChartSize) -> Self {
        Self {
            low,
            high,
            ticks: Vec::new(),
            mark: None,
            is_whole: false,
            size,
        }
    }

    /// A large axis around scores, from one whole tenth to another, with its ends above the charts.
    pub fn in_tenths(scores: impl IntoIterator<Item = f64>) -> Self {
        let mut low = f64::INFINITY;
        let mut high = f64::NEG_INFINITY;
        for score in scores {
            low = low.min(score);
            high = high.max(score);
        }
        if low > high {
            low = 0.0;
            high = 1.0;
        }
        // Rounding may put the score of a text with itself slightly above 1.
        if high < 1.001 {
            high = high.min(1.0);
        }
        let low = (low * 10.0).floor() / 10.0;
        let high = ((high * 10.0).ceil() / 10.0).max(low + 0.1);
        Self::new(low, high, ChartSize::Large).with_ends(decimals(low, 1), decimals(high, 1))
    }

    /// A large axis over the bins of a histogram, with a tick at each edge.
    pub fn over(bins: &Histogram) -> Self {
        let edges = 0..=bins.counts.len();
        Self {
            ticks: edges
                .map(|bin| Tick {
                    at: bins.edge(bin),
                    label: bins.edge_text(bin),
                })
                .collect(),
            ..Self::new(bins.edge(0), bins.edge(bins.counts.len()), ChartSize::Large)
        }
    }

    #[must_use]
    pub fn with_ends(self, low: impl Into<String>, high: impl Into<String>) -> Self {
        let low = Tick {
            at: self.low,
            label: low.into(),
        };
        let high = Tick {
            at: self.high,
            label: high.into(),
        };
        Self {
            ticks: vec![low, high],
            ..self
        }
    }

    /// The labels of the ends; `None` without ticks.
    pub fn ends(&self) -> Option<[&str; 2]> {
        Some([&self.ticks.first()?.label, &self.ticks.last()?.label])
    }

    #[must_use]
    pub fn with_mark(self, mark: f64) -> Self {
        Self {
            mark: Some(mark),
            ..self
        }
    }

    /// Where a number lies between the ends, 0 to 1; numbers beyond them lie at the ends.
    pub fn position(&self, x: f64) -> f64 {
        if self.high > self.low {
            ((x - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }
}

/// The heights of a distribution in `slots` of equal width over an axis, from 0 to 1 for the highest.
pub fn heights(axis: &Axis, low: f64, step: f64, counts: &[u64], slots: usize) -> Vec<f64> {
    let mut sums = vec![0.0; slots];
    let width = (axis.high - axis.low) / slots as f64;
    for (bin, count) in counts.iter().enumerate() {
        // A bin is spread over the slots that it covers.
        let start = low + bin as f64 * step;
        let first = (((start - axis.low) / width).floor().max(0.0)) as usize;
        for (slot, sum) in sums.iter_mut().enumerate().skip(first) {
            let slot_start = axis.low + slot as f64 * width;
            let shared = (start + step).min(slot_start + width) - start.max(slot_start);
            // The first slot may end where the bin starts: a rounding error decides.
            *sum += *count as f64 * shared.max(0.0) / step;
            if slot_start > start + step {
                break;
            }
        }
    }
    let most = sums.iter().copied().fold(0.0, f64::max);
    sums.iter()
        .map(|sum| if most > 0.0 { sum / most } else { 0.0 })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distribution_keeps_its_shape_whatever_the_number_of_slots() {
        let percents = |low: f64, counts: &[u64], slots: usize| {
            let axis = Axis::new(low, 1.0, ChartSize::Large);
            let heights = heights(&axis, low, 0.25, counts, slots);
            heights
                .iter()
                .map(|x| (x * 100.0) as u32)
                .collect::<Vec<_>>()
        };
        assert_eq!(percents(0.0, &[0, 4, 2, 1], 4), [0, 100, 50, 25]);
        assert_eq!(
            percents(0.0, &[0, 4, 2, 1], 8),
            [0, 0, 100, 100, 50, 50, 25, 25]
        );
        assert_eq!(percents(0.5, &[4, 2], 2), [100, 50]);
    }

    #[test]
    fn no_bin_is_lost_to_a_rounding_error() {
        let axis = Axis::new(-0.1, 1.0, ChartSize::Large);
        for slots in 1..=60 {
            let heights = heights(&axis, axis.low, 1.1 / 60.0, &[1; 60], slots);
            assert!(heights.iter().all(|height| *height > 0.99), "{slots}");
        }
    }

    #[test]
    fn an_axis_of_scores_ends_at_whole_tenths_and_not_beyond_1_for_a_rounding_error() {
        let ends = |scores: &[f64]| {
            let axis = Axis::in_tenths(scores.iter().copied());
            axis.ends().unwrap().map(str::to_owned)
        };
        assert_eq!(ends(&[0.41, 0.115, 0.71]), ["0.1", "0.8"]);
        assert_eq!(ends(&[-0.05, 1.000_000_1]), ["−0.1", "1.0"]);
        assert_eq!(ends(&[0.5]), ["0.5", "0.6"]);
        assert_eq!(ends(&[]), ["0.0", "1.0"]);
    }

    #[test]
    fn numbers_beyond_the_ends_of_an_axis_lie_at_the_ends() {
        let axis = Axis::new(0.2, 0.6, ChartSize::Small);
        assert_eq!(
            [0.0, 0.2, 0.6, 2.0].map(|x| axis.position(x).to_string()),
            ["0", "0", "1", "1"]
        );
    }
}
