//! candle-transformers' BERT, one block at a time.

use std::collections::HashMap;

use candle_core::{DType, Device, Module, Tensor};
use candle_nn::{Linear, VarBuilder};
use candle_transformers::models::bert::{BertEncoder, Config, HiddenAct};

use super::bias_on;
use crate::kernel::Activation;
use crate::layers::post_norm::{BERT, PostNormLayers, QueriesAndKeys};
use crate::layers::{self, Attention, Bias};
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
    pub fn new(block: &PostNormLayers, attention: &Attention, device: &Device) -> Result<Self> {
        let &Attention {
            heads,
            width,
            scale,
        } = attention;
        let shrunk = f64::from(scale) * ((width / heads) as f64).sqrt();
        let linear = |layer: &layers::Linear| -> candle_core::Result<(Tensor, Tensor)> {
            let (weight, Some(bias)) = layer.to_device(device)? else {
                unreachable!("a post-norm layer without bias")
            };
            Ok((weight, bias))
        };
        let [query, key, value] = block.query_key_value.each_ref().map(linear);
        let (query, key) = (query?, key?);
        // Scaled as [in, out], the layout in memory.
        let query = ((query.0.t()? * shrunk)?.t()?, (query.1 * shrunk)?);
        let intermediate = linear(&block.intermediate)?;
        let config = Config {
            hidden_size: width,
            num_hidden_layers: 1,
            num_attention_heads: heads,
            intermediate_size: intermediate.0.dim(0)?,
            hidden_act: hidden_act(block.intermediate.activation)?,
            layer_norm_eps: block.output_norm.epsilon,
            ..Config::default()
        };
        let [query_name, key_name, value_name] = BERT.query_key_value;
        let named = [
            (query_name, query.clone()),
            (key_name, key.clone()),
            (value_name, value?),
            (BERT.attention_output, linear(&block.attention_output)?),
            (BERT.attention_norm, block.attention_norm.to_device(device)?),
            (BERT.intermediate, intermediate),
            (BERT.output, linear(&block.output)?),
            (BERT.output_norm, block.output_norm.to_device(device)?),
        ];
        let tensors: HashMap<String, Tensor> = named
            .into_iter()
            .flat_map(|(name, (weight, bias))| {
                [
                    (format!("layer.0.{name}.weight"), weight),
                    (format!("layer.0.{name}.bias"), bias),
                ]
            })
            .collect();
        let encoder = BertEncoder::load(
            VarBuilder::from_tensors(tensors, DType::F32, device),
            &config,
        )?;
        let [query, key] = [query, key].map(|(weight, bias)| Linear::new(weight, Some(bias)));
        Ok(Self {
            block: encoder,
            query,
            key,
            query_scale: shrunk,
            heads,
        })
    }

    /// Applies the block to \[texts, tokens, width\].
    pub fn forward(
        &self,
        x: &Tensor,
        bias: impl FnOnce(&QueriesAndKeys<'_>) -> Result<Option<Bias>>,
    ) -> Result<Tensor> {
        let bias = bias(&|| {
            let rows = x.flatten_to(1)?;
            Ok([
                (self.query.forward(&rows)? / self.query_scale)?,
                self.key.forward(&rows)?,
            ])
        })?;
        let n = x.dim(1)?;
        let added = match bias {
            Some(bias) => bias_on(x.device(), &bias, self.heads, n)?,
            None => Tensor::zeros((1, 1, 1, n), x.dtype(), x.device())?,
        };
        // Passed as the mask, which candle-transformers adds to the attention scores.
        Ok(self.block.forward(x, &added)?)
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
