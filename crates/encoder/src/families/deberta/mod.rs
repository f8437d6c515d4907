//! DeBERTa (He et al. 2021), v1 and v2/v3: attention between contents, and between contents and distances.

mod common;
mod convolution;

use self::common::DebertaConfig;
use self::convolution::Convolution;
use super::distances::{Content, DistanceAttention, Distances};
use super::family::{EncoderBase, Family, LoadOptions, ModelType};
use super::post_norm::{Block, BlockBias};
use crate::compute::Activations;
use crate::config::ModelConfig;
use crate::kernel::{AttentionShape, Bias};
use crate::layers::post_norm::{self, PostNormLayers, TensorNames};
use crate::layers::{Linear, Loader};
use crate::weights::Checkpoint;
use crate::{Compute, EncoderError, Result};

pub struct Deberta {
    base: EncoderBase,
    blocks: Vec<DebertaBlock>,
    attention: AttentionShape,
    distances: Option<Distances>,
    convolution: Option<Convolution>,
}

struct DebertaBlock {
    block: Block,
    distances: DistanceAttention,
}

/// The versions by their layers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    V1,
    /// v2 and v3 that project distances with layers of their own.
    V2,
    /// v2 and v3 that project distances with the layers of the contents.
    V2Shared,
}

static V2: TensorNames = TensorNames {
    query_key_value: [
        "attention.self.query_proj",
        "attention.self.key_proj",
        "attention.self.value_proj",
    ],
    ..post_norm::BERT
};

impl Deberta {
    pub fn load(
        config: &ModelConfig,
        model_type: ModelType,
        weights: Checkpoint,
        loading: &LoadOptions,
    ) -> Result<Self> {
        let common = DebertaConfig::read(config)?;
        let version = Version::read(config, model_type)?;
        let weights = weights.with_prefix_of("embeddings.word_embeddings.weight")?;
        let attention = common.attention(1 + version.distance_kinds(&common));
        let loaded = loading.blocks(common.layer_count);
        let mut blocks = Vec::with_capacity(loaded);
        for index in 0..loaded {
            let prefix = format!("encoder.layer.{index}.");
            let loader = Loader::new(&weights, &prefix);
            blocks.push(version.load_block(loader, &common, &attention, &loading.compute)?);
        }
        Ok(Self {
            distances: version.load_distances(config, &common, &weights)?,
            convolution: match version {
                Version::V1 => None,
                Version::V2 | Version::V2Shared => Convolution::load(config, &weights, &common)?,
            },
            blocks,
            attention,
            base: EncoderBase {
                embeddings: common.embeddings(config, &weights)?,
                hidden_size: common.size.width,
                layer_count: common.layer_count,
                loaded,
                final_norm: None,
                compute: loading.compute.clone(),
            },
        })
    }
}

impl Version {
    fn read(config: &ModelConfig, model_type: ModelType) -> Result<Self> {
        if model_type != ModelType::Deberta {
            return Ok(if config.flag("share_att_key", false)? {
                Self::V2Shared
            } else {
                Self::V2
            });
        }
        Ok(Self::V1)
    }

    /// How many kinds of attention scores are added to those between contents.
    fn distance_kinds(self, common: &DebertaConfig) -> usize {
        match self {
            // transformers counts the list in v1, and the kinds it looks for in v2.
            Self::V1 => common.attention_types.len(),
            Self::V2 | Self::V2Shared => {
                usize::from(common.lists("c2p")) + usize::from(common.lists("p2c"))
            }
        }
    }

