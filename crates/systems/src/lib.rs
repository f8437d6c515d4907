#![doc = include_str!("../README.md")]

mod column;
pub mod comparison;
pub mod difference;
pub mod drivers;
pub mod human;
pub mod measure;
pub mod numpy;
mod resampling;
pub mod segments;
pub mod significance;
mod statistic;

pub use comparison::{Compared, Comparison, Group};
pub use difference::{Difference, Histogram, SegmentDifference};
pub use drivers::{Drivers, DriversOf, PairDrivers};
pub use human::HumanAgreement;
pub use measure::Measure;
pub use resampling::Resampling;
pub use segments::{SegmentScores, SegmentValue, Segments};
pub use significance::{Change, Estimate, Interval};
