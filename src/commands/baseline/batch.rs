//! Pairs that are embedded together, and their scores at every layer.

use rayon::prelude::*;

use bertscope_analysis::score_pair::weight_tokens;
use bertscope_analysis::{Program, empty, pairing};
use bertscope_encoder::{HiddenStates, KeptLayers, Layer, TokenizedText, windows};
use bertscope_metric::{GreedyMatches, Pair, TokenWeights};
use bertscope_models::{Model, ModelError};

/// Maximum number of pairs in a batch.
pub const MAX_PAIRS: usize = 64;

/// A batch with this many tokens takes no more pairs. Larger batches are not faster, and the hidden states of all
/// layers take by far the most memory.
const MAX_TOKENS: usize = 2048;

/// A pair to score.
pub struct TokenizedPair {
    /// The population that it belongs to.
    pub set: usize,
    /// The tokens of the candidate and the reference.
    pub texts: [TokenizedText; 2],
}

/// P, R and F1 of a pair at a layer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scores {
    /// Scores without weights.
    pub off: [f64; 3],
    /// Scores with IDF weights; `None` without a table, or if no token has weight.
    pub table: Option<[f64; 3]>,
}

/// The size of the next batch. It depends only on the pairs themselves, so that a run that resumes after an interruption
/// makes the same batches.
pub fn batch_len(pairs: &[TokenizedPair]) -> usize {
    let mut tokens = 0;
    let fits = |pair: &&TokenizedPair| {
        let fits = tokens < MAX_TOKENS;
        tokens += pair
            .texts
            .iter()
            .map(|text| text.tokens.len())
            .sum::<usize>();
        fits
    };
    pairs.iter().take(MAX_PAIRS).take_while(fits).count()
}

/// Pairs with their hidden states.
pub struct Batch {
    pairs: Vec<TokenizedPair>,
    /// One entry per text, pair after pair.
    hidden: Vec<HiddenStates>,
    program: Program,
}

impl Batch {
    /// Embeds a program's pairs at all layers in one pass.
    pub fn embed(
        pairs: Vec<TokenizedPair>,
        program: Program,
        model: &Model,
    ) -> Result<Self, ModelError> {
        let texts: Vec<_> = pairs.iter().flat_map(|pair| &pair.texts).collect();
        let hidden = windows::encode(&*model.encoder, &texts, KeptLayers::UpTo(last_layer(model)))?;
        Ok(Self {
            pairs,
            hidden,
            program,
        })
    }

    /// The population of each pair, in order.
    pub fn sets(&self) -> Vec<usize> {
        self.pairs.iter().map(|pair| pair.set).collect()
    }

    /// The scores of each pair at each layer, \[pairs × layers\]; with IDF too if `frequencies` are given.
    pub fn scores(&self, frequencies: Option<&TokenWeights>) -> Result<Vec<Scores>, ModelError> {
        let layers = self
            .hidden
            .first()
            .map_or(0, |hidden| hidden.last_layer().0 + 1);
        let score = |i: usize| self.score(i / layers, Layer(i % layers), frequencies);
        (0..self.pairs.len() * layers)
            .into_par_iter()
            .map(score)
            .collect()
    }

    fn score(
        &self,
        pair: usize,
        layer: Layer,
        frequencies: Option<&TokenWeights>,
    ) -> Result<Scores, ModelError> {
        let [candidate, reference] = &self.pairs[pair].texts;
        let at = |text: usize| self.hidden[2 * pair + text].vectors_at(layer);
        let matches =
            GreedyMatches::from_similarity(&pairing::similarity(self.program, [at(0)?, at(1)?])?);
        let weighted = |table: Option<&TokenWeights>| {
            let weights = |text| weight_tokens(text, table, self.program);
            let weights = Pair {
                reference: &weights(reference)?,
                candidate: &weights(candidate)?,
            };
            empty::score_with_convention(
                &matches,
                weights,
                Pair {
                    reference,
                    candidate,
                },
                self.program,
            )
        };
        let off = weighted(None)?;
        let table = frequencies.map(|table| weighted(Some(table))).transpose()?;
        Ok(Scores {
            off: [
                off.precision.unwrap_or(0.0),
                off.recall.unwrap_or(0.0),
                off.f1,
            ],
            table: table.and_then(|score| Some([score.precision?, score.recall?, score.f1])),
        })
    }
}

/// The last layer, because all are needed.
pub fn last_layer(model: &Model) -> Layer {
    Layer(model.encoder.layer_count())
}
