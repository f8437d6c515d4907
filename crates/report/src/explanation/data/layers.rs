//! Every layer.

use serde::Serialize;

use bertscope_analysis::Side;
use bertscope_encoder::Layer;
use bertscope_explain::layers::{LayerRow, SettledToken};
use bertscope_metric::Similarity;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Layers {
    /// The scored layer.
    scored: Layer,
    /// The model's default.
    default: Layer,
    /// Whether the default was tuned on human judgements.
    tuned: bool,
    layers: Vec<LayerRow>,
    /// Tokens with weight; those that settle last come first.
    settled: Vec<SettledTokenJson>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct SettledTokenJson {
    side: Side,
    token: usize,
    #[serde(rename = "match")]
    partner: usize,
    /// The first layer from which the match stays the same up to the scored layer.
    layer: Layer,
    /// Cosine with that match of the static vectors, without position and sentence.
    static_cosine: f32,
    /// Cosine with that match at every layer, from 0.
    cosines: Vec<f32>,
    /// Its matches at all layers, each with the first layer at which it is the best.
    path: Vec<PathStepJson>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct PathStepJson {
    layer: Layer,
    #[serde(rename = "match")]
    partner: usize,
}

impl Layers {
    pub(super) fn new(all: &bertscope_explain::Layers) -> Self {
        Self {
            scored: all.scored_layer,
            default: all.default_layer,
            tuned: all.is_default_tuned,
            layers: all.rows.clone(),
            settled: all.settled.iter().map(|settled| SettledTokenJson::new(all, settled)).collect(),
        }
    }
}

impl SettledTokenJson {
    fn new(all: &bertscope_explain::Layers, settled: &SettledToken) -> Self {
        let cosine = |similarity: &Similarity| match settled.side {
            Side::Candidate => similarity.get(settled.token, settled.best_match),
            Side::Reference => similarity.get(settled.best_match, settled.token),
        };
        let step = |&(layer, partner): &(Layer, usize)| PathStepJson { layer, partner };
        Self {
            side: settled.side,
            token: settled.token,
            partner: settled.best_match,
            layer: settled.layer,
            static_cosine: cosine(&all.static_similarity),
            cosines: all.rows.iter().map(|row| cosine(&row.similarity)).collect(),
            path: settled.path.iter().map(step).collect(),
        }
    }
}
