//! Pairs that are embedded together, and their scores at every layer.

use rayon::prelude::*;

use crate::encoder::{HiddenStates, Keep, Layer, TokenizedText};
use crate::metric::{Score, Similarity, Weights};
use crate::models::{Model, ModelError};

/// Most pairs of a batch.
pub const PAIRS: usize = 64;

/// Tokens of a batch, from which on it takes no more pairs: more are not faster, and their hidden states of all layers
/// take the most memory by far.
const TOKENS: usize = 2048;

/// Tokens of a text that `bert_score` takes for empty, whatever they are; the analyzer does so too.
const EMPTY: usize = 2;

/// The tokens of a candidate and a reference.
pub type Pair = [TokenizedText; 2];

/// How many of these pairs make the next batch. It depends on the pairs that come alone, so that a run that goes on
/// after an interruption makes the batches that it would have made without.
pub fn next(pairs: &[Pair]) -> usize {
    let mut tokens = 0;
    let fits = |pair: &&Pair| {
        let fits = tokens < TOKENS;
        tokens += pair.iter().map(|text| text.tokens.len()).sum::<usize>();
        fits
    };
    pairs.iter().take(PAIRS).take_while(fits).count()
}

/// Pairs with their hidden states.
pub struct Batch {
    pairs: Vec<Pair>,
    /// One for each text, a pair after the other.
    hidden: Vec<HiddenStates>,
}

impl Batch {
    /// Embeds pairs, all layers in one pass.
    ///
    /// # Errors
    /// [`ModelError`] when the model refuses a text.
    pub fn embed(pairs: Vec<Pair>, model: &Model) -> Result<Self, ModelError> {
        let ids: Vec<_> = pairs.iter().flatten().map(TokenizedText::ids).collect();
        let hidden =
            model.encoder.encode(&ids.iter().map(Vec::as_slice).collect::<Vec<_>>(), Keep::Through(last(model)))?;
        Ok(Self { pairs, hidden })
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// P, R and F1 of every pair at every layer, \[pairs × layers\], pair after pair.
    ///
    /// # Errors
    /// [`ModelError`] when the model overflowed.
    pub fn scores(&self) -> Result<Vec<[f64; 3]>, ModelError> {
        let layers = self.hidden.first().map_or(0, |hidden| hidden.last_layer().0 + 1);
        (0..self.len() * layers).into_par_iter().map(|i| self.score(i / layers, Layer(i % layers))).collect()
    }

    fn score(&self, pair: usize, layer: Layer) -> Result<[f64; 3], ModelError> {
        let at = |text: usize| self.hidden[2 * pair + text].at(layer);
        let similarity = Similarity::cosine(at(0)?, at(1)?)?;
        let pair = &self.pairs[pair];
        let weights = |t: &TokenizedText| Weights::without_special(t.tokens.iter().map(|t| t.weightless));
        let mut score = Score::of(&similarity, &weights(&pair[0]), &weights(&pair[1]))?;
        if pair.iter().any(|text| text.tokens.len() == EMPTY) {
            // F1 is computed before the convention is applied.
            score = Score { f1: score.f1, ..Score::ZERO };
        }
        Ok([score.precision.unwrap_or(0.0), score.recall.unwrap_or(0.0), score.f1])
    }
}

/// The last layer: all are wanted.
pub fn last(model: &Model) -> Layer {
    Layer(model.encoder.layers())
}
