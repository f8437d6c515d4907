//! What drives a score, or the difference of two systems, over a file: words and their kinds, spurious matches,
//! length, and disagreement with human scores.
//!
//! Pairs are added one segment at a time. Memory does not grow with their number, except for a few numbers per pair with a
//! human score. Every entry lists segments that contribute to it, and a filter that finds them in `bertscope open`.

mod builder;
mod disagreement;
mod feature;
mod lengths;
mod pair;
mod tally;
mod word_filter;
pub mod word_kind;

use bertscope_kinds::DifferenceKind;
use bertscope_metric::BaselineRow;
use serde::Serialize;

pub use builder::DriversBuilder;
pub use disagreement::{Disagreement, JudgedPair, SharedFeature};
pub use feature::Feature;
pub use lengths::{LengthBucket, LengthEffect};
pub use pair::{MIN_HUB_MATCHES, PairDrivers, WordCost};
pub use word_filter::{has_word, quoted};
pub use word_kind::WordKind;

/// The drivers of the scores of systems over the same segments.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Drivers {
    /// Names of the systems, the baseline first.
    pub systems: Vec<String>,
    pub segments: u64,
    /// Number of segments without an empty text in any system: those in which matches and words to look at are counted.
    pub segments_with_texts: u64,
    /// For each system, the number of segments with an empty text, whose P and R are 0 by convention. They have costs of
    /// words, and no ratio of lengths.
    pub empty: Vec<u64>,
    /// The loss of precision by candidate word.
    pub precision: Costs,
    /// The loss of recall by reference word.
    pub recall: Costs,
    /// Words of either side whose best match is a special token, with the number of such matches.
    pub to_special: Vec<WordDriver>,
    /// Words of either side that are the best match of at least three tokens of the other side, with the number of these tokens.
    pub hubs: Vec<WordDriver>,
    /// Words to look at, one entry for each kind that occurs.
    #[serde(rename = "differences")]
    pub kinds: Vec<DifferenceDriver>,
    /// The effect of length, one entry for each system.
    pub lengths: Vec<LengthEffect>,
    /// Disagreement of F1 and human scores, one entry for each system with at least 20 human scores.
    pub disagreements: Vec<Disagreement>,
}

/// The costs of words on one side. Costs are per segment: over all kinds they sum to 1 − the mean of the side. With several
/// references, they are of the one with the highest F1, while the mean is of the best of all.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Costs {
    /// Number of segments in which the mean of the side is defined for every system.
    pub segments: u64,
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
    pub kind: WordKind,
    /// Its cost in each system.
    pub amounts: Vec<f64>,
    /// How often it occurs in each system.
    pub times: Vec<u64>,
}

/// The totals of one kind of difference.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DifferenceDriver {
    pub kind: DifferenceKind,
    /// The cost of such differences in each system, per segment without an empty text: what they take from P and from R
    /// together.
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
    pub id: String,
    /// The contribution of each system there, not divided by the number of segments.
    pub amounts: Vec<f64>,
}

impl Drivers {
    /// The same with the costs of words on the scale of rescaled scores. Those of words to look at, which are of both sides
    /// together, stay raw.
    #[must_use]
    pub fn with_rescaled_words(mut self, baseline: &BaselineRow) -> Self {
        self.precision.scale(1.0 / (1.0 - baseline.precision));
        self.recall.scale(1.0 / (1.0 - baseline.recall));
        self
    }
}

impl Costs {
    fn scale(&mut self, factor: f64) {
        let of_kinds = self.kinds.iter_mut().flat_map(|kind| &mut kind.amounts);
        let of_words = self.words.iter_mut().flat_map(|word| {
            let of_segments = word.segments.iter_mut();
            let of_segments = of_segments.flat_map(|segment| &mut segment.amounts);
            word.amounts.iter_mut().chain(of_segments)
        });
        for amount in of_kinds.chain(of_words) {
            *amount *= factor;
        }
    }
}

impl WordDriver {
    /// The gain of a system over the baseline from this word: the baseline's cost − the system's cost.
    pub fn gain(&self, system: usize) -> f64 {
        self.amounts[0] - self.amounts[system]
    }

    /// Ids of the segments in which the word contributes most to a system's gain or loss against the baseline; without
    /// a system, of those that contribute most to the cost.
    pub fn examples(&self, system: Option<usize>) -> Vec<&str> {
        let Some(system) = system else {
            let segments = self.segments.iter();
            return segments.map(|segment| segment.id.as_str()).collect();
        };
        let difference = &self.differences[system - 1];
        let ids = if self.gain(system) > 0.0 {
            &difference.gained
        } else {
            &difference.lost
        };
        ids.iter().map(String::as_str).collect()
    }
}
