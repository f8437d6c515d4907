//! DeBERTa (He et al. 2021), v1 and v2/v3: attention between contents, and between contents and distances.

mod common;
mod convolution;
mod distances;

use self::common::DebertaConfig;
use self::convolution::Convolution;
use self::distances::{DistanceAttention, Distances};
use super::family::{EncoderBase, Family, LoadOptions};
use super::post_norm::Block;
use crate::compute::Activations;
use crate::config::ModelConfig;
use crate::kernel::Activation;
use crate::layers::post_norm::{self, PostNormLayers, TensorNames};
use crate::layers::{Attention, Bias, Linear, Loader};
use crate::weights::Checkpoint;
use crate::{EncoderError, Result};

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
    query_key_value: [
        "attention.self.query_proj",
        "attention.self.key_proj",
        "attention.self.value_proj",
    ],
    ..post_norm::BERT
};

impl Deberta {
    /// Packs a model's weights.
    pub fn load(config: &ModelConfig, weights: Checkpoint, loading: &LoadOptions) -> Result<Self> {
        let common = DebertaConfig::read(config)?;
        let is_v1 = config.model_type() == "deberta";
        if is_v1 && config.flag("talking_head", false)? {
            return Err(EncoderError::Config(
                "DeBERTa with talking_head is not supported".into(),
            ));
        }
        let weights = weights.with_prefix_of("embeddings.word_embeddings.weight")?;
        let (width, compute) = (common.size.width, loading.compute.clone());
        let shared = !is_v1 && config.flag("share_att_key", false)?;
        let listed = |kind: &&str| common.attention_types.iter().any(|t| t == kind);
        let kinds = if is_v1 {
            common.attention_types.len()
        } else {
            ["c2p", "p2c"].iter().filter(|kind| listed(kind)).count()
        };
        let attention = common.attention(1 + kinds);
        let blocks = (0..loading.blocks(common.layer_count))
            .map(|i| {
                let prefix = format!("encoder.layer.{i}.");
                let loader = Loader {
                    weights: &weights,
                    prefix: &prefix,
                };
                let linear = |name: &str| {
                    loader.linear(
                        &format!("attention.self.{name}"),
                        width,
                        width,
                        Activation::Identity,
                    )
                };
                let keys = || match (is_v1, shared) {
                    (true, _) => loader.without_bias(
                        "attention.self.pos_proj",
                        width,
                        width,
                        Activation::Identity,
                    ),
                    (false, true) => linear("key_proj"),
                    (false, false) => linear("pos_key_proj"),
                };
                let queries = || match (is_v1, shared) {
                    (true, _) => linear("pos_q_proj"),
                    (false, true) => linear("query_proj"),
                    (false, false) => linear("pos_query_proj"),
                };
                let distances = DistanceAttention::new(
                    common.has("c2p").then(keys).transpose()?,
                    common.has("p2c").then(queries).transpose()?,
                )?;
                let layers = if is_v1 {
                    PostNormLayers::with(
                        in_proj(loader, &common)?,
                        loader,
                        &post_norm::BERT,
                        common.size,
                    )
                } else {
                    PostNormLayers::load(loader, &V2, common.size)
                };
                Ok(DebertaBlock {
                    block: Block::new(layers?, &attention, &compute)?,
                    distances,
                })
            })
            .collect::<Result<_>>()?;
        let buckets = if is_v1 {
            None
        } else {
            config.optional_size("position_buckets")?
        }
        .unwrap_or(0);
        if buckets > 0 && (buckets < 4 || common.max_distance <= buckets) {
            return Err(EncoderError::Config(
                "the buckets of its relative attention are not valid".into(),
            ));
        }
        let norms = if is_v1 {
            None
        } else {
            config.text("norm_rel_ebd")?
        }
        .unwrap_or("none");
        let normed = norms.split('|').any(|n| n.trim() == "layer_norm");
        Ok(Self {
            distances: common.distances(&weights, buckets, normed)?,
            convolution: if is_v1 {
                None
            } else {
                Convolution::load(config, &weights, &common)?
            },
            blocks,
            attention,
            base: EncoderBase {
                embeddings: common.embeddings(config, &weights)?,
                hidden_size: width,
                layer_count: common.layer_count,
                loaded: loading.blocks(common.layer_count),
                final_norm: None,
                compute,
            },
        })
    }
}

/// v1 stores query, key and value of each head together; here they become three layers.
fn in_proj(loader: Loader<'_>, common: &DebertaConfig) -> Result<[Linear; 3]> {
    let width = common.size.width;
    let head = width / common.heads;
    let together = loader.matrix("attention.self.in_proj", 3 * width, width)?;
    let part = |part: usize, bias: Vec<f32>| -> Result<Linear> {
        let rows =
            (0..common.heads).flat_map(|h| (0..head).map(move |d| (h * 3 + part) * head + d));
        Ok(Linear::new(
            together.rows(&rows.collect::<Vec<_>>())?,
            bias,
            Activation::Identity,
        ))
    };
    let bias = |name: &str| {
        loader
            .weights
            .vector(&format!("{}attention.self.{name}", loader.prefix), width)
    };
    Ok([
        part(0, bias("q_bias")?)?,
        part(1, vec![0.0; width])?,
        part(2, bias("v_bias")?)?,
    ])
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
        let output = block.forward(x, &self.attention, lengths, |content| {
            let bias = |known| distances.bias(&content()?, lengths, known, &self.attention);
            self.distances.as_ref().map(bias).transpose()
        })?;
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
