//! Other alignments, and hubs.

use serde::Serialize;

use super::Sides;
use bertscope_analysis::Side;
use bertscope_explain::alignments::ScoredAlignment;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_metric::{AlignedToken, HubToken, Score};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Matches {
    /// Whether a text is empty, so that every alignment scores 0.
    by_convention: bool,
    alignments: Vec<Alignment>,
    /// Tokens that are the best match of several weighted tokens of the other side.
    hubs: Sides<Vec<HubToken>>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Alignment {
    kind: AlignmentKind,
    #[serde(flatten)]
    score: Score,
    raw: Score,
    /// For each token, its aligned token or null.
    #[serde(flatten)]
    partners: Sides<Vec<Option<AlignedToken>>>,
}

impl Matches {
    pub(super) fn new(all: &bertscope_explain::Alignments) -> Self {
        Self {
            by_convention: all.by_convention,
            alignments: all.all.iter().map(Alignment::new).collect(),
            hubs: Sides { candidate: all.candidate_hubs.clone(), reference: all.reference_hubs.clone() },
        }
    }
}

impl Alignment {
    fn new(scored: &ScoredAlignment) -> Self {
        let partners = |side: Side| scored.aligned_tokens(side).to_vec();
        Self {
            kind: scored.alignment.kind,
            score: scored.scaled,
            raw: scored.raw,
            partners: Sides { candidate: partners(Side::Candidate), reference: partners(Side::Reference) },
        }
    }
}
