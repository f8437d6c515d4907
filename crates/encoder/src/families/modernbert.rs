//! ModernBERT (Warner et al. 2024): norms before the layers, rotary position embeddings, a gated feed-forward layer, and
//! attention limited to a window in most blocks.

use super::embeddings::{Embeddings, Positions};
use super::family::{EncoderBase, Family, LoadOptions, bias_by_length};
use super::pre_norm::Block;
use crate::compute::Activations;
use crate::config::ModelConfig;
use crate::kernel::{AttentionShape, Bias, NormKind, RotaryEmbedding};
use crate::layers::post_norm::BlockSize;
use crate::layers::{KernelLayer, Linear, Loader};
use crate::weights::Checkpoint;
use crate::{Compute, EncoderError, Result};

pub struct ModernBert {
    base: EncoderBase,
    blocks: Vec<Block>,
    attention: AttentionShape,
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
    pub fn load(config: &ModelConfig, weights: Checkpoint, loading: &LoadOptions) -> Result<Self> {
        let (width, heads) = config.hidden_size_and_heads("hidden_size", "num_attention_heads")?;
        let layer_count = config.layer_count("num_hidden_layers")?;
        let attention = AttentionShape::scaled(heads, width);
        let head_size = attention.head_size();
        if !head_size.is_multiple_of(2) {
            return Err(EncoderError::Config(format!(
                "heads of {head_size} features cannot be rotated"
            )));
        }
        let size = BlockSize {
            width,
            inner: config.size("intermediate_size")?,
            activation: config.activation("hidden_activation", "gelu")?,
            epsilon: config.number("norm_eps", 1e-5)?,
        };
        let weights = weights.with_prefix_of("embeddings.tok_embeddings.weight")?;
        let loaded = loading.blocks(layer_count);
        let mut blocks = Vec::with_capacity(loaded);
        for index in 0..loaded {
            let prefix = format!("layers.{index}.");
            let loader = Loader::new(&weights, &prefix);
            // The embeddings are already normalised.
            let has_attention_norm = index > 0;
            blocks.push(load_block(
                loader,
                size,
                has_attention_norm,
                &loading.compute,
            )?);
        }
        let positions = config.size_or("max_position_embeddings", 8192)?;
        if positions.saturating_mul(head_size) > MAX_ANGLES {
            return Err(EncoderError::Config(format!(
                "heads of {head_size} features cannot be rotated to {positions} positions"
            )));
        }
        let loader = Loader::new(&weights, "");
        let norm = NormKind::Layer;
        let embedding_norm =
            loader.norm_without_bias(norm, "embeddings.norm", width, size.epsilon)?;
        let final_norm = loader.norm_without_bias(norm, "final_norm", width, size.epsilon)?;
        let embeddings = Embeddings {
            words: weights.table("embeddings.tok_embeddings.weight", width)?,
            positions: Positions::Rotary(positions),
            token_type: None,
            layers: vec![KernelLayer::Norm(embedding_norm.pack())],
        };
        let global_theta = config.number("global_rope_theta", 160_000.0)?;
        // `null` stands for the same angles everywhere; without the key, transformers has another default.
        let local_theta = if config.fields().contains_key("local_rope_theta") {
            config.number("local_rope_theta", global_theta)?
        } else {
            10_000.0
        };
        Ok(Self {
            blocks,
            attention,
            global_rotation: RotaryEmbedding::new(positions, head_size, global_theta),
            local_rotation: RotaryEmbedding::new(positions, head_size, local_theta),
            global_every: config.size_or("global_attn_every_n_layers", 3)?,
            window: config.size_or("local_attention", 128)? / 2,
            base: EncoderBase {
                compute: loading.compute.clone(),
                embeddings,
                hidden_size: width,
                layer_count,
                loaded,
                final_norm: Some(final_norm.pack()),
            },
        })
    }

    /// The attention bias of local attention, \[heads\]\[n queries\]\[n keys\]: −∞ outside the window, 0 inside.
    fn mask(&self, n: usize) -> Vec<f32> {
        let mut one_head = Vec::with_capacity(n * n);
        for query in 0..n {
            for key in 0..n {
                one_head.push(if query.abs_diff(key) <= self.window {
                    0.0
                } else {
                    f32::NEG_INFINITY
                });
            }
        }
        one_head.repeat(self.attention.heads)
    }
}

/// Loads the layers of one block, none of which has a bias.
fn load_block(
    loader: Loader<'_>,
    size: BlockSize,
    has_attention_norm: bool,
    compute: &Compute,
) -> Result<Block> {
    let BlockSize {
        width,
        inner,
        activation,
        epsilon,
    } = size;
    let norm = NormKind::Layer;
    let attention_norm = if has_attention_norm {
        let norm = loader.norm_without_bias(norm, "attn_norm", width, epsilon)?;
        Some(norm.load(compute)?)
    } else {
        None
    };
    // The inner layer and its gate are stored in one matrix, one below the other.
    let both = loader.matrix("mlp.Wi", 2 * inner, width)?;
    let inner_layer = Linear::new(both.range(0..inner)?, Vec::new());
    let gate = Linear::new(both.range(inner..2 * inner)?, Vec::new());
    Ok(Block {
        attention_norm,
        query_key_value: loader
            .linear_without_bias("attn.Wqkv", width, 3 * width)?
            .load(compute)?,
        attention_output: loader
            .linear_without_bias("attn.Wo", width, width)?
            .load(compute)?,
        inner_norm: loader
            .norm_without_bias(norm, "mlp_norm", width, epsilon)?
            .load(compute)?,
        inner: inner_layer.with_activation(activation).load(compute)?,
        gate: Some(gate.load(compute)?),
        output: loader
            .linear_without_bias("mlp.Wo", inner, width)?
            .load(compute)?,
    })
}

impl Family for ModernBert {
    fn base(&self) -> &EncoderBase {
        &self.base
    }

    // transformers 4.48 collects the last hidden state before the norm; transformers 5 after it.
    fn all_layers_end_with_final_norm(&self) -> bool {
        false
    }

    fn bias(&self, lengths: &[usize]) -> Result<Option<Bias>> {
        // If every text fits into the window, nothing has to be masked.
        if lengths.iter().all(|n| *n <= self.window + 1) {
            return Ok(None);
        }
        Ok(Some(bias_by_length(lengths, |n| self.mask(n))))
    }

    fn block(
        &self,
        index: usize,
        x: &Activations,
        lengths: &[usize],
        bias: Option<&Bias>,
    ) -> Result<Activations> {
        let block = &self.blocks[index];
        Ok(if index.is_multiple_of(self.global_every) {
            let rotation = Some(&self.global_rotation);
            block.forward(x, &self.attention, lengths, None, rotation)?
        } else {
            let rotation = Some(&self.local_rotation);
            block.forward(x, &self.attention, lengths, bias, rotation)?
        })
    }
}
