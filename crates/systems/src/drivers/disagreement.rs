//! The pairs on which F1 and human scores disagree most, and what they have in common.
//!
//! F1 and human scores have no common scale, so ranks are compared, from 0 (worst) to 1 (best). A positive difference means
//! that F1 ranks the pair higher than the human scores do. The tenth of the pairs at each end is compared with all pairs.

use serde::Serialize;

use bertscope_metric::correlation::ranks;

use super::{PairDrivers, WordCost, WordKind};
use crate::Measure;

/// The minimum number of judged pairs for this analysis.
const MIN_JUDGED_PAIRS: usize = 20;

/// The tail at each end is 1/END of the pairs.
const TAIL_DIVISOR: usize = 10;

/// Number of pairs listed at each end.
const MAX_PAIRS: usize = 10;

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
    /// Its F1.
    pub f1: f64,
    /// Its human score.
    pub human: f64,
    /// Its rank by F1, 0 to 1.
    pub rank_by_f1: f64,
    /// Its rank by human score, 0 to 1.
    pub rank_by_human: f64,
}

/// A feature in which a tenth differs from all pairs by at least a quarter of a standard deviation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SharedFeature {
    /// The feature.
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

/// A feature of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// Candidate tokens / reference tokens.
    LengthRatio,
    /// Tokens of the reference.
    ReferenceTokens,
    /// P − R.
    Gap,
    /// The share of one kind of word in the total cost of the pair; undefined if nothing has a cost.
    Cost(WordKind),
    /// Number of words whose best match is a special token.
    ToSpecial,
    /// Number of tokens whose best match is a hub token.
    Hubs,
}

const FEATURE_COUNT: usize = 12;

impl Feature {
    /// All features.
    pub const ALL: [Self; FEATURE_COUNT] = [
        Self::LengthRatio,
        Self::ReferenceTokens,
        Self::Gap,
        Self::Cost(WordKind::Content),
        Self::Cost(WordKind::Name),
        Self::Cost(WordKind::Number),
        Self::Cost(WordKind::Function),
        Self::Cost(WordKind::Punctuation),
        Self::Cost(WordKind::Pieces),
        Self::Cost(WordKind::Special),
        Self::ToSpecial,
        Self::Hubs,
    ];

    /// Its label in a table: `share of cost: numbers`.
    pub fn name(self) -> String {
        match self {
            Self::LengthRatio => "length ratio".to_owned(),
            Self::ReferenceTokens => "reference tokens".to_owned(),
            Self::Gap => "P − R".to_owned(),
            Self::Cost(kind) => format!("share of cost: {}", kind.name()),
            Self::ToSpecial => "matches to special tokens".to_owned(),
            Self::Hubs => "tokens matched with a hub token".to_owned(),
        }
    }

    fn value(self, pair: &PairDrivers) -> f64 {
        let costs = || pair.precision.iter().chain(&pair.recall);
        // An empty sum of f64 is −0.
        let sum = |amounts: &mut dyn Iterator<Item = f64>| amounts.sum::<f64>() + 0.0;
        match self {
            Self::LengthRatio => pair.candidate_tokens as f64 / pair.reference_tokens.max(1) as f64,
            Self::ReferenceTokens => pair.reference_tokens as f64,
            Self::Gap => pair.scores[0].unwrap_or(0.0) - pair.scores[1].unwrap_or(0.0),
            Self::Cost(kind) => {
                // A cost that prints as 0 is rounding, perhaps below 0, of which nothing has a share.
                let amount = |cost: &WordCost| {
                    if Measure::F1.direction(cost.amount).is_gt() {
                        cost.amount
                    } else {
                        0.0
                    }
                };
                let all = sum(&mut costs().map(amount));
                let own = sum(&mut costs().filter(|cost| cost.kind == kind).map(amount));
                // NaN, of which no mean is taken, if nothing has a cost.
                own / all
            }
            Self::ToSpecial => pair.to_special.len() as f64,
            Self::Hubs => sum(&mut pair.hubs.iter().map(|hub| hub.amount)),
        }
    }
}

