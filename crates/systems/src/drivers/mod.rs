//! What drives a score, or the difference of two systems, over a file: words and their kinds, spurious matches,
//! length, and disagreement with human scores.
//!
//! Pairs are added one segment at a time. Memory does not grow with their number, except for a few numbers per pair with a
//! human score. Every entry lists segments that contribute to it, and a filter that finds them in `bertscope open`.

pub mod disagreement;
pub mod function_words;
pub mod lengths;
mod pair;
mod tally;
mod whole_word;
pub mod word_kind;

use std::sync::Arc;

use bertscope_kinds::DifferenceKind;
use serde::Serialize;

pub use disagreement::{Disagreement, Feature, JudgedPair, SharedFeature};
pub use lengths::{LengthBucket, LengthEffect};
pub use pair::{MIN_HUB_MATCHES, PairDrivers, WordCost};
pub use tally::quoted;
pub use whole_word::has_word;
pub use word_kind::WordKind;

use disagreement::DisagreementBuilder;
use lengths::LengthEffectBuilder;
use tally::Tally;

/// Maximum number of words listed for each system, and for each difference.
const MAX_WORDS: usize = 25;

/// The drivers of the scores of systems over the same segments.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Drivers {
    /// Names of the systems, the baseline first.
    pub systems: Vec<String>,
    /// Number of segments added.
    pub segments: u64,
    /// For each system, the number of segments whose score is 0 by convention, so that their words have no cost.
    pub empty: Vec<u64>,
    /// The loss of precision by candidate word.
    pub precision: Costs,
    /// The loss of recall by reference word.
    pub recall: Costs,
    /// Words of either side whose best match is a special token, with the number of such matches.
    pub to_special: Vec<WordDriver>,
    /// Words of either side that are the best match of at least three tokens of the other side, with the number of these tokens.
    pub hubs: Vec<WordDriver>,
    /// What differs in kind from the references, one entry for each kind that occurs.
    #[serde(rename = "differences")]
    pub kinds: Vec<DifferenceDriver>,
    /// The effect of length, one entry for each system.
    pub lengths: Vec<LengthEffect>,
    /// Disagreement of F1 and human scores, one entry for each system with at least 20 human scores.
    pub disagreements: Vec<Disagreement>,
}

/// The costs of words on one side. Costs are per segment: over all words they sum to 1 − the mean of the side, except for segments without
/// costs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Costs {
    /// One entry for each kind that occurs.
    pub kinds: Vec<KindDriver>,
    /// The words with the highest cost in a system, or whose costs differ most from the baseline's.
    pub words: Vec<WordDriver>,
    /// Number of rare words that are counted only in the totals of their kinds, to bound memory.
    pub folded: u64,
}

/// The totals of one kind of word.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KindDriver {
    /// The kind.
    pub kind: WordKind,
    /// Its cost in each system.
    pub amounts: Vec<f64>,
    /// How often it occurs in each system.
    pub times: Vec<u64>,
}

/// The totals of one kind of difference.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DifferenceDriver {
    /// The kind.
    pub kind: DifferenceKind,
    /// The cost of such differences in each system, per segment: what they take from P and from R together.
    pub amounts: Vec<f64>,
    /// How often they occur in each system.
    pub times: Vec<u64>,
    /// Segments that contribute most, as for words.
    #[serde(rename = "behind")]
    pub segments: Vec<DrivingSegment>,
    /// The filter that finds their pairs in `bertscope open`.
    pub filter: String,
}

/// The amounts of one word.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WordDriver {
    /// The word, in lower case.
    pub word: String,
    /// The kind that it most often has.
    pub kind: WordKind,
    /// Its cost, or count, in each system.
    pub amounts: Vec<f64>,
    /// How often it occurs in each system.
    pub times: Vec<u64>,
    /// Segments that contribute most, over all systems together.
    #[serde(rename = "behind")]
    pub segments: Vec<DrivingSegment>,
    /// For each system except the baseline, the segments in which it gains or loses most against the baseline.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<SegmentGains>,
    /// The filter that finds its pairs in `bertscope open`, as a whole word: `reference~ferry`.
    pub filter: String,
}

/// The segments in which one word makes the largest difference between a system and the baseline.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct SegmentGains {
    /// Ids of the segments in which the system gains, largest gain first.
    pub gained: Vec<String>,
    /// Ids of the segments in which it loses, largest loss first.
    pub lost: Vec<String>,
}

/// A segment that contributes to an entry.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DrivingSegment {
    /// Its id, or the number of its row.
    pub id: String,
    /// The contribution of each system there, not divided by the number of segments.
    pub amounts: Vec<f64>,
}

impl WordDriver {
    /// The gain of a system over the baseline from this word: the baseline's cost − the system's cost.
    pub fn gain(&self, system: usize) -> f64 {
        self.amounts[0] - self.amounts[system]
    }

