//! The block of Devlin et al. (2019): attention, residual, norm, two linear layers, residual, norm.

use candle_core::{Device, Tensor};

use crate::compute::Activations;
use crate::kernel::{AddNorm, Panels, Projection};
use crate::layers::post_norm::{PostNormLayers, QueriesAndKeys};
use crate::layers::{Attention, Bias, Linear};
use crate::{Compute, Result, candle};

/// One block.
#[expect(
    clippy::large_enum_variant,
    reason = "a model has a few dozen blocks, all of one kind"
)]
pub enum Block {
    /// In the kernel.
    Kernel(KernelBlock),
    /// On a device.
    Candle(candle::PostNorm),
}

impl Block {
    /// Loads the layers for their backend.
    pub fn new(layers: PostNormLayers, attention: &Attention, compute: &Compute) -> Result<Self> {
        Ok(match compute {
            Compute::Panels => Self::Kernel(KernelBlock::new(layers)?),
            Compute::Candle(device) => {
                Self::Candle(candle::PostNorm::new(&layers, attention, device)?)
            }
        })
    }

    /// Applies the block; `bias` may depend on queries and keys.
    pub fn forward(
        &self,
        x: &Activations,
        attention: &Attention,
        lengths: &[usize],
        bias: impl FnOnce(&QueriesAndKeys<'_>) -> Result<Option<Bias>>,
    ) -> Result<Activations> {
        match self {
            Self::Kernel(block) => block
                .forward(x.panels(), attention, lengths, bias)
                .map(Activations::Panels),
            Self::Candle(block) => block.forward(x.tensor(), bias).map(Activations::Candle),
        }
    }
}

/// A block in the kernel.
pub struct KernelBlock {
    /// Query, key and value side by side.
    query_key_value: Projection,
    attention_output: Projection,
    attention_norm: AddNorm,
    intermediate: Projection,
    output: Projection,
    output_norm: AddNorm,
}

impl KernelBlock {
    fn new(layers: PostNormLayers) -> Result<Self> {
        Ok(Self {
            query_key_value: Linear::side_by_side(layers.query_key_value).pack()?,
            attention_output: layers.attention_output.pack()?,
            attention_norm: layers.attention_norm.pack(),
            intermediate: layers.intermediate.pack()?,
            output: layers.output.pack()?,
            output_norm: layers.output_norm.pack(),
        })
    }

    fn forward(
        &self,
        x: &Panels,
        attention: &Attention,
        lengths: &[usize],
        bias: impl FnOnce(&QueriesAndKeys<'_>) -> Result<Option<Bias>>,
    ) -> Result<Panels> {
        let query_key_value = self.query_key_value.forward(x);
        let bias = bias(&|| {
            let part = |i: usize| {
                let numbers = query_key_value.columns(i * attention.width, attention.width);
                Tensor::from_vec(numbers, (x.tokens, attention.width), &Device::Cpu)
            };
            Ok([part(0)?, part(1)?])
        })?;
        let context = attention.forward(&query_key_value, lengths, bias.as_ref(), None);
        // Dropped as soon as possible, so that the next results are written to memory that is still in the cache.
        drop(query_key_value);
        let attended = self.attention_output.forward(&context);
        drop(context);
        let normed = self.attention_norm.forward(&attended, Some(x));
        drop(attended);
        let output = self.output.forward(&self.intermediate.forward(&normed));
        Ok(self.output_norm.forward(&output, Some(&normed)))
    }
}
