//! candle-transformers' BERT, one block at a time.

use std::collections::HashMap;

use candle_core::{DType, Device, Module, Tensor};
use candle_nn::{Linear, VarBuilder};
use candle_transformers::models::bert::{BertEncoder, Config, HiddenAct};

use super::layers::bias_on;
use crate::kernel::{Activation, AttentionShape, Bias};
use crate::layers::post_norm::{BERT, PostNormLayers};
use crate::{EncoderError, Result};

/// A block on a device.
pub struct PostNorm {
    /// An encoder with only this block.
    block: BertEncoder,
    /// The block's own queries and keys, for a bias that depends on them; they share the block's memory.
    query: Linear,
    key: Linear,
    /// The factor by which the queries were scaled: candle-transformers multiplies query–key products by 1/√(head size),
    /// DeBERTa by less.
    query_scale: f64,
    heads: usize,
}

impl PostNorm {
    /// Moves a block to a device, in f32; an error if candle-transformers' BERT lacks its activation function.
    pub fn new(layers: &PostNormLayers, shape: &AttentionShape, device: &Device) -> Result<Self> {
        let query_scale = f64::from(shape.scale) * (shape.head_size() as f64).sqrt();
        let [query, key, value] = &layers.query_key_value;
        let query = scaled(&query.to_device(device)?, query_scale)?;
        let key = key.to_device(device)?;
        let intermediate = layers.intermediate.to_device(device)?;
        let config = Config {
            hidden_size: shape.width,
            num_hidden_layers: 1,
            num_attention_heads: shape.heads,
            intermediate_size: intermediate.weight().dim(0)?,
            hidden_act: hidden_act(layers.intermediate.activation)?,
            layer_norm_eps: layers.output_norm.epsilon,
            ..Config::default()
        };
        let [query_name, key_name, value_name] = BERT.query_key_value;
        let attention_output = layers.attention_output.to_device(device)?;
        let mut tensors = HashMap::new();
        for (name, layer) in [
            (query_name, &query),
            (key_name, &key),
            (value_name, &value.to_device(device)?),
            (BERT.attention_output, &attention_output),
            (BERT.intermediate, &intermediate),
            (BERT.output, &layers.output.to_device(device)?),
        ] {
            tensors.insert(format!("layer.0.{name}.weight"), layer.weight().clone());
            let bias = layer.bias().expect("post-norm layers have a bias");
            tensors.insert(format!("layer.0.{name}.bias"), bias.clone());
        }
        for (name, norm) in [
            (BERT.attention_norm, &layers.attention_norm),
            (BERT.output_norm, &layers.output_norm),
        ] {
            let (gain, bias) = norm.to_device(device)?;
            tensors.insert(format!("layer.0.{name}.weight"), gain);
            tensors.insert(format!("layer.0.{name}.bias"), bias);
        }
        let variables = VarBuilder::from_tensors(tensors, DType::F32, device);
        Ok(Self {
            block: BertEncoder::load(variables, &config)?,
            query,
            key,
            query_scale,
            heads: shape.heads,
        })
    }

    /// Queries and keys of \[texts, tokens, width\], \[texts · tokens, width\] each.
    pub fn queries_and_keys(&self, x: &Tensor) -> candle_core::Result<[Tensor; 2]> {
        let rows = x.flatten_to(1)?;
        Ok([
            (self.query.forward(&rows)? / self.query_scale)?,
            self.key.forward(&rows)?,
        ])
    }

    /// Applies the block to \[texts, tokens, width\].
    pub fn forward(&self, x: &Tensor, bias: Option<&Bias>) -> Result<Tensor> {
        let n = x.dim(1)?;
        let added = match bias {
            Some(bias) => bias_on(x.device(), bias, self.heads, n)?,
            None => Tensor::zeros((1, 1, 1, n), x.dtype(), x.device())?,
        };
        // Passed as the mask, which candle-transformers adds to the attention scores.
        Ok(self.block.forward(x, &added)?)
    }
}

fn scaled(layer: &Linear, scale: f64) -> candle_core::Result<Linear> {
    // Scaled as [in, out], the layout in memory.
    let weight = (layer.weight().t()? * scale)?.t()?;
    let bias = layer.bias().map(|bias| bias * scale).transpose()?;
    Ok(Linear::new(weight, bias))
}

/// candle-transformers' name for an activation function.
fn hidden_act(activation: Activation) -> Result<HiddenAct> {
    match activation {
        Activation::Gelu => Ok(HiddenAct::Gelu),
        Activation::GeluTanh => Ok(HiddenAct::GeluApproximate),
        Activation::Relu => Ok(HiddenAct::Relu),
        other => Err(EncoderError::Config(format!(
            "candle-transformers' BERT has no activation function {other:?}; run it on the CPU, where this crate's kernel supports it"
        ))),
    }
}
