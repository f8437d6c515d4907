//! ModernBERT (Warner et al. 2024): norms before the layers, rotary position embeddings, a gated feed-forward layer, and
//! attention limited to a window in most blocks.

use std::sync::Arc;

use super::embeddings::{Embeddings, Positions};
use super::family::{EncoderBase, Family, LoadOptions, bias_by_length};
use super::pre_norm::Block;
use crate::compute::Activations;
use crate::config::ModelConfig;
use crate::kernel::{Activation, AddNorm, NormKind, RotaryEmbedding};
use crate::layers::post_norm::BlockSize;
use crate::layers::{Attention, Bias, LayerFn, Linear, Loader};
use crate::weights::Checkpoint;
use crate::{Compute, EncoderError, Result};

/// A ModernBERT encoder.
pub struct ModernBert {
    base: EncoderBase,
    blocks: Vec<Block>,
    attention: Attention,
    global_rotation: RotaryEmbedding,
    local_rotation: RotaryEmbedding,
    /// Every n-th block has global attention; the first has it, too.
    global_every: usize,
    /// Half the window of local attention, in tokens.
    window: usize,
}

/// Maximum accepted number of rotation angles; models have half a million.
const MAX_ANGLES: usize = 1 << 26;

impl ModernBert {
    /// Packs a model's weights.
    pub fn load(config: &ModelConfig, weights: Checkpoint, loading: &LoadOptions) -> Result<Self> {
        let (width, heads) = config.hidden_size_and_heads("hidden_size", "num_attention_heads")?;
        let layers = config.layer_count("num_hidden_layers")?;
        for field in ["attention_bias", "mlp_bias", "norm_bias"] {
            if config.flag(field, false)? {
                return Err(EncoderError::Config(format!(
                    "ModernBERT with {field} is not supported"
                )));
            }
        }
        let head = width / heads;
        if !head.is_multiple_of(2) {
            return Err(EncoderError::Config(format!(
                "heads of {head} features cannot be rotated"
            )));
        }
        let size = BlockSize {
            width,
            inner: config.size("intermediate_size")?,
            activation: config.activation("hidden_activation", "gelu")?,
            epsilon: config.number("norm_eps", 1e-5)?,
        };
        let weights = weights.with_prefix_of("embeddings.tok_embeddings.weight")?;
        let compute = loading.compute.clone();
        let blocks = (0..loading.blocks(layers))
            .map(|i| {
                let prefix = format!("layers.{i}.");
                // The embeddings are already normalised.
                let has_norm = i > 0;
                block(
                    Loader {
                        weights: &weights,
                        prefix: &prefix,
                    },
                    &size,
                    has_norm,
                    &compute,
                )
            })
            .collect::<Result<_>>()?;
        let loader = Loader {
            weights: &weights,
            prefix: "",
        };
        let norm = |name| -> Result<AddNorm> {
            Ok(loader
                .norm_without_bias(NormKind::Layer, name, width, size.epsilon)?
                .pack())
        };
        let positions = config.size_or("max_position_embeddings", 8192)?;
        if positions.saturating_mul(head) > MAX_ANGLES {
            let problem =
                format!("heads of {head} features cannot be rotated to {positions} positions");
            return Err(EncoderError::Config(problem));
        }
        let embeddings = Embeddings {
            words: weights.table("embeddings.tok_embeddings.weight", width)?,
            positions: Positions::Rotary(positions),
            token_type: None,
            projection_before: None,
            norm: Some(norm("embeddings.norm")?),
            projection_after: None,
        };
        let theta = config.number("global_rope_theta", 160_000.0)?;
        Ok(Self {
            blocks,
            attention: Attention::scaled(heads, width),
            global_rotation: RotaryEmbedding::new(positions, head, theta),
            local_rotation: RotaryEmbedding::new(
                positions,
                head,
                config.number("local_rope_theta", theta)?,
            ),
            global_every: config.size_or("global_attn_every_n_layers", 3)?,
            window: config.size_or("local_attention", 128)? / 2,
            base: EncoderBase {
                compute,
                embeddings,
                hidden_size: width,
                layer_count: layers,
                loaded: loading.blocks(layers),
                final_norm: Some(norm("final_norm")?),
            },
        })
    }

    /// The attention bias of local attention: −∞ outside the window, 0 inside.
    fn mask(&self, n: usize) -> Arc<[f32]> {
        let one = (0..n).flat_map(|q| (0..n).map(move |k| q.abs_diff(k)));
        let one: Vec<f32> = one
            .map(|far| {
                if far <= self.window {
                    0.0
                } else {
                    f32::NEG_INFINITY
                }
            })
            .collect();
        one.repeat(self.attention.heads).into()
    }
}

fn block(loader: Loader<'_>, size: &BlockSize, has_norm: bool, compute: &Compute) -> Result<Block> {
    let &BlockSize {
        width,
        inner,
        activation,
        epsilon,
    } = size;
    let norm = |name| -> Result<LayerFn> {
        Ok(loader
            .norm_without_bias(NormKind::Layer, name, width, epsilon)?
            .load(compute)?)
    };
    let linear = |name, inputs, outputs| -> Result<LayerFn> {
        Ok(loader
            .without_bias(name, inputs, outputs, Activation::Identity)?
            .load(compute)?)
    };
    // The inner layer and its gate are stored in one matrix, one below the other.
    let both = loader.matrix("mlp.Wi", 2 * inner, width)?;
    let half =
        |rows, activation| Linear::new(both.range(rows)?, Vec::new(), activation).load(compute);
    Ok(Block {
        attention_norm: has_norm.then(|| norm("attn_norm")).transpose()?,
        query_key_value: linear("attn.Wqkv", width, 3 * width)?,
        attention_output: linear("attn.Wo", width, width)?,
        inner_norm: norm("mlp_norm")?,
        inner: half(0..inner, activation)?,
        gate: Some(half(inner..2 * inner, Activation::Identity)?),
        output: linear("mlp.Wo", inner, width)?,
    })
}

impl Family for ModernBert {
    fn base(&self) -> &EncoderBase {
        &self.base
    }

    fn bias(&self, lengths: &[usize]) -> Result<Option<Bias>> {
        // If every text fits into the window, nothing has to be masked.
        let hides = lengths.iter().any(|n| *n > self.window + 1);
        Ok(hides.then(|| bias_by_length(lengths, |n| self.mask(n).to_vec())))
    }

    fn block(
        &self,
        index: usize,
        x: &Activations,
        lengths: &[usize],
        bias: Option<&Bias>,
    ) -> Result<Activations> {
        let sees_all = index.is_multiple_of(self.global_every);
        let (bias, rotation) = if sees_all {
            (None, &self.global_rotation)
        } else {
            (bias, &self.local_rotation)
        };
        Ok(self.blocks[index].forward(x, &self.attention, lengths, bias, Some(rotation))?)
    }
}
