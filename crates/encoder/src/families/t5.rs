//! The encoder of T5, T5 v1.1 and mT5 (Raffel et al. 2020): norms before the layers, relative position biases instead of position embeddings.

use super::buckets::Buckets;
use super::embeddings::{Embeddings, Positions};
use super::family::{EncoderBase, Family, LoadOptions, bias_by_length};
use super::pre_norm::Block;
use crate::compute::Activations;
use crate::config::{ModelConfig, parse_activation};
use crate::kernel::{Activation, AttentionShape, Bias, NormKind};
use crate::layers::{Linear, Loader};
use crate::weights::{Checkpoint, Table};
use crate::{Compute, EncoderError, Result};

pub struct T5 {
    base: EncoderBase,
    blocks: Vec<Block>,
    attention: AttentionShape,
    buckets: Buckets,
    distances: Table,
}

/// Sizes of a block.
#[derive(Clone, Copy)]
struct BlockSize {
    width: usize,
    /// Features of all heads together, which T5 does not tie to the width.
    heads_width: usize,
    inner: usize,
    activation: Activation,
    gated: bool,
    epsilon: f64,
}

impl T5 {
    /// Packs the encoder's weights; a decoder in the checkpoint is not read.
    pub fn load(config: &ModelConfig, weights: Checkpoint, loading: &LoadOptions) -> Result<Self> {
        let width = config.hidden_size("d_model")?;
        let heads = config.heads("num_heads")?;
        let heads_width = config.size("d_kv")?.saturating_mul(heads);
        let layer_count = config.layer_count("num_layers")?;
        let feed_forward = config.text("feed_forward_proj")?.unwrap_or("relu");
        let size = BlockSize {
            width,
            heads_width,
            inner: config.size("d_ff")?,
            // What newer files state apart overrules what they derive it from.
            gated: config.flag("is_gated_act", feed_forward.starts_with("gated-"))?,
            activation: match config.text("dense_act_fn")? {
                Some(name) => parse_activation(name)?,
                // "gated-gelu" has always meant the tanh approximation.
                None if feed_forward == "gated-gelu" => Activation::GeluTanh,
                None => {
                    parse_activation(feed_forward.strip_prefix("gated-").unwrap_or(feed_forward))?
                }
            },
            epsilon: config.number("layer_norm_epsilon", 1e-6)?,
        };
        let weights = weights.with_prefix_of("encoder.block.0.layer.0.SelfAttention.q.weight")?;
        let loaded = loading.blocks(layer_count);
        let mut blocks = Vec::with_capacity(loaded);
        for index in 0..loaded {
            let prefix = format!("encoder.block.{index}.layer.");
            let loader = Loader::new(&weights, &prefix);
            blocks.push(load_block(loader, size, &loading.compute)?);
        }
        let distances = weights.table(
            "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight",
            heads,
        )?;
        let buckets = read_buckets(config, &distances)?;
        let words = if weights.has("shared.weight") || !weights.has("encoder.embed_tokens.weight") {
            "shared.weight"
        } else {
            "encoder.embed_tokens.weight"
        };
        let embeddings = Embeddings {
            words: weights.table(words, width)?,
            positions: Positions::None,
            token_type: None,
            layers: Vec::new(),
        };
        let final_norm = Loader::new(&weights, "encoder.").norm_without_bias(
            NormKind::RootMeanSquare,
            "final_layer_norm",
            width,
            size.epsilon,
        )?;
        Ok(Self {
            base: EncoderBase {
                compute: loading.compute.clone(),
                embeddings,
                hidden_size: width,
                layer_count,
                loaded,
                final_norm: Some(final_norm.pack()),
            },
            blocks,
            attention: AttentionShape {
                heads,
                width: heads_width,
                // The published weights already include the scale 1/√d_kv.
                scale: 1.0,
            },
            buckets,
            distances,
        })
    }
}

fn read_buckets(config: &ModelConfig, distances: &Table) -> Result<Buckets> {
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
    Ok(buckets)
}

/// Loads the layers of one block, none of which has a bias.
fn load_block(loader: Loader<'_>, size: BlockSize, compute: &Compute) -> Result<Block> {
    let BlockSize {
        width,
        heads_width,
        inner,
        activation,
        gated,
        epsilon,
    } = size;
    let inner_name = if gated {
        "1.DenseReluDense.wi_0"
    } else {
        "1.DenseReluDense.wi"
    };
    let gate = if gated {
        let gate = loader.linear_without_bias("1.DenseReluDense.wi_1", width, inner)?;
        Some(gate.load(compute)?)
    } else {
        None
    };
    let query_key_value = Linear::side_by_side([
        loader.linear_without_bias("0.SelfAttention.q", width, heads_width)?,
        loader.linear_without_bias("0.SelfAttention.k", width, heads_width)?,
        loader.linear_without_bias("0.SelfAttention.v", width, heads_width)?,
    ]);
    let norm = NormKind::RootMeanSquare;
    Ok(Block {
        attention_norm: Some(
            loader
                .norm_without_bias(norm, "0.layer_norm", width, epsilon)?
                .load(compute)?,
        ),
        query_key_value: query_key_value.load(compute)?,
        attention_output: loader
            .linear_without_bias("0.SelfAttention.o", heads_width, width)?
            .load(compute)?,
        inner_norm: loader
            .norm_without_bias(norm, "1.layer_norm", width, epsilon)?
            .load(compute)?,
        inner: loader
            .linear_without_bias(inner_name, width, inner)?
            .with_activation(activation)
            .load(compute)?,
        gate,
        output: loader
            .linear_without_bias("1.DenseReluDense.wo", inner, width)?
            .load(compute)?,
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
