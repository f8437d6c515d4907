//! DeBERTa (He et al. 2021), v1 and v2/v3: attention between contents, and between contents and distances.

mod common;
mod convolution;
mod distances;

use candle_core::Tensor;

use self::common::DebertaConfig;
use self::convolution::Convolution;
use self::distances::{DistanceAttention, Distances};
use super::family::{EncoderBase, EncoderSize, Family, LoadOptions};
use super::post_norm::Block;
use crate::EncoderError;
use crate::config::ModelConfig;
use crate::kernel::Activation;
use crate::layers::post_norm::{self, PostNormLayers, TensorNames};
use crate::layers::{Attention, Bias, Linear, Loader};
use crate::weights::Checkpoint;

/// A DeBERTa encoder.
pub struct Deberta {
    base: EncoderBase,
    blocks: Vec<DebertaBlock>,
    attention: Attention,
    distances: Option<Distances>,
    convolution: Option<Convolution>,
}

struct DebertaBlock {
    block: Block,
    distances: DistanceAttention,
}

static V2: TensorNames = TensorNames {
    query_key_value: ["attention.self.query_proj", "attention.self.key_proj", "attention.self.value_proj"],
    ..post_norm::BERT
};

impl Deberta {
    /// Packs the weights of a DeBERTa v2 or v3.
    ///
    /// # Errors
    /// [`EncoderError`] when a field or tensor is missing or has the wrong shape.
    pub fn load_v2(config: &ModelConfig, weights: Checkpoint, loading: &LoadOptions) -> Result<Self, EncoderError> {
        let common = DebertaConfig::read(config)?;
        let weights = weights.with_prefix_of("embeddings.word_embeddings.weight")?;
        let (width, compute) = (common.size.width, loading.compute.clone());
        let shared = config.flag("share_att_key", false)?;
        let types = &common.attention_types;
        let attention =
            common.attention(1 + ["c2p", "p2c"].iter().filter(|kind| types.iter().any(|t| t == *kind)).count());
        let blocks = (0..loading.blocks(common.layer_count))
            .map(|i| {
                let prefix = format!("encoder.layer.{i}.");
                let loader = Loader { weights: &weights, prefix: &prefix };
                let distance = |kind: &str, own: &str, content: &str| {
                    let name = format!("attention.self.{}", if shared { content } else { own });
                    let linear = || loader.linear(&name, width, width, Activation::Identity);
                    common.has(kind).then(linear).transpose()
                };
                let [keys, queries] =
                    [distance("c2p", "pos_key_proj", "key_proj")?, distance("p2c", "pos_query_proj", "query_proj")?];
                Ok(DebertaBlock {
                    block: Block::new(PostNormLayers::load(loader, &V2, common.size)?, &attention, &compute)?,
                    distances: DistanceAttention::new(keys, queries)?,
                })
            })
            .collect::<Result<_, EncoderError>>()?;
        let buckets = config.optional_size("position_buckets")?.unwrap_or(0);
        if buckets > 0 && (buckets < 4 || common.max_distance <= buckets) {
            return Err(EncoderError::Config("the buckets of its relative attention are not valid".into()));
        }
        let normed = config.text("norm_rel_ebd")?.unwrap_or("none").split('|').any(|n| n.trim() == "layer_norm");
        Ok(Self {
            distances: common.distances(&weights, buckets, normed)?,
            convolution: Convolution::load(config, &weights, &common)?,
            blocks,
            attention,
            base: EncoderBase {
                embeddings: common.embeddings(config, &weights)?,
                size: EncoderSize { hidden_size: width, layer_count: common.layer_count },
                compute,
            },
        })
    }

    /// Packs the weights of a DeBERTa v1.
    ///
    /// # Errors
    /// [`EncoderError`] when a field or tensor is missing or has the wrong shape.
    pub fn load_v1(config: &ModelConfig, weights: Checkpoint, loading: &LoadOptions) -> Result<Self, EncoderError> {
        let common = DebertaConfig::read(config)?;
        if config.flag("talking_head", false)? {
            return Err(EncoderError::Config("DeBERTa with talking_head is not supported".into()));
        }
        let weights = weights.with_prefix_of("embeddings.word_embeddings.weight")?;
        let (width, compute) = (common.size.width, loading.compute.clone());
        let attention = common.attention(1 + common.attention_types.len());
        let blocks = (0..loading.blocks(common.layer_count))
            .map(|i| {
                let prefix = format!("encoder.layer.{i}.");
                let loader = Loader { weights: &weights, prefix: &prefix };
                let identity = Activation::Identity;
                let keys = || loader.without_bias("attention.self.pos_proj", width, width, identity);
                let queries = || loader.linear("attention.self.pos_q_proj", width, width, identity);
                let [keys, queries] =
                    [common.has("c2p").then(keys).transpose()?, common.has("p2c").then(queries).transpose()?];
                let layers = PostNormLayers::with(in_proj(loader, &common)?, loader, &post_norm::BERT, common.size)?;
                Ok(DebertaBlock {
                    block: Block::new(layers, &attention, &compute)?,
                    distances: DistanceAttention::new(keys, queries)?,
                })
            })
            .collect::<Result<_, EncoderError>>()?;
        Ok(Self {
            distances: common.distances(&weights, 0, false)?,
            convolution: None,
            blocks,
            attention,
            base: EncoderBase {
                embeddings: common.embeddings(config, &weights)?,
                size: EncoderSize { hidden_size: width, layer_count: common.layer_count },
                compute,
            },
        })
    }
}

/// v1 stores query, key and value of each head together; here they become three layers.
fn in_proj(loader: Loader<'_>, common: &DebertaConfig) -> Result<[Linear; 3], EncoderError> {
    let width = common.size.width;
    let head = width / common.heads;
    let together = loader.matrix("attention.self.in_proj", 3 * width, width)?;
    let part = |part: usize, bias: Vec<f32>| -> Result<Linear, EncoderError> {
        let rows = (0..common.heads).flat_map(|h| (0..head).map(move |d| (h * 3 + part) * head + d));
        Ok(Linear::new(together.rows(&rows.collect::<Vec<_>>())?, bias, Activation::Identity))
    };
    let bias = |name: &str| loader.weights.vector(&format!("{}attention.self.{name}", loader.prefix), width);
    Ok([part(0, bias("q_bias")?)?, part(1, vec![0.0; width])?, part(2, bias("v_bias")?)?])
}

impl Family for Deberta {
    fn base(&self) -> &EncoderBase {
        &self.base
    }

    fn blocks(&self) -> usize {
        self.blocks.len()
    }

    fn block(&self, index: usize, x: &Tensor, lengths: &[usize], _: Option<&Bias>) -> Result<Tensor, EncoderError> {
        let DebertaBlock { block, distances } = &self.blocks[index];
        let output = block.forward(x, &self.attention, lengths, |content| {
            let bias = |known| distances.bias(&content()?, lengths, known, &self.attention);
            self.distances.as_ref().map(bias).transpose()
        })?;
        match &self.convolution {
            Some(convolution) if index == 0 => {
                let EncoderBase { compute, size, .. } = &self.base;
                let input = compute.export_panels(x)?;
                let output =
                    convolution.forward(&input, &compute.export_panels(&output)?, lengths, size.hidden_size)?;
                Ok(compute.import_panels(output, lengths.len(), size.hidden_size)?)
            }
            _ => Ok(output),
        }
    }
}
