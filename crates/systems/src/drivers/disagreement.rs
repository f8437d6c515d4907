//! The pairs on which F1 and human scores disagree most, and what they have in common.
//!
//! F1 and human scores have no common scale, so ranks are compared, from 0 (worst) to 1 (best). A positive difference means
//! that F1 ranks the pair higher than the human scores do. The tenth of the pairs at each end is compared with all pairs.

use serde::Serialize;

use bertscope_metric::correlation::rank_pairs;

use super::{Feature, PairDrivers};
use crate::{Measure, mean};

/// The minimum number of judged pairs for this analysis.
const MIN_JUDGED_PAIRS: usize = 20;

/// The tail at each end is this part of the pairs.
const TAIL_DIVISOR: usize = 10;

/// Number of pairs listed at each end.
const MAX_PAIRS: usize = 10;

/// The smallest [`SharedFeature::strength`] that is listed.
const MIN_STRENGTH: f64 = 0.25;

/// The pairs of a system on which F1 and human scores disagree.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Disagreement {
    /// Index of the system.
    pub system: usize,
    /// Pairs with a human score and an F1.
    pub judged: usize,
    /// Pairs in each of the two tenths.
    pub tenth: usize,
    /// Pairs that F1 ranks higher than the human scores do, largest difference first.
    #[serde(rename = "kinder")]
    pub overrated: Vec<JudgedPair>,
    /// Pairs that F1 ranks lower than the human scores do, largest difference first.
    #[serde(rename = "harsher")]
    pub underrated: Vec<JudgedPair>,
    /// Features that the pairs of the two tenths have in common, strongest first.
    pub shared: Vec<SharedFeature>,
}

/// A pair and its two ranks.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgedPair {
    /// Its id, or the number of its row.
    pub id: String,
    pub f1: f64,
    pub human: f64,
    /// Its rank by F1, 0 to 1.
    pub rank_by_f1: f64,
    /// Its rank by human score, 0 to 1.
    pub rank_by_human: f64,
}

/// A feature in which a tenth differs from all pairs by at least a quarter of a standard deviation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SharedFeature {
    pub feature: Feature,
    /// Its mean over the tenth of pairs in which F1 ranks highest relative to human scores; `None` where it is undefined in
    /// all of them.
    #[serde(rename = "kinder")]
    pub overrated_mean: Option<f64>,
    /// Its mean over the tenth of pairs in which F1 ranks lowest relative to human scores.
    #[serde(rename = "harsher")]
    pub underrated_mean: Option<f64>,
    /// Its mean over all pairs.
    pub all: f64,
    /// Its standard deviation over all pairs.
    pub deviation: f64,
}

/// The judged pairs of a system.
#[derive(Debug, Clone, Default)]
pub(super) struct DisagreementBuilder {
    pairs: Vec<AddedPair>,
}

#[derive(Debug, Clone)]
struct AddedPair {
    id: String,
    f1: f64,
    human: f64,
    /// In the order of [`Feature::all`]; in single precision, because every judged pair is kept.
    features: Vec<f32>,
}

impl DisagreementBuilder {
    pub fn add(&mut self, id: &str, pair: &PairDrivers, human: f64) {
        let Some(f1) = pair.scores[2] else { return };
        self.pairs.push(AddedPair {
            id: id.to_owned(),
            f1,
            human,
            features: Feature::all()
                .map(|feature| feature.value(pair) as f32)
                .collect(),
        });
    }

