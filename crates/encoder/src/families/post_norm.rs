//! The block of Devlin et al. (2019): attention, residual, norm, two linear layers, residual, norm.

use candle_core::{Device, Tensor};

use super::distances::{DistanceAttention, Distances};
use crate::compute::Activations;
use crate::kernel::{AddNorm, AttentionShape, Bias, Panels, Projection, SelfAttention};
use crate::layers::Linear;
use crate::layers::post_norm::PostNormLayers;
use crate::{Compute, Result, candle};

#[expect(
    clippy::large_enum_variant,
    reason = "a model has a few dozen blocks, all of one kind"
)]
pub enum Block {
    Kernel(KernelBlock),
    Candle(candle::PostNorm),
}

/// What is added to the attention scores of a block.
#[derive(Clone, Copy)]
pub enum BlockBias<'a> {
    /// Known before the block runs.
    Fixed(Option<&'a Bias>),
    /// DeBERTa's, which depends on the block's own queries and keys.
    Distances(&'a DistanceAttention, &'a Distances),
}

impl BlockBias<'_> {
    /// The bias, from the queries and keys \[tokens, width\] of all texts.
    fn compute(
        self,
        queries_and_keys: impl FnOnce() -> candle_core::Result<[Tensor; 2]>,
        lengths: &[usize],
        shape: &AttentionShape,
    ) -> Result<Option<Bias>> {
        match self {
            Self::Fixed(bias) => Ok(bias.cloned()),
            Self::Distances(attention, distances) => {
                let bias = attention.bias(&queries_and_keys()?, lengths, distances, shape)?;
                Ok(Some(bias))
            }
        }
    }
}

impl Block {
    /// Loads the layers for their backend.
    pub fn new(layers: PostNormLayers, shape: &AttentionShape, compute: &Compute) -> Result<Self> {
        Ok(match compute {
            Compute::Panels => Self::Kernel(KernelBlock::new(layers)?),
            Compute::Candle(device) => Self::Candle(candle::PostNorm::new(&layers, shape, device)?),
        })
    }

    pub fn forward(
        &self,
        x: &Activations,
        shape: &AttentionShape,
        lengths: &[usize],
        bias: BlockBias<'_>,
    ) -> Result<Activations> {
        match self {
            Self::Kernel(block) => block
                .forward(x.panels(), shape, lengths, bias)
                .map(Activations::Panels),
            Self::Candle(block) => {
                let x = x.tensor();
                let bias = bias.compute(|| block.queries_and_keys(x), lengths, shape)?;
                block.forward(x, bias.as_ref()).map(Activations::Candle)
            }
        }
    }
}

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
        shape: &AttentionShape,
        lengths: &[usize],
        bias: BlockBias<'_>,
    ) -> Result<Panels> {
        let query_key_value = self.query_key_value.forward(x);
        let bias = bias.compute(
            || {
                Ok([
                    columns(&query_key_value, 0, shape.width)?,
                    columns(&query_key_value, 1, shape.width)?,
                ])
            },
            lengths,
            shape,
        )?;
        let context = SelfAttention {
            shape: *shape,
            lengths,
            bias: bias.as_ref(),
            rotation: None,
        }
        .forward(&query_key_value);
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

/// The queries (0), keys (1) or values (2), \[tokens, width\].
fn columns(query_key_value: &Panels, part: usize, width: usize) -> candle_core::Result<Tensor> {
    let numbers = query_key_value.columns(part * width, width);
    Tensor::from_vec(numbers, (query_key_value.tokens, width), &Device::Cpu)
}
