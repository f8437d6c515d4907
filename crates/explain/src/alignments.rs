//! Other alignments over the same matrix, and hubs: tokens that are the best match of several others.

use serde::{Serialize, Serializer};

use super::kinds::Kinds;
use super::sides::Sides;
use bertscope_analysis::{Analysis, Side};
use bertscope_metric::alignment::{AlignmentKind, hub_tokens};
use bertscope_metric::{AlignedToken, Alignment, HubToken, MetricError, Pair, Score, Weights};
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
    /// Words to look at; their own explanation has the numbers.
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
        let mut all = Vec::new();
        for kind in AlignmentKind::ALL {
            all.push(ScoredAlignment::compute(kind, analysis, weights)?);
        }
        Ok(Self {
            by_convention: analysis.has_empty_side(),
            all,
            // A hub of one side is chosen by tokens of the other, so it is found in the other side's matches.
            hubs: Sides {
                candidate: hub_tokens(&analysis.matches.reference, weights.reference),
                reference: hub_tokens(&analysis.matches.candidate, weights.candidate),
            },
            kinds: Kinds::compute(analysis),
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
    fn compute(
        kind: AlignmentKind,
        analysis: &Analysis,
        weights: Pair<&Weights>,
    ) -> Result<Self, MetricError> {
        let alignment = Alignment::compute(kind, &analysis.similarity, &analysis.matches, weights)?;
        // The greedy alignment is the metric's own; and an empty side's score follows from no alignment.
        let raw = if analysis.has_empty_side() || kind == AlignmentKind::Greedy {
            analysis.raw
        } else {
            alignment.score(weights)?
        };
        let scaled = match analysis.baseline() {
            Some(row) => raw.rescaled(&row),
            None => raw,
        };
        Ok(Self {
            alignment,
            raw,
            scaled,
        })
    }

    /// The aligned token of each token of a side.
    pub fn aligned_tokens(&self, side: Side) -> &[Option<AlignedToken>] {
        side.pick(&self.alignment.reference, &self.alignment.candidate)
    }
}

#[derive(Serialize)]
struct ScoredAlignmentJson<'a> {
    kind: AlignmentKind,
    #[serde(flatten)]
    scaled: Score,
    raw: Score,
    candidate: &'a [Option<AlignedToken>],
    reference: &'a [Option<AlignedToken>],
}

impl Serialize for ScoredAlignment {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let json = ScoredAlignmentJson {
            kind: self.alignment.kind,
            scaled: self.scaled,
            raw: self.raw,
            candidate: &self.alignment.candidate,
            reference: &self.alignment.reference,
        };
        json.serialize(to)
    }
}
