//! The block of T5 and ModernBERT: norm, attention, residual, norm, two linear layers with a gate, residual; no biases.

use candle_core::Tensor;

use crate::encoder::kernel::{AddNorm, Projection, Rotation};
use crate::encoder::layers::{Attention, Bias, Linear, Norm};
use crate::encoder::{Compute, EncoderError, candle};

/// The layers of a block, as they were published.
pub struct Layers {
    /// Before the attention; ModernBERT's first block has none, because the embeddings were normalised.
    pub attention_norm: Option<Norm>,
    /// Query, key and value side by side.
    pub query_key_value: Linear,
    /// After the attention.
    pub attention_output: Linear,
    /// Before the inner layer.
    pub inner_norm: Norm,
    /// To the inner width.
    pub inner: Linear,
    /// Multiplies the inner numbers in the gated variants.
    pub gate: Option<Linear>,
    /// Back from the inner width.
    pub output: Linear,
}

/// One block.
pub enum Block {
    /// In panels.
    Panels(Panels),
    /// On a device.
    Candle(candle::PreNorm),
}

impl Block {
    /// Reads the layers to where they compute.
    ///
    /// # Errors
    /// When a tensor can not be read, or the device has no room.
    pub fn new(layers: &Layers, compute: &Compute) -> Result<Self, EncoderError> {
        Ok(match compute {
            Compute::Panels => Self::Panels(Panels::new(layers)?),
            Compute::Candle(device) => Self::Candle(candle::PreNorm::new(layers, device)?),
        })
    }

    /// Applies the block.
    ///
    /// # Errors
    /// candle's.
    pub fn forward(
        &self,
        x: &Tensor,
        attention: &Attention,
        lengths: &[usize],
        bias: Option<&Bias>,
        rotation: Option<&Rotation>,
    ) -> Result<Tensor, EncoderError> {
        Ok(match self {
            Self::Panels(block) => block.forward(x, attention, lengths, bias, rotation)?,
            Self::Candle(block) => block.forward(x, attention, bias, rotation)?,
        })
    }
}

/// A block in panels.
pub struct Panels {
    attention_norm: Option<AddNorm>,
    query_key_value: Projection,
    attention_output: Projection,
    inner_norm: AddNorm,
    inner: Projection,
    gate: Option<Projection>,
    output: Projection,
}

impl Panels {
    fn new(layers: &Layers) -> candle_core::Result<Self> {
        Ok(Self {
            attention_norm: layers.attention_norm.as_ref().map(Norm::pack).transpose()?,
            query_key_value: layers.query_key_value.pack()?,
            attention_output: layers.attention_output.pack()?,
            inner_norm: layers.inner_norm.pack()?,
            inner: layers.inner.pack()?,
            gate: layers.gate.as_ref().map(Linear::pack).transpose()?,
            output: layers.output.pack()?,
        })
    }

    fn forward(
        &self,
        x: &Tensor,
        attention: &Attention,
        lengths: &[usize],
        bias: Option<&Bias>,
        rotation: Option<&Rotation>,
    ) -> candle_core::Result<Tensor> {
        let normed = self.attention_norm.as_ref().map_or_else(|| Ok(x.clone()), |norm| norm.forward(x, None))?;
        let query_key_value = self.query_key_value.forward(&normed)?;
        let context = attention.forward(&query_key_value, lengths, bias, rotation)?;
        let x = (x + self.attention_output.forward(&context)?)?;
        let normed = self.inner_norm.forward(&x, None)?;
        let mut inner = self.inner.forward(&normed)?;
        if let Some(gate) = &self.gate {
            inner = (inner * gate.forward(&normed)?)?;
        }
        x + self.output.forward(&inner)?
    }
}
