#![doc = include_str!("../README.md")]

pub mod agreement;
mod column;
pub mod comparison;
mod defined_segments;
pub mod difference;
pub mod drivers;
mod exact_swaps;
pub mod histogram;
pub mod human;
mod ids;
mod largest;
pub mod measure;
pub mod numpy_rng;
mod printed_number;
mod resampled;
mod resampling;
pub mod segments;
pub mod significance;
mod statistic;

pub use agreement::{Coefficient, Coefficients};
pub use comparison::{GroupComparison, MeasureComparison, SystemComparison};
pub use difference::{SegmentDifference, SystemDifference};
pub use drivers::{Drivers, DriversBuilder, PairDrivers};
pub use histogram::Histogram;
pub use human::HumanAgreement;
pub use measure::Measure;
pub use printed_number::{ChanceAgreement, NearestNumbers, PrintedNumber, SettingScore};
pub use resampling::Resampling;
pub use segments::{SegmentScores, SegmentValue, Segments};
pub use significance::{Estimate, Interval, MeasureChange, PairChange};

/// `None` without values.
fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    if values.is_empty() {
        return None;
    }
    Some(values.iter().sum::<f64>() / values.len() as f64)
}
