//! The judged candidates of a file, with their scores under every setting.

use indexmap::IndexSet;
use serde::Serialize;

use super::{CoefficientIntervals, Coefficients, JudgedSeries, SystemLevel, SystemScore};
use crate::{Measure, Resampling};
use bertscope_metric::Score;
use bertscope_overlap::{Metric, Overlap};

/// Pairs that people judged.
#[derive(Debug, Default)]
pub struct JudgedPairs {
    pairs: Vec<JudgedPair>,
    /// In the order of the file.
    group_names: IndexSet<String>,
    /// The system and the segment of each pair; empty if the file does not name systems.
    places: Vec<SystemPlace>,
}

/// A candidate with its human score.
#[derive(Debug)]
pub struct JudgedPair {
    pub human: f64,
    /// P, R and F1 under each setting.
    pub scores: Vec<[Option<f64>; 3]>,
    /// Its word overlap, where it was computed.
    pub overlap: Option<Overlap>,
    /// The position of its group, which [`JudgedPairs::add`] sets.
    pub group: usize,
}

/// What wrote a candidate, and for which segment; positions from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SystemPlace {
    pub system: usize,
    pub segment: usize,
}

/// One of the scores of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreSource {
    /// P, R or F1, by its position in [`Measure::MAIN`], under a setting.
    Score {
        setting: usize,
        number: usize,
    },
    Overlap(Metric),
}

/// The mean of the coefficients over groups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct MeanAgreement {
    #[serde(flatten)]
    pub coefficients: Coefficients,
    /// Number of groups in which the coefficients exist: all do, or none.
    pub groups: usize,
    #[serde(skip)]
    pub intervals: CoefficientIntervals,
}

/// The agreement of one score with people.
#[derive(Debug, Clone)]
pub struct ScoreAgreement {
    /// Within each group.
    pub groups: Vec<MeanAgreement>,
    pub mean: MeanAgreement,
}

impl JudgedPair {
    pub fn new(human: f64, scores: &[Score], overlap: Option<Overlap>) -> Self {
        Self {
            human,
            scores: scores.iter().map(|score| score.numbers()).collect(),
            overlap,
            group: 0,
        }
    }
}

impl ScoreSource {
    /// P, R and F1 under a setting.
    pub fn of_setting(setting: usize) -> [Self; 3] {
        [0, 1, 2].map(|number| Self::Score { setting, number })
    }

    /// The decimals with which it is printed.
    pub fn places(self) -> usize {
        match self {
            Self::Score { .. } => Measure::F1.decimals(),
            Self::Overlap(metric) => metric.digits(),
        }
    }

    fn value(self, pair: &JudgedPair) -> Option<f64> {
        match self {
            Self::Score { setting, number } => pair.scores[setting][number],
            Self::Overlap(metric) => pair.overlap?.get(metric),
        }
    }
}

impl MeanAgreement {
    /// The mean over the groups in which the coefficients exist.
    pub fn new(groups: impl IntoIterator<Item = Coefficients>) -> Self {
        let mut existing: Vec<Coefficients> = groups.into_iter().collect();
        existing.retain(|group| group.correlation.pearson.is_some());
        let mut coefficients = Coefficients::mean(&existing);
        // A group with too many comparisons: the mean would be over other groups than the rest.
        if existing.iter().any(|group| group.accuracy.is_none()) {
            coefficients.accuracy = None;
        }
        Self {
            coefficients,
            groups: existing.len(),
            intervals: CoefficientIntervals::default(),
        }
    }
}

impl JudgedPairs {
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Adds a pair to a group.
    pub fn add(&mut self, mut pair: JudgedPair, group: &str) {
        pair.group = self.group_names.insert_full(group.to_owned()).0;
        self.pairs.push(pair);
    }

    /// Says of which system and segment each pair is, in the order of the pairs.
    pub fn set_places(&mut self, places: Vec<SystemPlace>) {
        self.places = places;
    }

    /// The names of the groups, in the order of the file; a single one is empty if there are none.
    pub fn group_names(&self) -> &IndexSet<String> {
        &self.group_names
    }

