//! The configuration fields and layers that DeBERTa v1, v2 and v3 share.

use crate::config::ModelConfig;
use crate::families::distances::Distances;
use crate::families::embeddings::{Embeddings, Positions};
use crate::kernel::{AttentionShape, Panels};
use crate::layers::post_norm::BlockSize;
use crate::layers::{KernelLayer, Loader};
use crate::weights::Checkpoint;
use crate::{EncoderError, Result};

/// The configuration that all versions share.
pub struct DebertaConfig {
    pub size: BlockSize,
    pub heads: usize,
    pub layer_count: usize,
    /// Kinds of attention besides content-to-content: `c2p`, `p2c`.
    pub attention_types: Vec<String>,
    /// Whether attention uses relative positions.
    pub relative: bool,
    /// The largest distance with an embedding of its own; larger ones share the last.
    pub max_distance: usize,
}

impl DebertaConfig {
    pub fn read(config: &ModelConfig) -> Result<Self> {
        let (width, heads) = config.hidden_size_and_heads("hidden_size", "num_attention_heads")?;
        if let Some(size) = config.get("attention_head_size")
            && size.as_u64() != Some((width / heads) as u64)
        {
            return Err(EncoderError::Config(
                "DeBERTa with an attention_head_size other than hidden_size / num_attention_heads is not supported"
                    .into(),
            ));
        }
        let positions = config.size_or("max_position_embeddings", 512)?;
        let mut attention_types = config.texts("pos_att_type")?;
        for kind in &mut attention_types {
            *kind = kind.trim().to_lowercase();
        }
        for kind in &attention_types {
            if !matches!(kind.as_str(), "c2p" | "p2c") {
                return Err(EncoderError::Config(format!(
                    "DeBERTa attention of type {kind:?} is not supported"
                )));
            }
        }
        Ok(Self {
            size: BlockSize {
                width,
                inner: config.size("intermediate_size")?,
                activation: config.activation("hidden_act", "gelu")?,
                epsilon: config.number("layer_norm_eps", 1e-7)?,
            },
            heads,
            layer_count: config.layer_count("num_hidden_layers")?,
            attention_types,
            relative: config.flag("relative_attention", false)?,
            max_distance: config
                .optional_size("max_relative_positions")?
                .unwrap_or(positions),
        })
    }

    /// Whether the model has a kind of attention.
    pub fn has(&self, kind: &str) -> bool {
        self.relative && self.lists(kind)
    }

    /// Whether config.json lists a kind of attention, which counts for the scale even without relative positions.
    pub fn lists(&self, kind: &str) -> bool {
        self.attention_types.iter().any(|listed| listed == kind)
    }

    /// The shape of an attention whose scores are the sum of one to three kinds.
    pub fn attention(&self, kinds: usize) -> AttentionShape {
        let head = self.size.width / self.heads;
        AttentionShape {
            heads: self.heads,
            width: self.size.width,
            scale: 1.0 / ((head * kinds) as f32).sqrt(),
        }
    }

    pub fn embeddings(&self, config: &ModelConfig, weights: &Checkpoint) -> Result<Embeddings> {
        let BlockSize { width, epsilon, .. } = self.size;
        // Some models have narrower embeddings, which a layer then widens.
        let embedding_size = config.size_or("embedding_size", width)?;
        let loader = Loader::new(weights, "embeddings.");
        let has_positions = config.flag("position_biased_input", true)?;
        let has_types = config.count_or("type_vocab_size", 0)? > 0;
        let words = weights.table("embeddings.word_embeddings.weight", embedding_size)?;
        let positions = if has_positions {
            Positions::FromZero(
                weights.table("embeddings.position_embeddings.weight", embedding_size)?,
            )
        } else {
            Positions::None
        };
        let token_type = if has_types {
            weights
                .table("embeddings.token_type_embeddings.weight", embedding_size)?
                .row(0)
        } else {
            None
        };
        let mut layers = Vec::new();
        if embedding_size != width {
            let projection = loader.linear_without_bias("embed_proj", embedding_size, width)?;
            layers.push(KernelLayer::Linear(projection.pack()?));
        }
        let norm = loader.norm("LayerNorm", width, epsilon)?;
        layers.push(KernelLayer::Norm(norm.pack()));
        Ok(Embeddings {
            words,
            positions,
            token_type,
            layers,
        })
    }

    /// The embedding of distances, if the model uses relative positions.
    pub fn distances(
        &self,
        weights: &Checkpoint,
        buckets: usize,
        normed: bool,
    ) -> Result<Option<Distances>> {
        if !self.relative {
            return Ok(None);
        }
        let width = self.size.width;
        let span = if buckets > 0 {
            buckets
        } else {
            self.max_distance
        };
        let mut embeddings =
            weights.numbers("encoder.rel_embeddings.weight", &[2 * span, width])?;
        if normed {
            let norm = Loader::new(weights, "encoder.")
                .norm("LayerNorm", width, self.size.epsilon)?
                .pack();
            let rows = Panels::from_rows(&embeddings, width);
            embeddings = norm.forward(&rows, None).to_rows();
        }
        Ok(Some(Distances {
            embeddings,
            width,
            span,
            buckets,
            max_distance: self.max_distance,
        }))
    }
}
