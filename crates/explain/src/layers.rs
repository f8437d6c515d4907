//! The score at every layer, and the layer from which on each token has the partner that it is scored with.

use std::ops::ControlFlow;

use super::{Explanation, Tell};
use bertscope_analysis::{Analysis, Analyzer, Side};
use bertscope_encoder::Layer;
use bertscope_metric::{BaselineRow, GreedyMatches, Score};
use bertscope_models::ModelError;

/// Tells the layers that are known without the model first, and then all.
///
/// # Errors
/// [`ModelError`] when the model refuses a text.
pub fn tell(analyzer: &mut Analyzer, analysis: &Analysis, tell: &mut Tell<'_>) -> Result<ControlFlow<()>, ModelError> {
    let last = Layer(analyzer.model().encoder.layers());
    if analysis.layer < last {
        let known = Layers::of(analyzer, analysis, analysis.layer)?;
        if tell(Explanation::Layers(known)).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(tell(Explanation::Layers(Layers::of(analyzer, analysis, last)?)))
}

/// One layer.
#[derive(Debug, Clone, PartialEq)]
pub struct LayerRow {
    /// Which.
    pub layer: Layer,
    /// The score before rescaling.
    pub raw: Score,
    /// The score after rescaling, where the baselines have a row.
    pub rescaled: Option<Score>,
    /// That row.
    pub baseline: Option<BaselineRow>,
    /// Σ w·s of the candidate's tokens, and of the reference's.
    pub sums: [f64; 2],
}

/// From where on a token has its partner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// Whose token.
    pub side: Side,
    /// Its index.
    pub token: usize,
    /// Index of its partner at the layer that is scored.
    pub partner: usize,
    /// The first layer from which the partner stays the same up to the one that is scored.
    pub layer: Layer,
    /// Its partners at all layers: each with the layer from which on it is the best.
    pub path: Vec<(Layer, usize)>,
}

/// Every layer.
#[derive(Debug, Clone, PartialEq)]
pub struct Layers {
    /// From the embeddings to the last layer that was loaded.
    pub rows: Vec<LayerRow>,
    /// The layer that is scored.
    pub scored: Layer,
    /// The model's default.
    pub default: Layer,
    /// Whether that one was chosen by human judgements.
    pub tuned: bool,
    /// Whether the score that was asked for is rescaled.
    pub rescaled: bool,
    /// Σ w of the candidate and of the reference, the same at every layer.
    pub weights: [f64; 2],
    /// Tokens with weight, those that settle last first, then in order, the candidate's before the reference's.
    pub settled: Vec<Settled>,
}

impl Layers {
    /// Scores a pair at every layer up to `last`.
    ///
    /// # Errors
    /// [`ModelError`] when the model refuses a text.
    pub fn of(analyzer: &mut Analyzer, analysis: &Analysis, last: Layer) -> Result<Self, ModelError> {
        let found = analyzer.at_layers(analysis, last, |at| (LayerRow::of(&at), at.matches))?;
        let (rows, matches): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        let model = analyzer.model();
        Ok(Self {
            rows,
            scored: analysis.layer,
            default: model.default_layer,
            tuned: model.layer_is_tuned,
            rescaled: analysis.settings.rescale,
            weights: [analysis.candidate.weights.sum(), analysis.reference.weights.sum()],
            settled: settled(analysis, &matches),
        })
    }

    /// The number of a row that was asked for: rescaled if so and possible.
    #[must_use]
    pub fn shown(&self, row: &LayerRow) -> Option<Score> {
        if self.rescaled { row.rescaled } else { Some(row.raw) }
    }
}

impl LayerRow {
    fn of(analysis: &Analysis) -> Self {
        Self {
            layer: analysis.layer,
            raw: analysis.raw,
            rescaled: analysis.rescaled.as_ref().map(|r| r.score),
            baseline: analysis.rescaled.as_ref().map(|r| r.baseline),
            sums: [Side::Candidate, Side::Reference].map(|side| analysis.weighted_sum(side)),
        }
    }
}

fn settled(analysis: &Analysis, layers: &[GreedyMatches]) -> Vec<Settled> {
    let mut all = Vec::new();
    for side in [Side::Candidate, Side::Reference] {
        let of = |layer: &GreedyMatches, token: usize| {
            let matches = if side == Side::Candidate { &layer.candidate } else { &layer.reference };
            matches.get(token).map(|found| found.token)
        };
        for (token, weight) in analysis.side(side).weights.as_slice().iter().enumerate() {
            let mut path: Vec<(Layer, usize)> = Vec::new();
            for (layer, matches) in layers.iter().enumerate() {
                let Some(partner) = of(matches, token) else { continue };
                if path.last().is_none_or(|(_, before)| *before != partner) {
                    path.push((Layer(layer), partner));
                }
            }
            let here = path.iter().rev().find(|(from, _)| *from <= analysis.layer).copied();
            if let Some((layer, partner)) = here.filter(|_| *weight > 0.0) {
                all.push(Settled { side, token, partner, layer, path });
            }
        }
    }
    all.sort_by_key(|one| std::cmp::Reverse(one.layer));
    all
}