/// The judged pairs of a system.
#[derive(Debug, Clone, Default)]
pub(super) struct DisagreementBuilder {
    ids: Vec<String>,
    f1: Vec<f64>,
    human: Vec<f64>,
    features: Vec<[f32; FEATURE_COUNT]>,
}

impl DisagreementBuilder {
    pub fn add(&mut self, id: &str, pair: &PairDrivers, human: f64) {
        let Some(f1) = pair.scores[2] else { return };
        self.ids.push(id.to_owned());
        self.f1.push(f1);
        self.human.push(human);
        self.features
            .push(Feature::ALL.map(|feature| feature.value(pair) as f32));
    }

    /// `None` if there are too few pairs.
    pub fn finish(&self, system: usize) -> Option<Disagreement> {
        let n = self.ids.len();
        if n < MIN_JUDGED_PAIRS {
            return None;
        }
        let relative = |values: &[f64]| {
            ranks(values)
                .into_iter()
                .map(|rank| (rank - 1.0) / (n - 1) as f64)
        };
        let ranks: Vec<(f64, f64)> = relative(&self.f1).zip(relative(&self.human)).collect();
        let mut order: Vec<usize> = (0..n).collect();
        let difference = |pair: usize| ranks[pair].0 - ranks[pair].1;
        order.sort_by(|a, b| difference(*b).total_cmp(&difference(*a)).then(a.cmp(b)));
        let tenth = n / TAIL_DIVISOR;
        let named = |&pair: &usize| JudgedPair {
            id: self.ids[pair].clone(),
            f1: self.f1[pair],
            human: self.human[pair],
            rank_by_f1: ranks[pair].0,
            rank_by_human: ranks[pair].1,
        };
        let listed = |pairs: &mut dyn Iterator<Item = &usize>, sign: f64| {
            pairs
                .filter(|pair| sign * difference(**pair) > 0.0)
                .take(MAX_PAIRS)
                .map(named)
                .collect()
        };
        let overrated = listed(&mut order[..tenth].iter(), 1.0);
        let underrated = listed(&mut order[n - tenth..].iter().rev(), -1.0);
        let shared = |at: usize| {
            let mean = |pairs: &[usize], number: &dyn Fn(f64) -> f64| {
                let numbers = pairs
                    .iter()
                    .map(|pair| f64::from(self.features[*pair][at]))
                    .filter(|x| !x.is_nan());
                let (sum, n) = numbers.fold((0.0, 0), |(sum, n), x| (sum + number(x), n + 1));
                (n > 0).then(|| sum / f64::from(n))
            };
            let all = mean(&order, &|x| x)?;
            Some(SharedFeature {
                feature: Feature::ALL[at],
                overrated_mean: mean(&order[..tenth], &|x| x),
                underrated_mean: mean(&order[n - tenth..], &|x| x),
                all,
                deviation: mean(&order, &|x| (x - all).powi(2))?.sqrt(),
            })
        };
        let mut shared: Vec<SharedFeature> = (0..FEATURE_COUNT)
            .filter_map(shared)
            .filter(|shared| shared.strength() >= 0.25)
            .collect();
        shared.sort_by(|a, b| b.strength().total_cmp(&a.strength()));
        Some(Disagreement {
            system,
            judged: n,
            tenth,
            overrated,
            underrated,
            shared,
        })
    }
}

impl SharedFeature {
    /// The larger distance of a tenth's mean from the overall mean, in standard deviations; 0 if the feature does not vary.
    pub fn strength(&self) -> f64 {
        let ends = [self.overrated_mean, self.underrated_mean]
            .into_iter()
            .flatten();
        let furthest = ends.map(|mean| (mean - self.all).abs()).fold(0.0, f64::max);
        if self.deviation > 0.0 {
            furthest / self.deviation
        } else {
            0.0
        }
    }
}
