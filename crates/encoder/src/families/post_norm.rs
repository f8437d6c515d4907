//! The block of Devlin et al. (2019): attention, residual, norm, two linear layers, residual, norm.

use candle_core::Tensor;

use crate::kernel::{AddNorm, Projection, from_panels, recycle};
use crate::layers::post_norm::{PostNormLayers, QueriesAndKeys};
use crate::layers::{Attention, Bias, Linear};
use crate::{Compute, EncoderError, candle};

/// One block.
#[expect(clippy::large_enum_variant, reason = "a model has a few dozen blocks, all of one kind")]
pub enum Block {
    /// In panels.
    Panels(Panels),
    /// On a device.
    Candle(candle::PostNorm),
}

impl Block {
    /// Loads the layers for their backend.
    ///
    /// # Errors
    /// [`EncoderError`] when a tensor cannot be read, or candle's BERT lacks the activation function.
    pub fn new(layers: PostNormLayers, attention: &Attention, compute: &Compute) -> Result<Self, EncoderError> {
        Ok(match compute {
            Compute::Panels => Self::Panels(Panels::new(layers)?),
            Compute::Candle(device) => Self::Candle(candle::PostNorm::new(&layers, attention, device)?),
        })
    }

    /// Applies the block.
    ///
    /// # Errors
    /// Errors of candle's operations, or of `bias`.
    pub fn forward(
        &self,
        x: &Tensor,
        attention: &Attention,
        lengths: &[usize],
        bias: impl FnOnce(&QueriesAndKeys<'_>) -> Result<Option<Bias>, EncoderError>,
    ) -> Result<Tensor, EncoderError> {
        match self {
            Self::Panels(block) => block.forward(x, attention, lengths, bias),
            Self::Candle(block) => block.forward(x, bias),
        }
    }
}

/// A block in panels.
pub struct Panels {
    /// Query, key and value side by side.
    query_key_value: Projection,
    attention_output: Projection,
    attention_norm: AddNorm,
    intermediate: Projection,
    output: Projection,
    output_norm: AddNorm,
}

impl Panels {
    fn new(layers: PostNormLayers) -> Result<Self, EncoderError> {
        Ok(Self {
            query_key_value: Linear::side_by_side(layers.query_key_value).pack()?,
            attention_output: layers.attention_output.pack()?,
            attention_norm: layers.attention_norm.pack()?,
            intermediate: layers.intermediate.pack()?,
            output: layers.output.pack()?,
            output_norm: layers.output_norm.pack()?,
        })
    }

    fn forward(
        &self,
        x: &Tensor,
        attention: &Attention,
        lengths: &[usize],
        bias: impl FnOnce(&QueriesAndKeys<'_>) -> Result<Option<Bias>, EncoderError>,
    ) -> Result<Tensor, EncoderError> {
        let query_key_value = self.query_key_value.forward(x)?;
        let bias = bias(&|| {
            let all = from_panels(&query_key_value, 3 * attention.width)?;
            let part = |i: usize| all.narrow(1, i * attention.width, attention.width);
            Ok([part(0)?, part(1)?])
        })?;
        let context = attention.forward(&query_key_value, lengths, bias.as_ref(), None)?;
        // Each of these is a new tensor; nothing else shares its memory.
        recycle(query_key_value)?;
        let attended = self.attention_output.forward(&context)?;
        recycle(context)?;
        let normed = self.attention_norm.forward(&attended, Some(x))?;
        recycle(attended)?;
        let inner = self.intermediate.forward(&normed)?;
        let output = self.output.forward(&inner)?;
        recycle(inner)?;
        let result = self.output_norm.forward(&output, Some(&normed))?;
        recycle(output)?;
        recycle(normed)?;
        Ok(result)
    }
}
