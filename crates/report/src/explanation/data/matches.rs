//! Other alignments, and hubs.

use serde::Serialize;

use super::Sides;
use crate::json_parts::ScoreNumbers;
use bertscope_analysis::Side;
use bertscope_explain::Alignments;
use bertscope_explain::alignments::ScoredAlignment;
use bertscope_metric::alignment::AlignmentKind;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Matches {
    /// Whether a text is empty, so that every alignment scores 0.
    by_convention: bool,
    alignments: Vec<Alignment>,
    /// Tokens that are the best match of several weighted tokens of the other side.
    hubs: Sides<Vec<HubTokenJson>>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Alignment {
    kind: AlignmentKind,
    #[serde(flatten)]
    score: ScoreNumbers,
    raw: ScoreNumbers,
    /// For each token, its aligned token or null.
    #[serde(flatten)]
    partners: Sides<Vec<Option<AlignedTokenJson>>>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct AlignedTokenJson {
    #[serde(rename = "match")]
    token: usize,
    similarity: f32,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct HubTokenJson {
    token: usize,
    matched_by: Vec<usize>,
}

impl Matches {
    pub(super) fn new(all: &bertscope_explain::Alignments) -> Self {
        Self {
            by_convention: all.by_convention,
            alignments: all.all.iter().map(Alignment::new).collect(),
            hubs: Sides { candidate: hubs(all, Side::Candidate), reference: hubs(all, Side::Reference) },
        }
    }
}

impl Alignment {
    fn new(scored: &ScoredAlignment) -> Self {
        let partners = |side: Side| {
            let all = scored.aligned_tokens(side).iter();
            all.map(|found| found.map(|found| AlignedTokenJson { token: found.token, similarity: found.similarity }))
                .collect()
        };
        Self {
            kind: scored.alignment.kind,
            score: scored.scaled.into(),
            raw: scored.raw.into(),
            partners: Sides { candidate: partners(Side::Candidate), reference: partners(Side::Reference) },
        }
    }
}

fn hubs(all: &Alignments, side: Side) -> Vec<HubTokenJson> {
    all.hubs(side).iter().map(|hub| HubTokenJson { token: hub.token, matched_by: hub.chosen_by.clone() }).collect()
}