    /// Ids of the segments in which the word contributes most to a system's gain or loss against the baseline; without
    /// a system, of those that contribute most to the cost.
    pub fn examples(&self, system: Option<usize>) -> Vec<&str> {
        let Some(difference) = system.map(|system| &self.differences[system - 1]) else {
            return self
                .segments
                .iter()
                .map(|segment| segment.id.as_str())
                .collect();
        };
        let gains = system.is_some_and(|system| self.gain(system) > 0.0);
        (if gains {
            &difference.gained
        } else {
            &difference.lost
        })
        .iter()
        .map(String::as_str)
        .collect()
    }
}

/// Collects drivers segment by segment; call [`Self::finish`] at the end.
#[derive(Debug, Clone)]
pub struct DriversBuilder {
    systems: Vec<String>,
    segments: u64,
    empty: Vec<u64>,
    precision: Tally,
    recall: Tally,
    to_special: Tally,
    hubs: Tally,
    kinds: Tally,
    lengths: Vec<LengthEffectBuilder>,
    judged: Vec<DisagreementBuilder>,
}

impl DriversBuilder {
    /// A collector without segments.
    pub fn new(systems: Vec<String>) -> Self {
        let n = systems.len();
        let tally = || Tally::new(n);
        Self {
            segments: 0,
            empty: vec![0; n],
            precision: tally(),
            recall: tally(),
            to_special: tally(),
            hubs: tally(),
            kinds: tally(),
            lengths: vec![LengthEffectBuilder::default(); n],
            judged: vec![DisagreementBuilder::default(); n],
            systems,
        }
    }

    /// Adds a segment: its id, and for each system the drivers of its pair and its human score.
    pub fn add(&mut self, id: &str, row: &[(PairDrivers, Option<f64>)]) {
        self.segments += 1;
        let shared: Arc<str> = id.into();
        let costs = |of: fn(&PairDrivers) -> &Vec<WordCost>| {
            let all = row
                .iter()
                .enumerate()
                .flat_map(move |(system, (pair, _))| of(pair).iter().map(move |c| (system, c)));
            all.map(|(system, cost)| (system, cost.word.as_str(), cost.kind, cost.amount))
        };
        self.precision.add(&shared, costs(|pair| &pair.precision));
        self.recall.add(&shared, costs(|pair| &pair.recall));
        self.hubs.add(&shared, costs(|pair| &pair.hubs));
        self.to_special.add(&shared, costs(|pair| &pair.to_special));
        let kinds = row.iter().enumerate().flat_map(|(system, (pair, _))| {
            // The tally counts words; the name of a kind is one.
            pair.kinds
                .iter()
                .map(move |(kind, cost)| (system, kind.name(), WordKind::Content, *cost))
        });
        self.kinds.add(&shared, kinds);
        for (system, (pair, human)) in row.iter().enumerate() {
            self.empty[system] += u64::from(pair.precision.is_empty() && pair.recall.is_empty());
            self.lengths[system].add(id, pair);
            if let Some(human) = human {
                self.judged[system].add(id, pair, *human);
            }
        }
    }

    /// Returns the drivers.
    pub fn finish(self) -> Drivers {
        let per = self.segments.max(1) as f64;
        let kinds = self.kinds.top_words(MAX_WORDS, per, "kinds");
        let disagreements = self
            .judged
            .iter()
            .enumerate()
            .filter_map(|(system, judged)| judged.finish(system));
        Drivers {
            segments: self.segments,
            empty: self.empty,
            precision: Costs::from_tally(&self.precision, per, "candidate"),
            recall: Costs::from_tally(&self.recall, per, "reference"),
            to_special: self.to_special.top_words(MAX_WORDS, 1.0, ""),
            hubs: self.hubs.top_words(MAX_WORDS, 1.0, ""),
            kinds: kinds
                .into_iter()
                .filter_map(DifferenceDriver::new)
                .collect(),
            lengths: self
                .lengths
                .iter()
                .map(LengthEffectBuilder::finish)
                .collect(),
            disagreements: disagreements.collect(),
            systems: self.systems,
        }
    }
}

impl DifferenceDriver {
    fn new(counted: WordDriver) -> Option<Self> {
        let kind = DifferenceKind::ALL
            .iter()
            .copied()
            .find(|kind| kind.name() == counted.word)?;
        let WordDriver {
            amounts,
            times,
            segments,
            filter,
            ..
        } = counted;
        Some(Self {
            kind,
            amounts,
            times,
            segments,
            filter,
        })
    }
}

impl Costs {
    fn from_tally(tally: &Tally, per: f64, column: &str) -> Self {
        let kind = |kind: WordKind| {
            let totals = tally.kind_totals(kind);
            let amounts = totals.amounts.iter().map(|amount| amount / per).collect();
            KindDriver {
                kind,
                amounts,
                times: totals.times.clone(),
            }
        };
        let kinds = WordKind::ALL
            .into_iter()
            .map(kind)
            .filter(|kind| kind.times.iter().any(|times| *times > 0))
            .collect();
        Self {
            kinds,
            words: tally.top_words(MAX_WORDS, per, column),
            folded: tally.folded,
        }
    }
}
