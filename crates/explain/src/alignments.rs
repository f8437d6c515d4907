//! Other alignments over the same matrix, and hubs: tokens that are the best match of several others.

use serde::Serialize;

use super::json::as_object;
use super::kinds::Kinds;
use super::sides::Sides;
use bertscope_analysis::{Analysis, Side};
use bertscope_metric::alignment::{AlignmentKind, hub_tokens};
use bertscope_metric::{AlignedToken, Alignment, HubToken, Pair, Score};
use bertscope_models::ModelError;

/// An alignment and its score.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoredAlignment {
    /// The aligned tokens.
    pub alignment: Alignment,
    /// Before rescaling.
    pub raw: Score,
    /// On the scale of the settings: rescaled with the same baseline row, or raw.
    pub scaled: Score,
}

/// The alignments of a pair.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Alignments {
    /// Whether a side counts as empty, so that every alignment has the same score by convention.
    pub by_convention: bool,
    /// One of each kind, in the order of [`AlignmentKind::ALL`].
    #[serde(rename = "alignments")]
    pub all: Vec<ScoredAlignment>,
    /// Tokens of a side that are the best match of several tokens of the other.
    pub hubs: Sides<Vec<HubToken>>,
    /// What differs in kind; its own explanation has the numbers.
    #[serde(skip)]
    pub kinds: Kinds,
}

impl Alignments {
    /// Computes and scores every kind of alignment of a pair.
    ///
    /// # Errors
    /// [`ModelError::Metric`] when weights and matrix differ in size.
    pub fn compute(analysis: &Analysis) -> Result<Self, ModelError> {
        let weights = Pair {
            reference: &analysis.reference.weights,
            candidate: &analysis.candidate.weights,
        };
        let by_convention = analysis.has_empty_side();
        let scored = |kind: AlignmentKind| -> Result<ScoredAlignment, ModelError> {
            let alignment =
                Alignment::compute(kind, &analysis.similarity, &analysis.matches, weights)?;
            let raw = if by_convention || kind == AlignmentKind::Greedy {
                analysis.raw
            } else {
                alignment.score(weights)?
            };
            let shown = analysis
                .rescaling()
                .map_or(raw, |r| raw.rescaled(&r.baseline));
            Ok(ScoredAlignment {
                alignment,
                raw,
                scaled: shown,
            })
        };
        Ok(Self {
            all: AlignmentKind::ALL
                .into_iter()
                .map(scored)
                .collect::<Result<_, _>>()?,
            hubs: Sides {
                candidate: hub_tokens(&analysis.matches.reference, weights.reference),
                reference: hub_tokens(&analysis.matches.candidate, weights.candidate),
            },
            kinds: Kinds::compute(analysis),
            by_convention,
        })
    }

    /// The alignment of a kind.
    pub fn get(&self, kind: AlignmentKind) -> Option<&ScoredAlignment> {
        self.all.iter().find(|scored| scored.alignment.kind == kind)
    }

    /// Tokens of a side that are the best match of several tokens of the other.
    pub fn hubs(&self, side: Side) -> &[HubToken] {
        self.hubs.side(side)
    }
}

impl ScoredAlignment {
    /// The aligned token of each token of a side.
    pub fn aligned_tokens(&self, side: Side) -> &[Option<AlignedToken>] {
        match side {
            Side::Candidate => &self.alignment.candidate,
            Side::Reference => &self.alignment.reference,
        }
    }
}

as_object!(ScoredAlignment, this => {
    "kind": this.alignment.kind,
    "precision": this.scaled.precision,
    "recall": this.scaled.recall,
    "f1": this.scaled.f1,
    "raw": this.raw,
    "candidate": this.alignment.candidate,
    "reference": this.alignment.reference,
});
