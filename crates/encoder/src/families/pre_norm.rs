//! The block of T5 and ModernBERT: norm, attention, residual, norm, two linear layers with a gate, residual.

use candle_core::{Result, Tensor};

use crate::kernel::RotaryEmbedding;
use crate::layers::{Attention, Bias, LayerFn};
use crate::{Compute, candle};

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
    ///
    /// # Errors
    /// Errors of candle's operations.
    pub fn forward(
        &self,
        compute: &Compute,
        x: &Tensor,
        attention: &Attention,
        lengths: &[usize],
        bias: Option<&Bias>,
        rotation: Option<&RotaryEmbedding>,
    ) -> Result<Tensor> {
        let query_key_value = x.apply(&self.attention_norm.as_ref())?.apply(&self.query_key_value)?;
        let context = match compute {
            Compute::Panels => attention.forward(&query_key_value, lengths, bias, rotation)?,
            Compute::Candle(_) => candle::attention(attention, &query_key_value, bias, rotation)?,
        };
        let x = (x + context.apply(&self.attention_output)?)?;
        let normed = x.apply(&self.inner_norm)?;
        let mut inner = normed.apply(&self.inner)?;
        if let Some(gate) = &self.gate {
            inner = (inner * normed.apply(gate)?)?;
        }
        x + inner.apply(&self.output)?
    }
}
