//! The scores of judged candidates beside their human scores.

use super::accuracy::{Comparisons, MAX_COMPARISONS};
use super::{Coefficient, Coefficients};
use crate::Resampling;
use crate::resampling::ResamplingMethod;
use bertscope_metric::correlation::{Correlation, as_printed};

/// Maximum number of comparisons in a resample: there are a thousand of these.
const MAX_RESAMPLED_COMPARISONS: usize = 1 << 19;

/// Maximum number of candidates in all resamples together, unless this leaves fewer than [`MIN_RESAMPLES`].
const MAX_DRAWN_CANDIDATES: usize = 20_000_000;

const MIN_RESAMPLES: usize = 200;

/// Scores and human scores of the same candidates, by position.
#[derive(Debug, Clone)]
pub struct JudgedSeries {
    pub(super) scores: Vec<f64>,
    /// The scores as they are printed: those that print equal are ties.
    pub(super) printed: Vec<f64>,
    pub(super) human: Vec<f64>,
    /// What a resample draws: the segment of each candidate, or the candidate itself.
    pub(super) units: Vec<u32>,
    pub(super) unit_count: usize,
    /// Whether units are segments, within which candidates are compared.
    pub(super) within_segments: bool,
}

impl JudgedSeries {
    /// Of candidates that stand alone. The scores are printed with so many decimals.
    pub fn new(scores: Vec<f64>, places: usize, human: Vec<f64>) -> Self {
        Self {
            printed: as_printed(&scores, places),
            units: (0..scores.len() as u32).collect(),
            unit_count: scores.len(),
            within_segments: false,
            scores,
            human,
        }
    }

    /// Of candidates of several systems, each with its segment.
    #[must_use]
    pub fn within_segments(mut self, segments: &[usize]) -> Self {
        let mut distinct = segments.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        self.units.clear();
        for segment in segments {
            let unit = distinct.partition_point(|other| other < segment);
            self.units.push(unit as u32);
        }
        self.unit_count = distinct.len();
        self.within_segments = true;
        self
    }

    pub fn len(&self) -> usize {
        self.scores.len()
    }

    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// The scores that a coefficient counts: all digits where it measures distances, and the printed ones where it ranks.
    pub(super) fn scores_for(&self, coefficient: Coefficient) -> &[f64] {
        match coefficient {
            Coefficient::Pearson => &self.scores,
            Coefficient::Spearman | Coefficient::Kendall | Coefficient::Accuracy => &self.printed,
        }
    }

    pub fn coefficients(&self) -> Coefficients {
        let correlation = Correlation::of_printed(&self.scores, &self.printed, &self.human);
        let mut accuracy = None;
        // A mean over groups is then over the same groups for every coefficient.
        if correlation.pearson.is_some() {
            accuracy = self.accuracy(MAX_COMPARISONS);
        }
        Coefficients {
            correlation,
            accuracy,
        }
    }

    fn accuracy(&self, max_comparisons: usize) -> Option<f64> {
        Comparisons::new(self, max_comparisons).accuracy(&vec![1; self.unit_count])
    }

    /// The coefficients of each resample, of which `observed` are those of all candidates. None for fewer than two units:
    /// there is only one resample of them.
    pub fn resampled(&self, observed: &Coefficients, resampling: Resampling) -> Vec<Coefficients> {
        if self.unit_count < 2 || observed.correlation.pearson.is_none() {
            return Vec::new();
        }
        let affordable = MAX_DRAWN_CANDIDATES / self.len();
        let resampling = Resampling {
            resamples: resampling.resamples.min(affordable.max(MIN_RESAMPLES)),
            ..resampling
        };
        let comparisons = Comparisons::new(self, MAX_RESAMPLED_COMPARISONS);
        // Where not all comparisons are in a resample, it says how far it is from the accuracy of the same ones.
        let same = comparisons.accuracy(&vec![1; self.unit_count]);
        let shift = match (observed.accuracy, same) {
            (Some(observed), Some(same)) => observed - same,
            _ => 0.0,
        };
        resampling.map(ResamplingMethod::Bootstrap, self.unit_count, |times| {
            let drawn = |numbers: &[f64]| -> Vec<f64> {
                let repeated = numbers.iter().zip(&self.units);
                repeated
                    .flat_map(|(number, unit)| {
                        std::iter::repeat_n(*number, times[*unit as usize].into())
                    })
                    .collect()
            };
            Coefficients {
                correlation: Correlation::of_printed(
                    &drawn(&self.scores),
                    &drawn(&self.printed),
                    &drawn(&self.human),
                ),
                accuracy: comparisons.accuracy(times).map(|accuracy| accuracy + shift),
            }
        })
    }

    /// The positions of the candidates of each unit.
    pub(super) fn members_of_units(&self) -> Vec<Vec<usize>> {
        let mut members = vec![Vec::new(); self.unit_count];
        for (position, unit) in self.units.iter().enumerate() {
            members[*unit as usize].push(position);
        }
        members
    }
}
