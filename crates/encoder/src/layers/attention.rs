//! Multi-head self-attention over several texts.

use std::sync::Arc;

use candle_core::{Device, Result, Tensor};

use super::Compute;
use crate::kernel::{Rotation, SelfAttention};

/// What is added to the scores of each text, \[heads\]\[queries\]\[keys\], on the CPU.
pub type Bias = Vec<Arc<[f32]>>;

/// The shape of an attention.
#[derive(Debug, Clone, Copy)]
pub struct Attention {
    /// Number of heads.
    pub heads: usize,
    /// Features of all heads together.
    pub width: usize,
    /// What a product of query and key is multiplied by.
    pub scale: f32,
}

impl Attention {
    /// The usual attention, scale 1/√features of a head.
    #[must_use]
    pub fn scaled(heads: usize, width: usize) -> Self {
        Self { heads, width, scale: 1.0 / ((width / heads.max(1)) as f32).sqrt() }
    }

    /// Query, key and value side by side → the weighed values.
    ///
    /// # Errors
    /// When the lengths, the bias or the rotation do not fit the activations.
    pub fn forward(
        &self,
        compute: &Compute,
        query_key_value: &Tensor,
        lengths: &[usize],
        bias: Option<&Bias>,
        rotation: Option<&Rotation>,
    ) -> Result<Tensor> {
        let Self { heads, width, scale } = *self;
        match compute {
            Compute::Panels => {
                let bias = bias.map(Vec::as_slice);
                SelfAttention { heads, width, scale, lengths, bias, rotation }.forward(query_key_value)
            }
            Compute::Candle(device) => {
                let mut texts = Vec::with_capacity(lengths.len());
                let mut first = 0;
                for (text, &n) in lengths.iter().enumerate().filter(|(_, n)| **n > 0) {
                    let rows = query_key_value.narrow(0, first, n)?;
                    texts.push(self.one(&rows, n, bias.map(|b| &*b[text]), rotation, device)?);
                    first += n;
                }
                Tensor::cat(&texts, 0)
            }
        }
    }

    /// One text, \[n, 3 · width\] → \[n, width\].
    fn one(
        &self,
        rows: &Tensor,
        n: usize,
        bias: Option<&[f32]>,
        rotation: Option<&Rotation>,
        device: &Device,
    ) -> Result<Tensor> {
        let head = self.width / self.heads;
        let part = |i: usize| {
            let part = rows.narrow(1, i * self.width, self.width)?.reshape((1, n, self.heads, head))?;
            part.transpose(1, 2)?.contiguous()
        };
        let (mut query, mut key, value) = (part(0)?, part(1)?, part(2)?);
        if let Some(Rotation { cos, sin, half }) = rotation {
            let table = |numbers: &[f32]| Tensor::from_slice(&numbers[..n * half], (n, *half), device);
            let (cos, sin) = (table(cos)?, table(sin)?);
            query = candle_nn::rotary_emb::rope(&query, &cos, &sin)?;
            key = candle_nn::rotary_emb::rope(&key, &cos, &sin)?;
        }
        let mut scores = (query.matmul(&key.t()?)? * f64::from(self.scale))?;
        if let Some(bias) = bias {
            scores = scores.broadcast_add(&Tensor::from_slice(bias, (1, self.heads, n, n), device)?)?;
        }
        let context = candle_nn::ops::softmax_last_dim(&scores)?.matmul(&value)?;
        context.transpose(1, 2)?.reshape((n, self.width))
    }
}