    /// `None` if there are too few pairs, or F1 or the human scores are constant.
    pub fn finish(&self, system: usize) -> Option<Disagreement> {
        let judged = self.pairs.len();
        if judged < MIN_JUDGED_PAIRS {
            return None;
        }
        let ranked = self.ranked();
        if ranked.is_empty() {
            return None;
        }
        let tenth = judged / TAIL_DIVISOR;
        let overrated = &ranked[..tenth];
        let underrated = &ranked[judged - tenth..];
        let mut shared: Vec<SharedFeature> = Feature::all()
            .enumerate()
            .filter_map(|(index, feature)| {
                SharedFeature::new(feature, index, &ranked, overrated, underrated)
            })
            .filter(|shared| shared.strength() >= MIN_STRENGTH)
            .collect();
        shared.sort_by(|a, b| b.strength().total_cmp(&a.strength()));
        Some(Disagreement {
            system,
            judged,
            tenth,
            // Where F1 and people mostly agree, a tenth has pairs whose ranks are equal, or differ the other way.
            overrated: overrated
                .iter()
                .take_while(|pair| pair.difference() > 0.0)
                .take(MAX_PAIRS)
                .map(RankedPair::to_judged)
                .collect(),
            underrated: underrated
                .iter()
                .rev()
                .take_while(|pair| pair.difference() < 0.0)
                .take(MAX_PAIRS)
                .map(RankedPair::to_judged)
                .collect(),
            shared,
        })
    }

    /// The pairs, first those that F1 ranks highest relative to the human scores; none where ranks say nothing.
    fn ranked(&self) -> Vec<RankedPair<'_>> {
        let f1: Vec<f64> = self.pairs.iter().map(|pair| pair.f1).collect();
        let human: Vec<f64> = self.pairs.iter().map(|pair| pair.human).collect();
        let last = self.pairs.len() as f64 - 1.0;
        let mut ranked = Vec::with_capacity(self.pairs.len());
        let ranks = rank_pairs(&f1, Measure::F1.decimals(), &human);
        for (pair, ranks) in self.pairs.iter().zip(ranks) {
            ranked.push(RankedPair {
                pair,
                by_f1: (ranks.score - 1.0) / last,
                by_human: (ranks.human - 1.0) / last,
            });
        }
        // The sort is stable: of equal differences, the earlier pair comes first.
        ranked.sort_by(|a, b| b.difference().total_cmp(&a.difference()));
        ranked
    }
}

/// A pair and its relative ranks, from 0 to 1.
struct RankedPair<'a> {
    pair: &'a AddedPair,
    by_f1: f64,
    by_human: f64,
}

impl RankedPair<'_> {
    fn difference(&self) -> f64 {
        self.by_f1 - self.by_human
    }

    fn to_judged(&self) -> JudgedPair {
        JudgedPair {
            id: self.pair.id.clone(),
            f1: self.pair.f1,
            human: self.pair.human,
            rank_by_f1: self.by_f1,
            rank_by_human: self.by_human,
        }
    }
}

impl SharedFeature {
    /// A feature, by its index in [`Feature::all`], over all pairs and over the two tenths; `None` if it is undefined in all
    /// pairs.
    fn new(
        feature: Feature,
        index: usize,
        all: &[RankedPair<'_>],
        overrated: &[RankedPair<'_>],
        underrated: &[RankedPair<'_>],
    ) -> Option<Self> {
        let overall = mean(values(all, index))?;
        let variance = mean(values(all, index).map(|value| (value - overall).powi(2)))?;
        Some(Self {
            feature,
            overrated_mean: mean(values(overrated, index)),
            underrated_mean: mean(values(underrated, index)),
            all: overall,
            deviation: variance.sqrt(),
        })
    }

    /// The larger distance of a tenth's mean from the overall mean, in standard deviations; 0 if the feature does not vary.
    pub fn strength(&self) -> f64 {
        let distances = [self.overrated_mean, self.underrated_mean]
            .into_iter()
            .flatten()
            .map(|mean| (mean - self.all).abs());
        if self.deviation > 0.0 {
            distances.fold(0.0, f64::max) / self.deviation
        } else {
            0.0
        }
    }
}

/// The defined values of a feature.
fn values<'a>(pairs: &'a [RankedPair<'_>], feature: usize) -> impl Iterator<Item = f64> + 'a {
    pairs
        .iter()
        .map(move |ranked| f64::from(ranked.pair.features[feature]))
        .filter(|value| !value.is_nan())
}
