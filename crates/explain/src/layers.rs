//! The score at every layer, and the layer at which each token settles on its final match.

use std::cmp::Reverse;
use std::sync::Arc;

use serde::Serialize;

use super::question::OnPartial;
use super::sides::similarity_of;
use bertscope_analysis::{Analysis, Analyzer, Side};
use bertscope_encoder::Layer;
use bertscope_metric::{BaselineRow, GreedyMatches, Score, Similarity};
use bertscope_models::ModelError;

/// One layer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LayerRow {
    /// The layer.
    pub layer: Layer,
    /// The score before rescaling.
    pub raw: Score,
    /// The score after rescaling, if there is a baseline row for the layer.
    pub rescaled: Option<Score>,
    /// That baseline row.
    pub baseline: Option<BaselineRow>,
    /// Σ w·s of the candidate's tokens, and of the reference's.
    #[serde(skip)]
    pub sums: [f64; 2],
    /// Cosines of all tokens, candidate × reference.
    #[serde(skip)]
    pub similarity: Arc<Similarity>,
}

/// The layer at which a token settles on its best match: the match is the same from there up to the scored layer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SettledToken {
    /// The side of the token.
    pub side: Side,
    /// Its index.
    pub token: usize,
    /// Index of its best match at the scored layer.
    #[serde(rename = "match")]
    pub best_match: usize,
    /// The first layer from which the match stays the same up to the scored layer.
    pub layer: Layer,
    /// Cosine with that match of the static vectors, without position and context.
    pub static_cosine: f32,
    /// Cosine with that match at every layer, from 0.
    pub cosines: Vec<f32>,
    /// Its best matches at all layers.
    pub path: Vec<PathStep>,
}

/// A best match, and the first layer at which it is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PathStep {
    /// The layer.
    pub layer: Layer,
    /// Index of the match.
    #[serde(rename = "match")]
    pub best_match: usize,
}

/// Every layer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Layers {
    /// The scored layer.
    #[serde(rename = "scored")]
    pub scored_layer: Layer,
    /// The model's default.
    #[serde(rename = "default")]
    pub default_layer: Layer,
    /// Whether the default was tuned on human scores.
    #[serde(rename = "tuned")]
    pub is_default_tuned: bool,
    /// From the embeddings to the last layer that was loaded.
    #[serde(rename = "layers")]
    pub rows: Vec<LayerRow>,
    /// Tokens with weight, latest layer first; ties in token order, the candidate's first.
    pub settled: Vec<SettledToken>,
    /// Cosines of the tokens' static vectors, candidate × reference: without position and context.
    #[serde(skip)]
    pub static_similarity: Similarity,
    /// Whether the settings rescale the score.
    #[serde(skip)]
    pub rescaled: bool,
    /// Σ w of the candidate and of the reference, the same at every layer.
    #[serde(skip)]
    pub weight_sums: [f64; 2],
}

impl Layers {
    /// Scores a pair first at the cached layers, then at all of them.
    ///
    /// # Errors
    /// [`ModelError`] when the model rejects a text.
    pub fn compute(
        analyzer: &mut Analyzer,
        analysis: &Analysis,
        on_partial: &mut OnPartial<'_, Self>,
    ) -> Result<(), ModelError> {
        let last = Layer(analyzer.model().encoder.layer_count());
        // The layers up to the scored one are cached; those above it need another pass of the model.
        if analysis.layer < last
            && on_partial(Self::compute_up_to(analyzer, analysis, analysis.layer)?).is_break()
        {
            return Ok(());
        }
        let _ = on_partial(Self::compute_up_to(analyzer, analysis, last)?);
        Ok(())
    }

    /// Scores a pair at every layer up to `last`.
    fn compute_up_to(
        analyzer: &mut Analyzer,
        analysis: &Analysis,
        last: Layer,
    ) -> Result<Self, ModelError> {
        let layers = analyzer.map_layers(analysis, last, |at_layer| {
            (LayerRow::from_analysis(&at_layer), at_layer.matches)
        })?;
        let (rows, matches): (Vec<_>, Vec<_>) = layers.into_iter().unzip();
        let static_similarity = analyzer.static_similarity(analysis)?;
        let model = analyzer.model();
        Ok(Self {
            scored_layer: analysis.layer,
            default_layer: model.default_layer_of(analysis.conventions()),
            is_default_tuned: model.layer_is_tuned,
            rescaled: analysis.settings.rescale,
            weight_sums: [
                analysis.candidate.weights.sum(),
                analysis.reference.weights.sum(),
            ],
            settled: settled_tokens(analysis, &matches, &rows, &static_similarity),
            static_similarity,
            rows,
        })
    }

    /// Whether the model adds no positions to its embeddings, so that layer 0 is static too.
    pub fn is_layer_zero_static(&self) -> bool {
        self.rows
            .first()
            .is_some_and(|row| *row.similarity == self.static_similarity)
    }

    /// The score of a row on the scale of the settings; `None` if the settings rescale and the layer has no baseline.
    pub fn scaled_score(&self, row: &LayerRow) -> Option<Score> {
        if self.rescaled {
            row.rescaled
        } else {
            Some(row.raw)
        }
    }
}

impl LayerRow {
    fn from_analysis(analysis: &Analysis) -> Self {
        let rescaled = analysis.rescaled.as_ref();
        Self {
            layer: analysis.layer,
            raw: analysis.raw,
            rescaled: rescaled.map(|rescaled| rescaled.score),
            baseline: rescaled.map(|rescaled| rescaled.baseline.row),
            sums: Side::BOTH.map(|side| analysis.weighted_sum(side)),
            similarity: Arc::clone(&analysis.similarity),
        }
    }
}

/// The tokens with weight, each with its way to its best match. `matches` and `rows` have one entry for each layer, from 0.
fn settled_tokens(
    analysis: &Analysis,
    matches: &[GreedyMatches],
    rows: &[LayerRow],
    static_similarity: &Similarity,
) -> Vec<SettledToken> {
    let mut all = Vec::new();
    for side in Side::BOTH {
        for (token, weight) in analysis.side(side).weights.as_slice().iter().enumerate() {
            if *weight <= 0.0 {
                continue;
            }
            let path = match_path(matches, side, token);
            // The path continues above the layer that is scored.
            let settled = path.iter().rfind(|step| step.layer <= analysis.layer);
            let Some(&PathStep { layer, best_match }) = settled else {
                continue;
            };
            all.push(SettledToken {
                side,
                token,
                best_match,
                layer,
                static_cosine: similarity_of(static_similarity, side, token, best_match),
                cosines: rows
                    .iter()
                    .map(|row| similarity_of(&row.similarity, side, token, best_match))
                    .collect(),
                path,
            });
        }
    }
    // The sort is stable, so ties stay in token order.
    all.sort_by_key(|token| Reverse(token.layer));
    all
}

/// The best matches of a token from layer 0 on, each with the first layer of its run.
fn match_path(matches: &[GreedyMatches], side: Side, token: usize) -> Vec<PathStep> {
    let mut path: Vec<PathStep> = Vec::new();
    for (layer, matches) in matches.iter().enumerate() {
        let Some(found) = side.pick(&matches.reference, &matches.candidate).get(token) else {
            continue;
        };
        if path
            .last()
            .is_none_or(|last| last.best_match != found.token)
        {
            path.push(PathStep {
                layer: Layer(layer),
                best_match: found.token,
            });
        }
    }
    path
}
