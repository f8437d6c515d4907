//! Layers of T5 and ModernBERT in candle's operations.

use candle_core::{Module, Result, Tensor};
use candle_nn::ops::{layer_norm, rms_norm, softmax_last_dim};
use candle_nn::rotary_emb::rope;

use super::bias_on;
use crate::kernel::{Activation, NormKind, RotaryEmbedding};
use crate::layers::{Attention, Bias, activate};

/// A layer on activations \[texts, tokens, width\].
type TensorFn = Box<dyn Fn(&Tensor) -> Result<Tensor> + Send + Sync>;

/// A linear layer with a weight \[out, in\], a bias \[out\] and an activation.
pub fn linear((weight, bias): (Tensor, Option<Tensor>), activation: Activation) -> TensorFn {
    let product = candle_nn::Linear::new(weight, bias);
    Box::new(move |x: &Tensor| activate(activation, &product.forward(x)?))
}

/// A norm with a gain and a bias, \[width\] each; a root-mean-square norm ignores the bias.
pub fn norm(kind: NormKind, (gain, bias): (Tensor, Tensor), epsilon: f32) -> TensorFn {
    match kind {
        NormKind::Layer => Box::new(move |x: &Tensor| layer_norm(x, &gain, &bias, epsilon)),
        NormKind::RootMeanSquare => Box::new(move |x: &Tensor| rms_norm(x, &gain, epsilon)),
    }
}

/// Query, key and value side by side, \[texts, tokens, 3 · width\] → the weighted values, \[texts, tokens, width\].
pub fn attention(
    attention: &Attention,
    query_key_value: &Tensor,
    bias: Option<&Bias>,
    rotation: Option<&RotaryEmbedding>,
) -> Result<Tensor> {
    let (texts, n, _) = query_key_value.dims3()?;
    let &Attention {
        heads,
        width,
        scale,
    } = attention;
    let device = query_key_value.device();
    let part = |i: usize| {
        let part = query_key_value.narrow(2, i * width, width)?.reshape((
            texts,
            n,
            heads,
            width / heads,
        ))?;
        part.transpose(1, 2)?.contiguous()
    };
    let (mut query, mut key, value) = (part(0)?, part(1)?, part(2)?);
    if let Some(RotaryEmbedding { cos, sin, half }) = rotation {
        let table = |numbers: &[f32]| Tensor::from_slice(&numbers[..n * half], (n, *half), device);
        let (cos, sin) = (table(cos)?, table(sin)?);
        query = rope(&query, &cos, &sin)?;
        key = rope(&key, &cos, &sin)?;
    }
    let mut scores = (query.matmul(&key.t()?)? * f64::from(scale))?;
    if let Some(bias) = bias {
        scores = scores.broadcast_add(&bias_on(device, bias, heads, n)?)?;
    }
    let context = softmax_last_dim(&scores)?.matmul(&value)?;
    context.transpose(1, 2)?.reshape((texts, n, width))
}
