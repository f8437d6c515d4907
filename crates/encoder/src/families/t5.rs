//! The encoder of T5, T5 v1.1 and mT5 (Raffel et al. 2020): norms before the layers, relative position biases instead of position embeddings.

use super::buckets::Buckets;
use super::embeddings::{Embeddings, Positions};
use super::family::{EncoderBase, Family, LoadOptions, bias_by_length};
use super::pre_norm::Block;
use crate::compute::Activations;
use crate::config::ModelConfig;
use crate::kernel::{Activation, NormKind};
use crate::layers::{Attention, Bias, LayerFn, Linear, Loader, activation};
use crate::weights::{Checkpoint, Table};
use crate::{Compute, EncoderError, Result};

/// A T5 encoder.
pub struct T5 {
    base: EncoderBase,
    blocks: Vec<Block>,
    attention: Attention,
    buckets: Buckets,
    distances: Table,
}

/// Sizes of a block.
struct BlockSize {
    width: usize,
    heads_width: usize,
    inner: usize,
    activation: Activation,
    gated: bool,
    epsilon: f64,
}

impl T5 {
    /// Packs the encoder's weights; a decoder in the checkpoint is not read.
    pub fn load(config: &ModelConfig, weights: Checkpoint, loading: &LoadOptions) -> Result<Self> {
        let (width, heads) = (config.hidden_size("d_model")?, config.heads("num_heads")?);
        let heads_width = config.size("d_kv")?.saturating_mul(heads);
        let layers = config.layer_count("num_layers")?;
        let inner = config.text("feed_forward_proj")?.unwrap_or("relu");
        let size = BlockSize {
            width,
            heads_width,
            inner: config.size("d_ff")?,
            gated: inner.starts_with("gated-"),
            // "gated-gelu" has always meant the tanh approximation.
            activation: match inner.strip_prefix("gated-").unwrap_or(inner) {
                "gelu" if inner.starts_with("gated-") => Activation::GeluTanh,
                other => activation(other)?,
            },
            epsilon: config.number("layer_norm_epsilon", 1e-6)?,
        };
        let weights = weights.with_prefix_of("encoder.block.0.layer.0.SelfAttention.q.weight")?;
        let compute = loading.compute.clone();
        let loaded = loading.blocks(layers);
        let blocks = (0..loaded)
            .map(|i| {
                let prefix = format!("encoder.block.{i}.layer.");
                block(
                    Loader {
                        weights: &weights,
                        prefix: &prefix,
                    },
                    &size,
                    &compute,
                )
            })
            .collect::<Result<_>>()?;
        let distances = weights.table(
            "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight",
            heads,
        )?;
        let buckets = Buckets {
            count: config.size_or("relative_attention_num_buckets", 32)?,
            max_distance: config.size_or("relative_attention_max_distance", 128)?,
        };
        if buckets.count < 4
            || buckets.count != distances.entries
            || buckets.max_distance <= buckets.count / 4
        {
            return Err(EncoderError::Config(
                "the buckets of its relative attention are not valid".into(),
            ));
        }
        let words = ["shared.weight", "encoder.embed_tokens.weight"]
            .into_iter()
            .find(|name| weights.has(name));
        let embeddings = Embeddings {
            words: weights.table(words.unwrap_or("shared.weight"), width)?,
            positions: Positions::None,
            token_type: None,
            projection_before: None,
            norm: None,
            projection_after: None,
        };
        let loader = Loader {
            weights: &weights,
            prefix: "encoder.",
        };
        let kind = NormKind::RootMeanSquare;
        let final_norm = Some(
            loader
                .norm_without_bias(kind, "final_layer_norm", width, size.epsilon)?
                .pack(),
        );
        // The published weights already include the scale 1/√d_kv.
        let attention = Attention {
            heads,
            width: heads_width,
            scale: 1.0,
        };
        let base = EncoderBase {
            compute,
            embeddings,
            hidden_size: width,
            layer_count: layers,
            loaded,
            final_norm,
        };
        Ok(Self {
            base,
            blocks,
            attention,
            buckets,
            distances,
        })
    }
}

fn block(loader: Loader<'_>, size: &BlockSize, compute: &Compute) -> Result<Block> {
    let &BlockSize {
        width,
        heads_width,
        inner,
        activation,
        gated,
        epsilon,
    } = size;
    let identity = Activation::Identity;
    let norm = |name| -> Result<LayerFn> {
        Ok(loader
            .norm_without_bias(NormKind::RootMeanSquare, name, width, epsilon)?
            .load(compute)?)
    };
    let linear = |name, inputs, outputs, activation| -> Result<LayerFn> {
        Ok(loader
            .without_bias(name, inputs, outputs, activation)?
            .load(compute)?)
    };
    let [query, key, value] = [
        "0.SelfAttention.q",
        "0.SelfAttention.k",
        "0.SelfAttention.v",
    ]
    .map(|name| loader.without_bias(name, width, heads_width, identity));
    let first = if gated {
        "1.DenseReluDense.wi_0"
    } else {
        "1.DenseReluDense.wi"
    };
    Ok(Block {
        attention_norm: Some(norm("0.layer_norm")?),
        query_key_value: Linear::side_by_side([query?, key?, value?]).load(compute)?,
        attention_output: linear("0.SelfAttention.o", heads_width, width, identity)?,
        inner_norm: norm("1.layer_norm")?,
        inner: linear(first, width, inner, activation)?,
        gate: gated
            .then(|| linear("1.DenseReluDense.wi_1", width, inner, identity))
            .transpose()?,
        output: linear("1.DenseReluDense.wo", inner, width, identity)?,
    })
}

impl Family for T5 {
    fn base(&self) -> &EncoderBase {
        &self.base
    }

    fn bias(&self, lengths: &[usize]) -> Result<Option<Bias>> {
        Ok(Some(bias_by_length(lengths, |n| {
            self.buckets.bias(n, &self.distances)
        })))
    }

    fn block(
        &self,
        index: usize,
        x: &Activations,
        lengths: &[usize],
        bias: Option<&Bias>,
    ) -> Result<Activations> {
        Ok(self.blocks[index].forward(x, &self.attention, lengths, bias, None)?)
    }
}
