//! The score without each word.

use serde::Serialize;

use super::Word;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::omission::{DeletionState, Omission};
use bertscope_explain::{Omissions, ScoreChange, Sides};
use bertscope_metric::{BaselineRow, Score};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct LeaveOneOutJson {
    /// Of the whole pair.
    raw: Score,
    baseline: Option<BaselineRow>,
    #[serde(flatten)]
    words: Sides<Vec<OmissionJson>>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct OmissionJson {
    #[serde(flatten)]
    word: Word,
    weight: f64,
    /// Number of weighted tokens of the other side whose best match it is.
    matched_by: usize,
    /// With all other vectors unchanged.
    fixed: ScoreWithoutJson,
    /// With the shorter text embedded again; null if there is none to embed.
    #[serde(rename = "anew")]
    deletion: Option<ScoreWithoutJson>,
    /// Why `anew` is null.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The same for each token of a word in pieces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<OmissionJson>,
}

/// A score without a word, and its difference from the score of the whole pair.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct ScoreWithoutJson {
    #[serde(flatten)]
    score: Score,
    change: ScoreChange,
}

impl LeaveOneOutJson {
    pub(super) fn new(all: &Omissions, analysis: &Analysis) -> Self {
        let of = |side: Side| {
            let words = all.words.iter().filter(move |word| word.side == side);
            words.map(|word| OmissionJson::new(word, all, analysis)).collect()
        };
        Self {
            raw: all.raw,
            baseline: all.baseline,
            words: Sides { candidate: of(Side::Candidate), reference: of(Side::Reference) },
        }
    }
}

impl OmissionJson {
    fn new(word: &Omission, all: &Omissions, analysis: &Analysis) -> Self {
        let without = |raw| ScoreWithoutJson { score: all.scaled(raw), change: all.change(raw) };
        Self {
            word: Word::new(&analysis.side(word.side).tokenized, &word.tokens),
            weight: word.weight,
            matched_by: word.match_count,
            fixed: without(word.fixed_score),
            deletion: word.deletion.raw().map(without),
            reason: match word.deletion {
                DeletionState::Scored { .. } => None,
                DeletionState::Waiting => Some("not computed yet"),
                DeletionState::Impossible => Some("a token without characters, or a text that the model refuses"),
                DeletionState::Skipped => Some("the pair is long, and other words have a larger effect"),
            },
            pieces: word.pieces.iter().map(|piece| Self::new(piece, all, analysis)).collect(),
        }
    }
}
