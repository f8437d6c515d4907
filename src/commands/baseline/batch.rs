//! Pairs that are embedded together, and their scores at every layer.

use rayon::prelude::*;

use bertscope_analysis::score_pair::weighted_score;
use bertscope_analysis::{Program, pairing};
use bertscope_encoder::{HiddenStates, KeptLayers, Layer, TokenizedText, texts};
use bertscope_metric::{GreedyMatches, MetricError, Pair, Score, TokenWeights};
use bertscope_models::{Model, ModelError};

/// Maximum number of pairs in a batch.
pub const MAX_PAIRS: usize = 64;

/// A batch with this many tokens takes no more pairs. Larger batches are not faster, and the hidden states of all
/// layers take by far the most memory.
const MAX_TOKENS: usize = 2048;

/// A pair, and the index of its population in [`super::sums::Sums::populations`].
#[derive(Debug, Clone)]
pub struct PopulationPair<T> {
    pub population: usize,
    pub texts: Pair<T>,
}

/// P, R and F1 of a pair at a layer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayerScores {
    pub unweighted: [f64; 3],
    /// With IDF; `None` without weights, or if no token has one.
    pub weighted: Option<[f64; 3]>,
}

/// The size of the next batch.
pub fn batch_size(pairs: &[PopulationPair<TokenizedText>]) -> usize {
    let mut tokens = 0;
    for (index, pair) in pairs.iter().take(MAX_PAIRS).enumerate() {
        if tokens >= MAX_TOKENS {
            return index;
        }
        let Pair {
            reference,
            candidate,
        } = &pair.texts;
        tokens += candidate.tokens.len() + reference.tokens.len();
    }
    pairs.len().min(MAX_PAIRS)
}

/// Pairs with their hidden states.
pub struct Batch {
    pairs: Vec<PopulationPair<TokenizedText>>,
    /// Of the candidate and the reference of the first pair, of the second, and so on.
    hidden: Vec<HiddenStates>,
    program: Program,
}

impl Batch {
    /// Embeds a program's pairs at all layers in one pass.
    pub fn embed(
        pairs: Vec<PopulationPair<TokenizedText>>,
        program: Program,
        model: &Model,
    ) -> Result<Self, ModelError> {
        let texts: Vec<_> = pairs
            .iter()
            .flat_map(|pair| [&pair.texts.candidate, &pair.texts.reference])
            .collect();
        let last = Layer(model.encoder.layer_count());
        let hidden = texts::encode(&*model.encoder, &texts, KeptLayers::UpTo(last))?;
        Ok(Self {
            pairs,
            hidden,
            program,
        })
    }

    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    pub fn pairs(&self) -> &[PopulationPair<TokenizedText>] {
        &self.pairs
    }

    /// The scores of each pair at each layer, \[pairs × layers\]; with IDF too if `weights` are given.
    pub fn scores(&self, weights: Option<&TokenWeights>) -> Result<Vec<LayerScores>, ModelError> {
        let layers = self
            .hidden
            .first()
            .map_or(0, |hidden| hidden.last_layer().0 + 1);
        // Each layer on its own, because a batch of long texts has fewer pairs than a processor has cores.
        (0..self.pairs.len() * layers)
            .into_par_iter()
            .map(|index| self.score(index / layers, Layer(index % layers), weights))
            .collect()
    }

    fn score(
        &self,
        pair: usize,
        layer: Layer,
        weights: Option<&TokenWeights>,
    ) -> Result<LayerScores, ModelError> {
        let candidate = self.hidden[2 * pair].vectors_at(layer)?;
        let reference = self.hidden[2 * pair + 1].vectors_at(layer)?;
        let similarity = pairing::similarity(self.program, [candidate, reference])?;
        let matches = GreedyMatches::from_similarity(&similarity);
        let unweighted = self.weighted_score(pair, &matches, None)?;
        let weighted = match weights {
            Some(_) => numbers(self.weighted_score(pair, &matches, weights)?),
            None => None,
        };
        Ok(LayerScores {
            // A mean that does not exist counts as 0, because the sums are divided by the number of all pairs.
            unweighted: [
                unweighted.precision.unwrap_or(0.0),
                unweighted.recall.unwrap_or(0.0),
                unweighted.f1,
            ],
            weighted,
        })
    }

    fn weighted_score(
        &self,
        pair: usize,
        matches: &GreedyMatches,
        weights: Option<&TokenWeights>,
    ) -> Result<Score, MetricError> {
        weighted_score(
            matches,
            self.pairs[pair].texts.as_ref(),
            weights,
            self.program,
        )
    }
}

/// P, R and F1, if all are defined.
fn numbers(score: Score) -> Option<[f64; 3]> {
    Some([score.precision?, score.recall?, score.f1])
}
