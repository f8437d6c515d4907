//! Agreement of scores with human scores: coefficients with bootstrap intervals, settings ranked and tested against each
//! other, and the order of the systems. The figures are those of mt-metrics-eval, which WMT's metrics task uses.

mod accuracy;
mod judged_pairs;
mod permutation;
mod series;
mod settings;
mod system_level;
mod williams;

use serde::Serialize;
use strum::IntoStaticStr;

use crate::{Interval, mean};
use bertscope_metric::correlation::{self, Correlation};

pub use accuracy::MAX_COMPARISONS;
pub use judged_pairs::{
    JudgedPair, JudgedPairs, MeanAgreement, ScoreAgreement, ScoreSource, SystemPlace,
};
pub use permutation::{PairedSeries, p_both};
pub use series::JudgedSeries;
pub use settings::RankedSetting;
pub use system_level::{SystemLevel, SystemScore};
pub use williams::williams_p;

/// A number for the agreement of scores with human scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Coefficient {
    Pearson,
    Spearman,
    Kendall,
    /// Pairwise accuracy with tie calibration, acc*eq (Deutsch, Foster and Freitag 2023).
    Accuracy,
}

impl Coefficient {
    pub const ALL: [Self; 4] = [Self::Pearson, Self::Spearman, Self::Kendall, Self::Accuracy];

    pub fn title(self) -> &'static str {
        match self {
            Self::Pearson => "Pearson",
            Self::Spearman => "Spearman",
            Self::Kendall => "Kendall",
            Self::Accuracy => "acc*eq",
        }
    }

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The coefficient of two series of numbers; `None` if it is undefined, or for [`Self::Accuracy`], which is not one of
    /// two series: it calibrates ties of the scores only.
    fn between(self, scores: &[f64], human: &[f64]) -> Option<f64> {
        if scores.len() < correlation::MIN_PAIRS {
            return None;
        }
        match self {
            Self::Pearson => correlation::pearson(scores, human),
            Self::Spearman => correlation::spearman(scores, human),
            Self::Kendall => correlation::kendall(scores, human),
            Self::Accuracy => None,
        }
    }
}

/// The coefficients of one series. The three of correlation exist together, and the accuracy with them where it is
/// computed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Coefficients {
    #[serde(flatten)]
    pub correlation: Correlation,
    pub accuracy: Option<f64>,
}

impl Coefficients {
    pub fn get(&self, coefficient: Coefficient) -> Option<f64> {
        match coefficient {
            Coefficient::Pearson => self.correlation.pearson,
            Coefficient::Spearman => self.correlation.spearman,
            Coefficient::Kendall => self.correlation.kendall,
            Coefficient::Accuracy => self.accuracy,
        }
    }

    /// The mean of each coefficient over those in which it exists.
    pub fn mean(all: &[Self]) -> Self {
        let [pearson, spearman, kendall, accuracy] = Coefficient::ALL
            .map(|coefficient| mean(all.iter().filter_map(|each| each.get(coefficient))));
        Self {
            correlation: Correlation {
                pearson,
                spearman,
                kendall,
            },
            accuracy,
        }
    }

    /// The 95% interval of each coefficient that exists, from its values in the resamples.
    pub fn intervals(&self, resamples: &[Self]) -> CoefficientIntervals {
        Coefficient::ALL.map(|coefficient| {
            self.get(coefficient)?;
            let values = resamples.iter().filter_map(|each| each.get(coefficient));
            Interval::from_resamples(values.collect())
        })
    }
}

impl From<Correlation> for Coefficients {
    fn from(correlation: Correlation) -> Self {
        Self {
            correlation,
            accuracy: None,
        }
    }
}

/// An interval for each of [`Coefficient::ALL`].
pub type CoefficientIntervals = [Option<Interval>; 4];
