//! The scores of judged candidates beside their human scores.

use super::accuracy::Comparisons;
use super::{Coefficient, Coefficients};
use crate::Resampling;
use crate::resampling::ResamplingMethod;
use bertscope_metric::correlation::{Correlation, as_printed};

/// Maximum number of comparisons in all resamples together, unless this leaves fewer than [`MIN_RESAMPLES`].
const MAX_STEPS: usize = 2_000_000_000;

/// The coefficients of a candidate take as long as so many comparisons.
const CANDIDATE_STEPS: usize = 100;

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
        if correlation.pearson.is_some()
            && let Some(comparisons) = Comparisons::new(self)
        {
            accuracy = comparisons.accuracy(&vec![1; self.unit_count]);
        }
        Coefficients {
            correlation,
            accuracy,
        }
    }

    /// The coefficients of each resample, of which `observed` are those of all candidates. None for fewer than two units:
    /// there is only one resample of them.
    pub fn resampled(&self, observed: &Coefficients, resampling: Resampling) -> Vec<Coefficients> {
        if self.unit_count < 2 || observed.correlation.pearson.is_none() {
            return Vec::new();
        }
        let comparisons = Comparisons::new(self);
        let compared = comparisons.as_ref().map_or(0, Comparisons::len);
        let affordable = MAX_STEPS / (CANDIDATE_STEPS * self.len() + compared);
        let resampling = Resampling {
            resamples: resampling.resamples.min(affordable.max(MIN_RESAMPLES)),
            ..resampling
        };
        resampling.map(ResamplingMethod::Bootstrap, self.unit_count, |times| {
            let accuracy = comparisons.as_ref().map(|of| of.accuracy(times));
            Coefficients {
                correlation: Correlation::of_printed(
                    &self.drawn(&self.scores, times),
                    &self.drawn(&self.printed, times),
                    &self.drawn(&self.human, times),
                ),
                accuracy: accuracy.flatten(),
            }
        })
    }

    /// The numbers of the candidates, each as often as its unit was drawn.
    fn drawn(&self, numbers: &[f64], times: &[u8]) -> Vec<f64> {
        let mut drawn = Vec::with_capacity(numbers.len());
        for (number, unit) in numbers.iter().zip(&self.units) {
            let times = usize::from(times[*unit as usize]);
            drawn.extend(std::iter::repeat_n(*number, times));
        }
        drawn
    }

    /// The candidates that are compared with each other: those of each segment, or all.
    pub(super) fn compared_positions(&self) -> Vec<Vec<usize>> {
        if !self.within_segments {
            return vec![(0..self.len()).collect()];
        }
        let mut segments = vec![Vec::new(); self.unit_count];
        for (position, unit) in self.units.iter().enumerate() {
            segments[*unit as usize].push(position);
        }
        segments
    }
}
