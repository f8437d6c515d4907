//! Every layer.

use serde::Serialize;

use super::baseline;
use crate::json_parts::Numbers;
use bertscope_explain::layers::{LayerRow, Settled};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Layers {
    /// The layer that is scored.
    scored: usize,
    /// The model's default.
    default: usize,
    /// Whether human judgements chose the default.
    tuned: bool,
    layers: Vec<Layer>,
    /// Tokens with weight, those that settle last first.
    settled: Vec<Token>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Layer {
    layer: usize,
    raw: Numbers,
    /// Null without a baseline.
    rescaled: Option<Numbers>,
    baseline: Option<Numbers>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Token {
    side: &'static str,
    token: usize,
    #[serde(rename = "match")]
    partner: usize,
    /// The first layer from which the match stays the same up to the one that is scored.
    layer: usize,
    /// Its matches at all layers, each with the first layer at which it is the best.
    path: Vec<Step>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Step {
    layer: usize,
    #[serde(rename = "match")]
    partner: usize,
}

impl Layers {
    pub(super) fn of(all: &bertscope_explain::Layers) -> Self {
        Self {
            scored: all.scored.0,
            default: all.default.0,
            tuned: all.tuned,
            layers: all.rows.iter().map(Layer::of).collect(),
            settled: all.settled.iter().map(Token::of).collect(),
        }
    }
}

impl Layer {
    fn of(row: &LayerRow) -> Self {
        Self {
            layer: row.layer.0,
            raw: row.raw.into(),
            rescaled: row.rescaled.map(Numbers::from),
            baseline: row.baseline.as_ref().map(baseline),
        }
    }
}

impl Token {
    fn of(settled: &Settled) -> Self {
        let step = |(layer, partner): &(bertscope_encoder::Layer, usize)| Step { layer: layer.0, partner: *partner };
        Self {
            side: settled.side.name(),
            token: settled.token,
            partner: settled.partner,
            layer: settled.layer.0,
            path: settled.path.iter().map(step).collect(),
        }
    }
}
