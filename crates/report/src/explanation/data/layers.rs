//! Every layer.

use serde::Serialize;

use super::baseline;
use crate::json_parts::ScoreNumbers;
use bertscope_analysis::Side;
use bertscope_explain::layers::{LayerRow, SettledToken};
use bertscope_metric::Similarity;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Layers {
    /// The scored layer.
    scored: usize,
    /// The model's default.
    default: usize,
    /// Whether the default was tuned on human judgements.
    tuned: bool,
    layers: Vec<Layer>,
    /// Tokens with weight; those that settle last come first.
    settled: Vec<SettledTokenJson>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Layer {
    layer: usize,
    raw: ScoreNumbers,
    /// Null without a baseline.
    rescaled: Option<ScoreNumbers>,
    baseline: Option<ScoreNumbers>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct SettledTokenJson {
    side: &'static str,
    token: usize,
    #[serde(rename = "match")]
    partner: usize,
    /// The first layer from which the match stays the same up to the scored layer.
    layer: usize,
    /// Cosine with that match of the static vectors, without position and sentence.
    static_cosine: f32,
    /// Cosine with that match at every layer, from 0.
    cosines: Vec<f32>,
    /// Its matches at all layers, each with the first layer at which it is the best.
    path: Vec<PathStepJson>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct PathStepJson {
    layer: usize,
    #[serde(rename = "match")]
    partner: usize,
}

impl Layers {
    pub(super) fn new(all: &bertscope_explain::Layers) -> Self {
        Self {
            scored: all.scored_layer.0,
            default: all.default_layer.0,
            tuned: all.is_default_tuned,
            layers: all.rows.iter().map(Layer::new).collect(),
            settled: all.settled.iter().map(|settled| SettledTokenJson::new(all, settled)).collect(),
        }
    }
}

impl Layer {
    fn new(row: &LayerRow) -> Self {
        Self {
            layer: row.layer.0,
            raw: row.raw.into(),
            rescaled: row.rescaled.map(ScoreNumbers::from),
            baseline: row.baseline.as_ref().map(baseline),
        }
    }
}

impl SettledTokenJson {
    fn new(all: &bertscope_explain::Layers, settled: &SettledToken) -> Self {
        let cosine = |similarity: &Similarity| match settled.side {
            Side::Candidate => similarity.get(settled.token, settled.best_match),
            Side::Reference => similarity.get(settled.best_match, settled.token),
        };
        let step =
            |(layer, partner): &(bertscope_encoder::Layer, usize)| PathStepJson { layer: layer.0, partner: *partner };
        Self {
            side: settled.side.name(),
            token: settled.token,
            partner: settled.best_match,
            layer: settled.layer.0,
            static_cosine: cosine(&all.static_similarity),
            cosines: all.rows.iter().map(|row| cosine(&row.similarity)).collect(),
            path: settled.path.iter().map(step).collect(),
        }
    }
}