    fn load_block(
        self,
        loader: Loader<'_>,
        common: &DebertaConfig,
        attention: &AttentionShape,
        compute: &Compute,
    ) -> Result<DebertaBlock> {
        let [key_name, query_name] = self.distance_layers();
        let width = common.size.width;
        let mut projections = Vec::new();
        if common.has("c2p") {
            let keys = match self {
                Self::V1 => loader.linear_without_bias(key_name, width, width)?,
                Self::V2 | Self::V2Shared => loader.linear(key_name, width, width)?,
            };
            projections.push((Content::Query, keys));
        }
        if common.has("p2c") {
            projections.push((Content::Key, loader.linear(query_name, width, width)?));
        }
        let distances = DistanceAttention::new(&projections)?;
        let layers = match self {
            Self::V1 => {
                let query_key_value = in_proj(loader, common)?;
                PostNormLayers::with(query_key_value, loader, &post_norm::BERT, common.size)?
            }
            Self::V2 | Self::V2Shared => PostNormLayers::load(loader, &V2, common.size)?,
        };
        Ok(DebertaBlock {
            block: Block::new(layers, attention, compute)?,
            distances,
        })
    }

    /// The layers that project distances to keys and to queries.
    fn distance_layers(self) -> [&'static str; 2] {
        match self {
            Self::V1 => ["attention.self.pos_proj", "attention.self.pos_q_proj"],
            Self::V2 => [
                "attention.self.pos_key_proj",
                "attention.self.pos_query_proj",
            ],
            Self::V2Shared => ["attention.self.key_proj", "attention.self.query_proj"],
        }
    }

    fn load_distances(
        self,
        config: &ModelConfig,
        common: &DebertaConfig,
        weights: &Checkpoint,
    ) -> Result<Option<Distances>> {
        if self == Self::V1 {
            return common.distances(weights, 0, false);
        }
        let buckets = config.optional_size("position_buckets")?.unwrap_or(0);
        if buckets > 0 && (buckets < 4 || common.max_distance <= buckets) {
            return Err(EncoderError::Config(
                "the buckets of its relative attention are not valid".into(),
            ));
        }
        let norms = config.text("norm_rel_ebd")?.unwrap_or("none");
        let normed = norms.split('|').any(|norm| norm.trim() == "layer_norm");
        common.distances(weights, buckets, normed)
    }
}

/// v1 stores query, key and value of each head together; here they become three layers.
fn in_proj(loader: Loader<'_>, common: &DebertaConfig) -> Result<[Linear; 3]> {
    let width = common.size.width;
    let together = loader.matrix("attention.self.in_proj", 3 * width, width)?;
    let query_bias = loader.vector("attention.self.q_bias", width)?;
    let value_bias = loader.vector("attention.self.v_bias", width)?;
    Ok([
        Linear::new(together.rows(&rows_of_part(common, 0))?, query_bias),
        Linear::new(together.rows(&rows_of_part(common, 1))?, vec![0.0; width]),
        Linear::new(together.rows(&rows_of_part(common, 2))?, value_bias),
    ])
}

/// The rows of the queries (0), keys (1) or values (2) of all heads.
fn rows_of_part(common: &DebertaConfig, part: usize) -> Vec<usize> {
    let head_size = common.size.width / common.heads;
    let mut rows = Vec::with_capacity(common.size.width);
    for head in 0..common.heads {
        let start = (head * 3 + part) * head_size;
        rows.extend(start..start + head_size);
    }
    rows
}

impl Family for Deberta {
    fn base(&self) -> &EncoderBase {
        &self.base
    }

    fn block(
        &self,
        index: usize,
        x: &Activations,
        lengths: &[usize],
        _: Option<&Bias>,
    ) -> Result<Activations> {
        let DebertaBlock { block, distances } = &self.blocks[index];
        let bias = match &self.distances {
            Some(table) => BlockBias::Distances(distances, table),
            None => BlockBias::Fixed(None),
        };
        let output = block.forward(x, &self.attention, lengths, bias)?;
        match &self.convolution {
            Some(convolution) if index == 0 => {
                let output =
                    convolution.forward(&*x.to_panels()?, &*output.to_panels()?, lengths)?;
                Ok(self.base.compute.import(output, lengths.len())?)
            }
            _ => Ok(output),
        }
    }
}
