//! Layers of T5 and ModernBERT in candle's operations.

use std::sync::Arc;

use candle_core::{Device, Module, Result, Tensor};
use candle_nn::ops::{layer_norm, rms_norm, softmax_last_dim};
use candle_nn::rotary_emb::rope;

use crate::kernel::{Activation, AttentionShape, Bias, NormKind, RotaryEmbedding};

/// A layer on activations \[texts, tokens, width\].
pub enum DeviceLayer {
    Linear {
        product: candle_nn::Linear,
        activation: Activation,
    },
    /// A norm with a gain and a bias, \[width\] each; a root-mean-square norm ignores the bias.
    Norm {
        kind: NormKind,
        gain: Tensor,
        bias: Tensor,
        epsilon: f32,
    },
}

impl DeviceLayer {
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        match self {
            Self::Linear {
                product,
                activation,
            } => activate(*activation, &product.forward(x)?),
            Self::Norm {
                kind,
                gain,
                bias,
                epsilon,
            } => match kind {
                NormKind::Layer => layer_norm(x, gain, bias, *epsilon),
                NormKind::RootMeanSquare => rms_norm(x, gain, *epsilon),
            },
        }
    }
}

/// Applies an activation function, on any device.
pub fn activate(activation: Activation, x: &Tensor) -> Result<Tensor> {
    match activation {
        Activation::Identity => Ok(x.clone()),
        Activation::Gelu => x.gelu_erf(),
        Activation::GeluTanh => x.gelu(),
        Activation::Relu => x.relu(),
        Activation::Silu => x.silu(),
        Activation::Tanh => x.tanh(),
    }
}

/// Query, key and value side by side, \[texts, tokens, 3 · width\] → the weighted values, \[texts, tokens, width\].
pub fn attention(
    shape: &AttentionShape,
    query_key_value: &Tensor,
    bias: Option<&Bias>,
    rotation: Option<&RotaryEmbedding>,
) -> Result<Tensor> {
    let (texts, n, _) = query_key_value.dims3()?;
    let device = query_key_value.device();
    let mut query = heads(query_key_value, 0, shape)?;
    let mut key = heads(query_key_value, 1, shape)?;
    let value = heads(query_key_value, 2, shape)?;
    if let Some(RotaryEmbedding { cos, sin, half }) = rotation {
        let cos = Tensor::from_slice(&cos[..n * half], (n, *half), device)?;
        let sin = Tensor::from_slice(&sin[..n * half], (n, *half), device)?;
        query = rope(&query, &cos, &sin)?;
        key = rope(&key, &cos, &sin)?;
    }
    let mut scores = (query.matmul(&key.t()?)? * f64::from(shape.scale))?;
    if let Some(bias) = bias {
        scores = scores.broadcast_add(&bias_on(device, bias, shape.heads, n)?)?;
    }
    let context = softmax_last_dim(&scores)?.matmul(&value)?;
    context.transpose(1, 2)?.reshape((texts, n, shape.width))
}

/// The queries (0), keys (1) or values (2), \[texts, heads, tokens, head size\].
fn heads(query_key_value: &Tensor, part: usize, shape: &AttentionShape) -> Result<Tensor> {
    let (texts, n, _) = query_key_value.dims3()?;
    query_key_value
        .narrow(2, part * shape.width, shape.width)?
        .reshape((texts, n, shape.heads, shape.head_size()))?
        .transpose(1, 2)?
        .contiguous()
}

/// A bias that is added to the attention scores of texts of n tokens, \[texts or 1, heads, n, n\].
pub fn bias_on(device: &Device, bias: &Bias, heads: usize, n: usize) -> Result<Tensor> {
    // A bias that depends only on the length is the same for all texts: it is copied to the device once.
    let shared = bias.iter().all(|one| Arc::ptr_eq(one, &bias[0]));
    let texts = if shared { &bias[..1] } else { &bias[..] };
    Tensor::from_vec(texts.concat(), (texts.len(), heads, n, n), device)
}
