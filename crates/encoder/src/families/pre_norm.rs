//! The block of T5 and ModernBERT: norm, attention, residual, norm, two linear layers with a gate, residual.

use candle_core::Result;

use crate::candle;
use crate::compute::Activations;
use crate::kernel::RotaryEmbedding;
use crate::layers::{Attention, Bias, LayerFn};

/// One block.
pub struct Block {
    /// Before the attention; ModernBERT's first block has none, because the embeddings are already normalised.
    pub attention_norm: Option<LayerFn>,
    /// Query, key and value side by side.
    pub query_key_value: LayerFn,
    /// After the attention.
    pub attention_output: LayerFn,
    /// Before the inner layer.
    pub inner_norm: LayerFn,
    /// To the inner size.
    pub inner: LayerFn,
    /// The gate of gated variants, multiplied with the inner activations.
    pub gate: Option<LayerFn>,
    /// Back from the inner size.
    pub output: LayerFn,
}

impl Block {
    /// Applies the block.
    pub fn forward(
        &self,
        x: &Activations,
        attention: &Attention,
        lengths: &[usize],
        bias: Option<&Bias>,
        rotation: Option<&RotaryEmbedding>,
    ) -> Result<Activations> {
        let normed = self
            .attention_norm
            .as_ref()
            .map(|norm| norm(x))
            .transpose()?;
        let context = match (self.query_key_value)(normed.as_ref().unwrap_or(x))? {
            Activations::Panels(all) => {
                Activations::Panels(attention.forward(&all, lengths, bias, rotation))
            }
            Activations::Candle(all) => {
                Activations::Candle(candle::attention(attention, &all, bias, rotation)?)
            }
        };
        let x = (self.attention_output)(&context)?.add(x)?;
        let normed = (self.inner_norm)(&x)?;
        let mut inner = (self.inner)(&normed)?;
        if let Some(gate) = &self.gate {
            inner = inner.multiply(&gate(&normed)?)?;
        }
        (self.output)(&inner)?.add(&x)
    }
}
