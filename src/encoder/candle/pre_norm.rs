//! The block of T5 and ModernBERT in candle's operations.

use candle_core::{Device, Module, Result, Tensor};
use candle_nn::Linear;
use candle_nn::ops::{layer_norm, rms_norm, softmax_last_dim};
use candle_nn::rotary_emb::rope;

use super::bias_on;
use crate::encoder::families::pre_norm::Layers;
use crate::encoder::kernel::{Activation, NormKind, Rotation};
use crate::encoder::layers::{self, Attention, Bias, activate};

/// A block on a device.
pub struct PreNorm {
    attention_norm: Option<Norm>,
    query_key_value: Linear,
    attention_output: Linear,
    inner_norm: Norm,
    inner: Linear,
    activation: Activation,
    gate: Option<Linear>,
    output: Linear,
}

struct Norm {
    kind: NormKind,
    gain: Tensor,
    bias: Tensor,
    epsilon: f32,
}

impl Norm {
    fn new(norm: &layers::Norm, device: &Device) -> Result<Self> {
        let (gain, bias) = norm.to_device(device)?;
        Ok(Self { kind: norm.kind, gain, bias, epsilon: norm.epsilon as f32 })
    }
}

impl Module for Norm {
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        match self.kind {
            NormKind::Layer => layer_norm(x, &self.gain, &self.bias, self.epsilon),
            NormKind::RootMeanSquare => rms_norm(x, &self.gain, self.epsilon),
        }
    }
}

impl PreNorm {
    /// Puts a block on a device, in f32.
    ///
    /// # Errors
    /// When a matrix can not be read, or the device has no room.
    pub fn new(layers: &Layers, device: &Device) -> Result<Self> {
        let norm = |layer: &layers::Norm| Norm::new(layer, device);
        let linear = |layer: &layers::Linear| layer.to_device(device).map(|(weight, _)| Linear::new(weight, None));
        Ok(Self {
            attention_norm: layers.attention_norm.as_ref().map(norm).transpose()?,
            query_key_value: linear(&layers.query_key_value)?,
            attention_output: linear(&layers.attention_output)?,
            inner_norm: norm(&layers.inner_norm)?,
            inner: linear(&layers.inner)?,
            activation: layers.inner.activation,
            gate: layers.gate.as_ref().map(linear).transpose()?,
            output: linear(&layers.output)?,
        })
    }

    /// Applies the block to \[texts, tokens, width\].
    ///
    /// # Errors
    /// candle's.
    pub fn forward(
        &self,
        x: &Tensor,
        attention: &Attention,
        bias: Option<&Bias>,
        rotation: Option<&Rotation>,
    ) -> Result<Tensor> {
        let query_key_value = x.apply(&self.attention_norm.as_ref())?.apply(&self.query_key_value)?;
        let context = attend(&query_key_value, attention, bias, rotation)?;
        let x = (x + context.apply(&self.attention_output)?)?;
        let normed = x.apply(&self.inner_norm)?;
        let mut inner = activate(self.activation, &normed.apply(&self.inner)?)?;
        if let Some(gate) = &self.gate {
            inner = (inner * normed.apply(gate)?)?;
        }
        x + inner.apply(&self.output)?
    }
}

/// \[texts, tokens, 3 · width\] → the weighed values, \[texts, tokens, width\].
fn attend(
    query_key_value: &Tensor,
    attention: &Attention,
    bias: Option<&Bias>,
    rotation: Option<&Rotation>,
) -> Result<Tensor> {
    let (texts, n, _) = query_key_value.dims3()?;
    let &Attention { heads, width, scale } = attention;
    let device = query_key_value.device();
    let part = |i: usize| {
        let part = query_key_value.narrow(2, i * width, width)?.reshape((texts, n, heads, width / heads))?;
        part.transpose(1, 2)?.contiguous()
    };
    let (mut query, mut key, value) = (part(0)?, part(1)?, part(2)?);
    if let Some(Rotation { cos, sin, half }) = rotation {
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
