//! Layers by number, and which of them are kept.

use std::fmt;

/// A layer's number: 0 is the embedding output, N the output of block N.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Layer(pub usize);

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Which layers' hidden states an encoder keeps. Layers above the last one are not computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeptLayers {
    /// Every layer up to this one, or to the last one that was loaded.
    UpTo(Layer),
    /// This layer alone, or the last one that was loaded.
    Only(Layer),
    /// Every layer up to this one, as `bert_score` gets them with `all_layers=True`: transformers applies a model's final
    /// norm to its last layer at most, where a model cut off at a layer has it there, too.
    AllLayers(Layer),
}

impl KeptLayers {
    /// The last layer that is needed.
    pub fn last_layer(self) -> Layer {
        match self {
            Self::UpTo(last) | Self::Only(last) | Self::AllLayers(last) => last,
        }
    }

    /// Clamped to a model with this last layer.
    #[must_use]
    pub fn capped_at(self, last_of_model: Layer) -> Self {
        match self {
            Self::UpTo(last) => Self::UpTo(last.min(last_of_model)),
            Self::Only(layer) => Self::Only(layer.min(last_of_model)),
            Self::AllLayers(last) => Self::AllLayers(last.min(last_of_model)),
        }
    }

    pub fn has(self, layer: Layer) -> bool {
        match self {
            Self::UpTo(last) | Self::AllLayers(last) => layer <= last,
            Self::Only(kept) => layer == kept,
        }
    }

    /// Number of layers, in a model that has the last one.
    pub fn count(self) -> usize {
        match self {
            Self::UpTo(last) | Self::AllLayers(last) => last.0 + 1,
            Self::Only(_) => 1,
        }
    }
}
