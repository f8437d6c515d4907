//! Hidden states: one vector for each token at each layer.

use std::ops::Range;
use std::sync::Arc;

use crate::layer::{KeptLayers, Layer};
use crate::{EncoderError, Result};
use bertscope_metric::{MetricError, Vectors};

/// The hidden states of one text at the layers that were kept, \[layers\]\[tokens\]\[width\].
#[derive(Debug, Clone, PartialEq)]
pub struct HiddenStates {
    /// Shared by the texts of several programs that have the same tokens.
    layers: Arc<[Vec<f32>]>,
    keep: KeptLayers,
    tokens: usize,
    hidden_size: usize,
}

impl HiddenStates {
    /// Takes one flat \[tokens × width\] buffer for each layer in `keep`, whose last layer must exist in the model.
    pub fn new(keep: KeptLayers, layers: Vec<Vec<f32>>, tokens: usize, width: usize) -> Self {
        debug_assert!(layers.iter().all(|layer| layer.len() == tokens * width));
        debug_assert_eq!(layers.len(), keep.count());
        Self {
            layers: layers.into(),
            keep,
            tokens,
            hidden_size: width,
        }
    }

    /// The hidden states of a text without tokens.
    pub fn empty(keep: KeptLayers, width: usize) -> Self {
        Self::new(keep, vec![Vec::new(); keep.count()], 0, width)
    }

    /// A range of tokens of each of several texts, one after the other. All keep the same layers.
    pub(crate) fn concat(parts: &[(Self, Range<usize>)]) -> Self {
        let Some((first, _)) = parts.first() else {
            unreachable!("no text")
        };
        let width = first.hidden_size;
        let mut layers = vec![Vec::new(); first.layers.len()];
        let mut tokens = 0;
        for (part, range) in parts {
            for (joined, layer) in layers.iter_mut().zip(&*part.layers) {
                joined.extend_from_slice(&layer[range.start * width..range.end * width]);
            }
            tokens += range.len();
        }
        Self::new(first.keep, layers, tokens, width)
    }

    pub fn last_layer(&self) -> Layer {
        self.keep.last_layer()
    }

    pub fn has_layer(&self, layer: Layer) -> bool {
        self.keep.has(layer)
    }

    /// Whether every layer in `wanted` was kept, with the final norm where `wanted` has it.
    pub fn has_all(&self, wanted: KeptLayers) -> bool {
        if !self.has_layer(wanted.last_layer()) {
            return false;
        }
        match (self.keep, wanted) {
            (KeptLayers::AllLayers(_), KeptLayers::AllLayers(_)) => true,
            (KeptLayers::AllLayers(_), _) | (_, KeptLayers::AllLayers(_)) => false,
            (_, KeptLayers::Only(_)) => true,
            (_, KeptLayers::UpTo(_)) => self.has_layer(Layer(0)),
        }
    }

    pub fn token_count(&self) -> usize {
        self.tokens
    }

    /// Size of the hidden states in memory, in bytes.
    pub fn byte_count(&self) -> usize {
        self.layers.len() * self.tokens * self.hidden_size * size_of::<f32>()
    }

    /// The vectors at a layer, \[tokens\]\[width\]. If every layer was kept, a number beyond the last layer gives the
    /// last one. Fails if only another layer was kept, or if the model's weights are not
    /// finite, or so large that the computation overflowed.
    pub fn vectors_at(&self, layer: Layer) -> Result<Vectors> {
        let values = match self.keep {
            KeptLayers::UpTo(last) | KeptLayers::AllLayers(last) => &self.layers[layer.min(last).0],
            KeptLayers::Only(kept) if kept == layer => &self.layers[0],
            KeptLayers::Only(kept) => return Err(EncoderError::NotKept { layer, kept }),
        };
        Vectors::new(values.clone(), self.tokens, self.hidden_size).map_err(|error| match error {
            MetricError::NotFinite { .. } => EncoderError::NotFinite { layer },
            other => other.into(),
        })
    }
}