    /// Number of pairs in a group.
    pub fn group_len(&self, group: usize) -> usize {
        self.positions(Some(group)).len()
    }

    /// The agreement of a score, with intervals if a resampling is given.
    pub fn agreement(&self, source: ScoreSource, resampling: Option<Resampling>) -> ScoreAgreement {
        let mut groups = Vec::new();
        let mut resamples: Vec<Vec<Coefficients>> = Vec::new();
        for group in 0..self.group_names.len() {
            let series = self.series(Some(group), source);
            let mut agreement = MeanAgreement::new([series.coefficients()]);
            if let Some(resampling) = resampling {
                let drawn = series.resampled(&agreement.coefficients, resampling);
                agreement.intervals = agreement.coefficients.intervals(&drawn);
                if agreement.groups > 0 {
                    resamples.push(drawn);
                }
            }
            groups.push(agreement);
        }
        let mut mean = MeanAgreement::new(groups.iter().map(|group| group.coefficients));
        mean.intervals = mean.coefficients.intervals(&means_of_resamples(&resamples));
        ScoreAgreement { groups, mean }
    }

    /// The agreement over all groups together.
    pub fn pooled(&self, source: ScoreSource) -> Coefficients {
        self.series(None, source).coefficients()
    }

    /// The agreement of a score on the order of systems; `None` without systems.
    pub fn system_level(&self, source: ScoreSource) -> Option<SystemLevel> {
        if self.places.is_empty() {
            return None;
        }
        let mut groups = vec![Vec::new(); self.group_names.len()];
        for (pair, place) in self.pairs.iter().zip(&self.places) {
            if let Some(score) = source.value(pair) {
                groups[pair.group].push(SystemScore {
                    system: place.system,
                    segment: place.segment,
                    score,
                    human: pair.human,
                });
            }
        }
        SystemLevel::compute(&groups, source.places())
    }

    /// The scores of the pairs of a group, or of all, that have one.
    fn series(&self, group: Option<usize>, source: ScoreSource) -> JudgedSeries {
        let mut positions = self.positions(group);
        positions.retain(|position| source.value(&self.pairs[*position]).is_some());
        self.series_at(&positions, source)
    }

    /// The scores of two sources over the pairs of a group that have both.
    pub(super) fn common_series(
        &self,
        group: usize,
        sources: [ScoreSource; 2],
    ) -> [JudgedSeries; 2] {
        let mut positions = self.positions(Some(group));
        for source in sources {
            positions.retain(|position| source.value(&self.pairs[*position]).is_some());
        }
        sources.map(|source| self.series_at(&positions, source))
    }

    fn series_at(&self, positions: &[usize], source: ScoreSource) -> JudgedSeries {
        let pairs = positions.iter().map(|position| &self.pairs[*position]);
        let scores = pairs.clone().filter_map(|pair| source.value(pair));
        let human = pairs.clone().map(|pair| pair.human);
        let series = JudgedSeries::new(scores.collect(), source.places(), human.collect());
        if self.places.is_empty() {
            return series;
        }
        let segments = positions
            .iter()
            .map(|position| self.places[*position].segment);
        series.within_segments(&segments.collect::<Vec<_>>())
    }

    fn positions(&self, group: Option<usize>) -> Vec<usize> {
        let mut positions: Vec<usize> = (0..self.pairs.len()).collect();
        if let Some(group) = group {
            positions.retain(|position| self.pairs[*position].group == group);
        }
        positions
    }
}

/// The mean over the groups in each resample.
fn means_of_resamples(groups: &[Vec<Coefficients>]) -> Vec<Coefficients> {
    // A group without resamples, such as one of a single segment, leaves none for the mean.
    let count = groups.iter().map(Vec::len).min().unwrap_or(0);
    let mut means = Vec::with_capacity(count);
    for resample in 0..count {
        let values: Vec<Coefficients> = groups.iter().map(|group| group[resample]).collect();
        means.push(Coefficients::mean(&values));
    }
    means
}
