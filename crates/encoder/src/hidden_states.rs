//! Hidden states: one vector for each token at each layer.

use std::ops::Range;

use crate::Result;
use crate::{EncoderError, Layer};
use bertscope_metric::{MetricError, Vectors};

/// Which layers' hidden states an encoder keeps. Layers above the last one are not computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeptLayers {
    /// Every layer up to this one, or to the last one that was loaded.
    UpTo(Layer),
    /// This layer alone, or the last one that was loaded.
    Only(Layer),
}

impl KeptLayers {
    /// The last layer that is needed.
    pub fn last_layer(self) -> Layer {
        match self {
            Self::UpTo(last) | Self::Only(last) => last,
        }
    }

    /// Clamped to a model whose last layer is `most`.
    #[must_use]
    pub fn capped_at(self, most: Layer) -> Self {
        match self {
            Self::UpTo(last) => Self::UpTo(last.min(most)),
            Self::Only(layer) => Self::Only(layer.min(most)),
        }
    }

    /// Whether a layer is kept.
    pub fn has(self, layer: Layer) -> bool {
        match self {
            Self::UpTo(last) => layer <= last,
            Self::Only(kept) => layer == kept,
        }
    }
}

/// The hidden states of one text at the layers that were kept, \[layers\]\[tokens\]\[width\].
#[derive(Debug, Clone, PartialEq)]
pub struct HiddenStates {
    layers: Vec<Vec<f32>>,
    keep: KeptLayers,
    tokens: usize,
    hidden_size: usize,
}

impl HiddenStates {
    /// Takes one flat \[tokens × width\] buffer for each layer in `keep`, whose last layer must exist in the model.
    pub fn new(keep: KeptLayers, layers: Vec<Vec<f32>>, tokens: usize, width: usize) -> Self {
        debug_assert!(layers.iter().all(|l| l.len() == tokens * width));
        debug_assert_eq!(
            layers.len(),
            if matches!(keep, KeptLayers::Only(_)) {
                1
            } else {
                keep.last_layer().0 + 1
            }
        );
        Self {
            layers,
            keep,
            tokens,
            hidden_size: width,
        }
    }

    /// The hidden states of a text without tokens.
    pub fn empty(keep: KeptLayers, width: usize) -> Self {
        let layers = if matches!(keep, KeptLayers::Only(_)) {
            1
        } else {
            keep.last_layer().0 + 1
        };
        Self::new(keep, vec![Vec::new(); layers], 0, width)
    }

    /// A range of tokens of each of several texts, one after the other. All keep the same layers.
    pub(crate) fn concat(parts: &[(Self, Range<usize>)]) -> Self {
        let Some((
            Self {
                layers,
                keep,
                hidden_size: width,
                ..
            },
            _,
        )) = parts.first()
        else {
            unreachable!("no text")
        };
        let rows = |(part, range): &(Self, Range<usize>), layer: usize| {
            part.layers[layer][range.start * width..range.end * width].to_vec()
        };
        let layer = |layer| parts.iter().flat_map(|part| rows(part, layer)).collect();
        let tokens = parts.iter().map(|(_, range)| range.len()).sum();
        Self::new(
            *keep,
            (0..layers.len()).map(layer).collect(),
            tokens,
            *width,
        )
    }

    /// The last layer that was kept.
    pub fn last_layer(&self) -> Layer {
        self.keep.last_layer()
    }

    /// Whether a layer was kept.
    pub fn has_layer(&self, layer: Layer) -> bool {
        self.keep.has(layer)
    }

    /// Whether every layer in `wanted` was kept.
    pub fn has_all(&self, wanted: KeptLayers) -> bool {
        self.has_layer(wanted.last_layer())
            && (matches!(wanted, KeptLayers::Only(_)) || self.has_layer(Layer(0)))
    }

    /// Number of tokens.
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
            KeptLayers::UpTo(last) => &self.layers[layer.min(last).0],
            KeptLayers::Only(kept) if kept == layer => &self.layers[0],
            KeptLayers::Only(kept) => return Err(EncoderError::NotKept { asked: layer, kept }),
        };
        Vectors::new(values.clone(), self.tokens, self.hidden_size).map_err(|error| match error {
            MetricError::NotFinite { .. } => EncoderError::NotFinite { layer },
            other => other.into(),
        })
    }
}
