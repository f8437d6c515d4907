//! A linear axis with round ticks.

use crate::number::{decimals, scientific};
use bertscope_systems::Measure;
use bertscope_systems::histogram::{MIN_WIDTH, round_width};

/// A linear axis that starts and ends at a round number.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    low: f64,
    step: f64,
    steps: usize,
}

impl Axis {
    /// An axis over all finite values with about `steps` steps; `None` if there is no finite value.
    pub fn spanning(values: impl IntoIterator<Item = f64>, steps: usize) -> Option<Self> {
        let (least, most) = extent(values)?;
        // Also if the values differ only by rounding.
        let beside = if is_distinguishable(least, most) {
            0.0
        } else {
            0.1 * least.abs().max(1.0)
        };
        let least = least - beside;
        let most = most + beside;
        let step = round_width(((most - least) / steps.max(1) as f64).max(MIN_WIDTH));
        let low = (least / step + SLACK).floor() * step;
        let steps = ((most - low) / step - SLACK).ceil().max(1.0);
        // Numbers that are as far apart as floating-point numbers can be have no round steps.
        let is_possible = step > 0.0 && low.is_finite() && steps < 1e4;
        if !is_possible {
            return None;
        }
        Some(Self {
            low,
            step,
            steps: steps as usize,
        })
    }

    /// The position of a value: 0 at the start of the axis, 1 at its end.
    pub fn position(&self, x: f64) -> f32 {
        ((x - self.low) / (self.step * self.steps as f64)) as f32
    }

    /// The round numbers, the ends included.
    pub fn ticks(&self) -> Vec<f64> {
        (0..=self.steps)
            .map(|i| self.low + i as f64 * self.step)
            .collect()
    }

    /// A tick as text, with enough digits to distinguish it from its neighbours.
    pub fn label(&self, tick: f64) -> String {
        let places = (-self.step.log10()).ceil().max(0.0) as usize;
        match tick {
            _ if tick.abs() >= 1e7 => scientific(tick, 1),
            // Also 0, which is rarely exact.
            _ if (tick - tick.round()).abs() < self.step * SLACK => decimals(tick, 0),
            _ => decimals(tick, places),
        }
    }
}

/// The least and the greatest of the finite values.
fn extent(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    let finite = values.into_iter().filter(|x| x.is_finite());
    finite
        .map(|x| (x, x))
        .reduce(|(least, most), (x, _)| (least.min(x), most.max(x)))
}

/// How far a number of steps may be from a whole number: more than the rounding of single precision, in which scores are
/// computed, but too little to see.
const SLACK: f64 = 1e-4;

/// Whether the ends of a range differ by more than rounding, as printed and as stored.
fn is_distinguishable(least: f64, most: f64) -> bool {
    let range = most - least;
    Measure::F1.direction(range).is_ne() && range > least.abs().max(most.abs()) * 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(values: &[f64], steps: usize) -> Vec<String> {
        let axis = Axis::spanning(values.iter().copied(), steps).unwrap();
        axis.ticks()
            .into_iter()
            .map(|tick| axis.label(tick))
            .collect()
    }

    #[test]
    fn an_axis_begins_and_ends_at_round_numbers_around_all_values() {
        assert_eq!(
            labels(&[0.31, 0.9, f64::NAN], 4),
            ["0.2", "0.4", "0.6", "0.8", "1"]
        );
        assert_eq!(labels(&[-1.7, 1.2], 4), ["−2", "−1", "0", "1", "2"]);
        assert_eq!(
            labels(&[0.0, 100.0], 5),
            ["0", "20", "40", "60", "80", "100"]
        );
        assert_eq!(
            labels(&[0.0, 1.000_000_2], 2),
            ["0", "0.5", "1"],
            "rounding needs no further step"
        );
        assert_eq!(labels(&[0.5], 2), ["0.4", "0.5", "0.6"]);
        assert_eq!(
            labels(&[0.999_999_96, 1.000_000_1], 2),
            ["0.9", "1", "1.1"],
            "equal as printed"
        );
        assert_eq!(
            labels(&[0.999_98, 1.0], 5),
            ["0.99998", "0.99999", "1"],
            "no more digits than a score"
        );
        assert_eq!(labels(&[0.0, 1e9], 2), ["0", "5.0e8", "1.0e9"]);
    }

    #[test]
    fn positions_run_from_0_to_1() {
        let axis = Axis::spanning([0.2, 1.0], 4).unwrap();
        for (x, position) in [(0.2, 0.0), (0.6, 0.5), (1.0, 1.0)] {
            assert!((axis.position(x) - position).abs() < 1e-12);
        }
    }

    #[test]
    fn there_is_no_axis_without_a_number() {
        assert_eq!(Axis::spanning([], 4), None);
        assert_eq!(Axis::spanning([f64::NAN, f64::INFINITY], 4), None);
        assert_eq!(Axis::spanning([f64::MAX, f64::MIN], 4), None);
    }
}
