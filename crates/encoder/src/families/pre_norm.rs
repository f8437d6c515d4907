//! The block of T5 and ModernBERT: norm, attention, residual, norm, two linear layers with a gate, residual.

use candle_core::Result;

use crate::candle;
use crate::compute::Activations;
use crate::kernel::{AttentionShape, Bias, RotaryEmbedding, SelfAttention};
use crate::layers::LoadedLayer;

pub struct Block {
    /// Before the attention; ModernBERT's first block has none, because the embeddings are already normalised.
    pub attention_norm: Option<LoadedLayer>,
    /// Query, key and value side by side.
    pub query_key_value: LoadedLayer,
    /// After the attention.
    pub attention_output: LoadedLayer,
    /// Before the inner layer.
    pub inner_norm: LoadedLayer,
    /// To the inner size.
    pub inner: LoadedLayer,
    /// The gate of gated variants, multiplied with the inner activations.
    pub gate: Option<LoadedLayer>,
    /// Back from the inner size.
    pub output: LoadedLayer,
}

impl Block {
    pub fn forward(
        &self,
        x: &Activations,
        shape: &AttentionShape,
        lengths: &[usize],
        bias: Option<&Bias>,
        rotation: Option<&RotaryEmbedding>,
    ) -> Result<Activations> {
        let query_key_value = match &self.attention_norm {
            Some(norm) => self.query_key_value.forward(&norm.forward(x)?)?,
            None => self.query_key_value.forward(x)?,
        };
        let context = match query_key_value {
            Activations::Panels(all) => {
                let attention = SelfAttention {
                    shape: *shape,
                    lengths,
                    bias,
                    rotation,
                };
                Activations::Panels(attention.forward(&all))
            }
            Activations::Candle(all) => {
                Activations::Candle(candle::attention(shape, &all, bias, rotation)?)
            }
        };
        let x = self.attention_output.forward(&context)?.add(x)?;
        let normed = self.inner_norm.forward(&x)?;
        let mut inner = self.inner.forward(&normed)?;
        if let Some(gate) = &self.gate {
            inner = inner.multiply(&gate.forward(&normed)?)?;
        }
        self.output.forward(&inner)?.add(&x)
    }
}
