//! candle-transformers' BERT, one block at a time.

use std::collections::HashMap;

use candle_core::{DType, Device, Module, Tensor};
use candle_nn::{Linear, VarBuilder};
use candle_transformers::models::bert::{BertEncoder, Config, HiddenAct};

use super::layers::bias_on;
use crate::kernel::{Activation, AttentionShape, Bias};
use crate::layers::post_norm::{BERT, PostNormLayers};
use crate::layers::{self, Norm};
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
        let mut query = LayerTensors::from_linear(query, device)?;
        let key = LayerTensors::from_linear(key, device)?;
        // Scaled as [in, out], the layout in memory.
        query.weight = (query.weight.t()? * query_scale)?.t()?;
        query.bias = (query.bias * query_scale)?;
        let intermediate = LayerTensors::from_linear(&layers.intermediate, device)?;
        let config = Config {
            hidden_size: shape.width,
            num_hidden_layers: 1,
            num_attention_heads: shape.heads,
            intermediate_size: intermediate.weight.dim(0)?,
            hidden_act: hidden_act(layers.intermediate.activation)?,
            layer_norm_eps: layers.output_norm.epsilon,
            ..Config::default()
        };
        let [query_name, key_name, value_name] = BERT.query_key_value;
        let mut tensors = HashMap::new();
        for (name, layer) in [
            (query_name, query.clone()),
            (key_name, key.clone()),
            (value_name, LayerTensors::from_linear(value, device)?),
            (
                BERT.attention_output,
                LayerTensors::from_linear(&layers.attention_output, device)?,
            ),
            (
                BERT.attention_norm,
                LayerTensors::from_norm(&layers.attention_norm, device)?,
            ),
            (BERT.intermediate, intermediate),
            (
                BERT.output,
                LayerTensors::from_linear(&layers.output, device)?,
            ),
            (
                BERT.output_norm,
                LayerTensors::from_norm(&layers.output_norm, device)?,
            ),
        ] {
            tensors.insert(format!("layer.0.{name}.weight"), layer.weight);
            tensors.insert(format!("layer.0.{name}.bias"), layer.bias);
        }
        let variables = VarBuilder::from_tensors(tensors, DType::F32, device);
        Ok(Self {
            block: BertEncoder::load(variables, &config)?,
            query: Linear::new(query.weight, Some(query.bias)),
            key: Linear::new(key.weight, Some(key.bias)),
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

/// What a layer of candle-transformers' BERT is loaded from.
#[derive(Clone)]
struct LayerTensors {
    weight: Tensor,
    bias: Tensor,
}

impl LayerTensors {
    fn from_linear(layer: &layers::Linear, device: &Device) -> Result<Self> {
        let (weight, Some(bias)) = layer.to_device(device)? else {
            unreachable!("a post-norm layer without bias")
        };
        Ok(Self { weight, bias })
    }

    fn from_norm(norm: &Norm, device: &Device) -> Result<Self> {
        let (weight, bias) = norm.to_device(device)?;
        Ok(Self { weight, bias })
    }
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
