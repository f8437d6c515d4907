//! Leave-one-out as JSON.

use serde::{Serialize, Serializer};

use super::{DeletionState, Omission, Omissions};
use crate::sides::ScoreChange;
use bertscope_analysis::Side;
use bertscope_metric::{BaselineRow, Score};

#[derive(Serialize)]
struct OmissionsJson<'a> {
    raw: Score,
    baseline: Option<BaselineRow>,
    candidate: Vec<OmissionJson<'a>>,
    reference: Vec<OmissionJson<'a>>,
}

/// A word or token of a pair.
#[derive(Serialize)]
struct OmissionJson<'a> {
    word: &'a str,
    tokens: Vec<usize>,
    weight: f64,
    #[serde(rename = "matched_by")]
    match_count: usize,
    /// With all other vectors unchanged.
    fixed: ScoreWithoutJson,
    /// With the shorter text embedded again.
    anew: Option<ScoreWithoutJson>,
    /// Why there is no `anew`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<OmissionJson<'a>>,
}

/// A score without a word, and its difference from the score of the whole pair.
#[derive(Serialize)]
struct ScoreWithoutJson {
    #[serde(flatten)]
    score: Score,
    change: ScoreChange,
}

impl Serialize for Omissions {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let json = OmissionsJson {
            raw: self.raw,
            baseline: self.baseline,
            candidate: words_of(self, Side::Candidate),
            reference: words_of(self, Side::Reference),
        };
        json.serialize(to)
    }
}

fn words_of(all: &Omissions, side: Side) -> Vec<OmissionJson<'_>> {
    all.words
        .iter()
        .filter(|word| word.side == side)
        .map(|word| OmissionJson::new(all, word))
        .collect()
}

impl<'a> OmissionJson<'a> {
    fn new(all: &Omissions, omission: &'a Omission) -> Self {
        Self {
            word: &omission.word,
            tokens: omission.tokens.clone().collect(),
            weight: omission.weight,
            match_count: omission.match_count,
            fixed: ScoreWithoutJson::new(all, omission.fixed_score),
            anew: omission
                .deletion
                .raw()
                .map(|raw| ScoreWithoutJson::new(all, raw)),
            reason: missing_reason(&omission.deletion),
            pieces: omission
                .pieces
                .iter()
                .map(|piece| OmissionJson::new(all, piece))
                .collect(),
        }
    }
}

impl ScoreWithoutJson {
    fn new(all: &Omissions, raw: Score) -> Self {
        Self {
            score: all.scaled(raw),
            change: all.change(raw),
        }
    }
}

fn missing_reason(deletion: &DeletionState) -> Option<&'static str> {
    match deletion {
        DeletionState::Scored { .. } => None,
        DeletionState::Waiting => Some("not computed yet"),
        DeletionState::Impossible => {
            Some("a token without characters, or a text that the model refuses")
        }
        DeletionState::Skipped => Some("the pair is long, and other words have a larger effect"),
    }
}
