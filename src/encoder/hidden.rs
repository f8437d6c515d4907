//! Hidden states: one vector for each token at each layer.

use crate::metric::{MetricError, Vectors};

/// A layer's number: 0 is the embedding output, N the output of block N.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layer(pub usize);

impl std::fmt::Display for Layer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// The hidden states of one text at every layer, \[layers + 1\]\[tokens\]\[width\].
#[derive(Debug, Clone, PartialEq)]
pub struct HiddenStates {
    layers: Vec<Vec<f32>>,
    tokens: usize,
    width: usize,
}

impl HiddenStates {
    /// Takes one flat \[tokens × width\] buffer for each layer.
    #[must_use]
    pub fn new(layers: Vec<Vec<f32>>, tokens: usize, width: usize) -> Self {
        debug_assert!(layers.iter().all(|l| l.len() == tokens * width));
        Self { layers, tokens, width }
    }

    /// Number of the last layer, N.
    #[must_use]
    pub fn last_layer(&self) -> Layer {
        Layer(self.layers.len().saturating_sub(1))
    }

    /// Number of tokens.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.tokens
    }

    /// Bytes of memory that the numbers take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.layers.len() * self.tokens * self.width * size_of::<f32>()
    }

    /// The vectors at a layer; beyond the last layer those of the last.
    ///
    /// # Errors
    /// [`MetricError::NotFinite`] when the model overflowed.
    pub fn at(&self, layer: Layer) -> Result<Vectors, MetricError> {
        let values = self.layers.get(layer.0).or(self.layers.last()).cloned().unwrap_or_default();
        Vectors::new(values, self.tokens, self.width)
    }
}
