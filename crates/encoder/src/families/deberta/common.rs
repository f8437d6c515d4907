//! The configuration fields that DeBERTa v1, v2 and v3 share.

use super::distances::Distances;
use crate::config::ModelConfig;
use crate::families::embeddings::{Embeddings, Positions};
use crate::kernel::{Activation, Panels};
use crate::layers::post_norm::BlockSize;
use crate::layers::{Attention, Loader};
use crate::weights::Checkpoint;
use crate::{EncoderError, Result};

/// The configuration that all versions share.
pub struct DebertaConfig {
    /// Sizes of a block.
    pub size: BlockSize,
    /// Attention heads.
    pub heads: usize,
    /// Layers of the model.
    pub layer_count: usize,
    /// Kinds of attention besides content-to-content: `c2p`, `p2c`.
    pub attention_types: Vec<String>,
    /// Whether attention uses relative positions.
    pub relative: bool,
    /// The largest distance with an embedding of its own; larger ones share the last.
    pub max_distance: usize,
}

impl DebertaConfig {
    /// Reads config.json.
    pub fn read(config: &ModelConfig) -> Result<Self> {
        let (width, heads) = config.hidden_size_and_heads("hidden_size", "num_attention_heads")?;
        if config
            .get("attention_head_size")
            .is_some_and(|size| size.as_u64() != Some((width / heads) as u64))
        {
            return Err(EncoderError::Config(
                "DeBERTa with an attention_head_size other than hidden_size / num_attention_heads is not supported"
                    .into(),
            ));
        }
        let positions = config.size_or("max_position_embeddings", 512)?;
        let types = config.texts("pos_att_type")?;
        let types: Vec<String> = types
            .iter()
            .map(|kind| kind.trim().to_lowercase())
            .collect();
        if let Some(other) = types.iter().find(|t| !matches!(t.as_str(), "c2p" | "p2c")) {
            return Err(EncoderError::Config(format!(
                "DeBERTa attention of type {other:?} is not supported"
            )));
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
            attention_types: types,
            relative: config.flag("relative_attention", false)?,
            max_distance: config
                .optional_size("max_relative_positions")?
                .unwrap_or(positions),
        })
    }

    /// Whether the model has a kind of attention.
    pub fn has(&self, kind: &str) -> bool {
        self.relative && self.attention_types.iter().any(|t| t == kind)
    }

    /// The scale of each kind of attention score, of which there are one to three.
    pub fn attention(&self, kinds: usize) -> Attention {
        let head = self.size.width / self.heads;
        Attention {
            heads: self.heads,
            width: self.size.width,
            scale: 1.0 / ((head * kinds) as f32).sqrt(),
        }
    }

    /// The embeddings.
    pub fn embeddings(&self, config: &ModelConfig, weights: &Checkpoint) -> Result<Embeddings> {
        let own = config.size_or("embedding_size", self.size.width)?;
        let loader = Loader {
            weights,
            prefix: "embeddings.",
        };
        let places = config.flag("position_biased_input", true)?;
        let has_types = config.count_or("type_vocab_size", 0)? > 0;
        let identity = Activation::Identity;
        Ok(Embeddings {
            words: weights.table("embeddings.word_embeddings.weight", own)?,
            positions: if places {
                Positions::FromZero(weights.table("embeddings.position_embeddings.weight", own)?)
            } else {
                Positions::None
            },
            token_type: if has_types {
                weights
                    .table("embeddings.token_type_embeddings.weight", own)?
                    .row(0)
            } else {
                None
            },
            projection_before: if own == self.size.width {
                None
            } else {
                Some(
                    loader
                        .without_bias("embed_proj", own, self.size.width, identity)?
                        .pack()?,
                )
            },
            norm: Some(
                loader
                    .norm("LayerNorm", self.size.width, self.size.epsilon)?
                    .pack(),
            ),
            projection_after: None,
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
        let (width, span) = (
            self.size.width,
            if buckets > 0 {
                buckets
            } else {
                self.max_distance
            },
        );
        let mut embeddings =
            weights.numbers("encoder.rel_embeddings.weight", &[2 * span, width])?;
        if normed {
            let norm = Loader {
                weights,
                prefix: "encoder.",
            }
            .norm("LayerNorm", width, self.size.epsilon)?
            .pack();
            embeddings = norm
                .forward(&Panels::from_rows(&embeddings, width), None)
                .to_rows();
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
