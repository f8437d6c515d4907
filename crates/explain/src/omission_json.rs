//! Leave-one-out as JSON.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::json::as_object;
use super::omission::{DeletionState, Omission, Omissions};
use bertscope_analysis::Side;
use bertscope_metric::Score;

/// A word or token of a pair.
struct OmissionOf<'a>(&'a Omissions, &'a Omission);

/// A score without a word, before rescaling, and the score of the whole pair.
struct ScoreWithout<'a>(&'a Omissions, Score);

impl Omissions {
    fn of_side(&self, side: Side) -> Vec<OmissionOf<'_>> {
        self.words
            .iter()
            .filter(|word| word.side == side)
            .map(|word| OmissionOf(self, word))
            .collect()
    }
}

as_object!(Omissions, all => {
    "raw": all.raw,
    "baseline": all.baseline,
    "candidate": all.of_side(Side::Candidate),
    "reference": all.of_side(Side::Reference),
});

impl Serialize for OmissionOf<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self(all, word) = *self;
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("word", &word.word)?;
        map.serialize_entry("tokens", &word.tokens.clone().collect::<Vec<_>>())?;
        map.serialize_entry("weight", &word.weight)?;
        map.serialize_entry("matched_by", &word.match_count)?;
        map.serialize_entry("fixed", &ScoreWithout(all, word.fixed_score))?;
        map.serialize_entry(
            "anew",
            &word.deletion.raw().map(|raw| ScoreWithout(all, raw)),
        )?;
        let reason = match word.deletion {
            DeletionState::Scored { .. } => None,
            DeletionState::Waiting => Some("not computed yet"),
            DeletionState::Impossible => {
                Some("a token without characters, or a text that the model refuses")
            }
            DeletionState::Skipped => {
                Some("the pair is long, and other words have a larger effect")
            }
        };
        if let Some(reason) = reason {
            map.serialize_entry("reason", reason)?;
        }
        if !word.pieces.is_empty() {
            let pieces: Vec<_> = word
                .pieces
                .iter()
                .map(|piece| OmissionOf(all, piece))
                .collect();
            map.serialize_entry("pieces", &pieces)?;
        }
        map.end()
    }
}

as_object!(ScoreWithout<'_>, this => {
    "precision": this.0.scaled(this.1).precision,
    "recall": this.0.scaled(this.1).recall,
    "f1": this.0.scaled(this.1).f1,
    "change": this.0.change(this.1),
});
