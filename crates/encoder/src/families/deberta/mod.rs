//! DeBERTa (He et al. 2021), v1 and v2/v3: attention also between contents and distances.

mod common;
mod convolution;
mod distances;

use candle_core::Tensor;

use self::common::Common;
use self::convolution::Convolution;
use self::distances::{DistanceAttention, Distances};
use super::post_norm::{self, Block, Names};
use super::{Family, Frame, Loading, Size, wanted};
use crate::EncoderError;
use crate::config::Fields;
use crate::kernel::Activation;
use crate::layers::{Attention, Bias, Linear, Loader};
use crate::weights::Weights;

/// A DeBERTa encoder.
#[derive(Debug)]
pub struct Deberta {
    frame: Frame,
    blocks: Vec<DebertaBlock>,
    attention: Attention,
    distances: Option<Distances>,
    convolution: Option<Convolution>,
}

#[derive(Debug)]
struct DebertaBlock {
    block: Block,
    distances: DistanceAttention,
}

static V2: Names = Names {
    query_key_value: ["attention.self.query_proj", "attention.self.key_proj", "attention.self.value_proj"],
    ..post_norm::BERT
};

impl Deberta {
    /// Packs the weights of a DeBERTa v2 or v3.
    ///
    /// # Errors
    /// [`EncoderError`] when a field or tensor is missing or does not fit.
    pub fn load_v2(config: &Fields, weights: Weights, loading: &Loading) -> Result<Self, EncoderError> {
        let common = Common::read(config, loading)?;
        let weights = weights.rooted("embeddings.word_embeddings.weight")?;
        let (width, compute) = (common.size.width, &common.compute);
        let shared = config.flag("share_att_key");
        let blocks = (0..wanted(common.layers, loading))
            .map(|i| {
                let prefix = format!("encoder.layer.{i}.");
                let loader = Loader { weights: &weights, compute, prefix: &prefix };
                let distance = |kind: &str, own: &str, content: &str| {
                    let name = if shared { content } else { own };
                    let name = format!("attention.self.{name}");
                    common.has(kind).then(|| loader.linear(&name, width, width, Activation::Identity)).transpose()
                };
                Ok(DebertaBlock {
                    block: Block::load(loader, &V2, common.size)?,
                    distances: DistanceAttention::new(
                        distance("c2p", "pos_key_proj", "key_proj")?,
                        distance("p2c", "pos_query_proj", "query_proj")?,
                    ),
                })
            })
            .collect::<Result<_, EncoderError>>()?;
        let buckets =
            if config.number("position_buckets", -1.0) >= 1.0 { config.size("position_buckets")? } else { 0 };
        if buckets > 0 && (buckets < 4 || common.farthest <= buckets) {
            return Err(EncoderError::Config("the buckets of its relative attention do not fit".into()));
        }
        let normed = config.text("norm_rel_ebd").unwrap_or("none").split('|').any(|n| n.trim() == "layer_norm");
        let kinds = 1 + ["c2p", "p2c"].iter().filter(|kind| common.types.iter().any(|t| t == *kind)).count();
        Ok(Self {
            distances: common.distances(&weights, buckets, normed)?,
            convolution: Convolution::load(config, &weights, &common)?,
            blocks,
            attention: common.attention(kinds),
            frame: Frame {
                embeddings: common.embeddings(config, &weights)?,
                size: Size { width, layers: common.layers },
                compute: common.compute,
            },
        })
    }

    /// Packs the weights of a DeBERTa v1.
    ///
    /// # Errors
    /// [`EncoderError`] when a field or tensor is missing or does not fit.
    pub fn load_v1(config: &Fields, weights: Weights, loading: &Loading) -> Result<Self, EncoderError> {
        let common = Common::read(config, loading)?;
        if config.flag("talking_head") {
            return Err(EncoderError::Config("DeBERTa with talking_head is not supported".into()));
        }
        let weights = weights.rooted("embeddings.word_embeddings.weight")?;
        let (width, compute) = (common.size.width, &common.compute);
        let blocks = (0..wanted(common.layers, loading))
            .map(|i| {
                let prefix = format!("encoder.layer.{i}.");
                let loader = Loader { weights: &weights, compute, prefix: &prefix };
                let keys = ["attention.self.pos_proj"];
                let keys = common.has("c2p").then(|| loader.without_bias(&keys, width, width, Activation::Identity));
                let queries = common
                    .has("p2c")
                    .then(|| loader.linear("attention.self.pos_q_proj", width, width, Activation::Identity));
                Ok(DebertaBlock {
                    block: Block::with(in_proj(loader, &common)?, loader, &post_norm::BERT, common.size)?,
                    distances: DistanceAttention::new(keys.transpose()?, queries.transpose()?),
                })
            })
            .collect::<Result<_, EncoderError>>()?;
        Ok(Self {
            distances: common.distances(&weights, 0, false)?,
            convolution: None,
            blocks,
            attention: common.attention(1 + common.types.len()),
            frame: Frame {
                embeddings: common.embeddings(config, &weights)?,
                size: Size { width, layers: common.layers },
                compute: common.compute,
            },
        })
    }
}

/// v1 keeps query, key and value of each head together; here they are taken apart: all queries, all keys, all values.
fn in_proj(loader: Loader<'_>, common: &Common) -> Result<Linear, EncoderError> {
    let width = common.size.width;
    let head = width / common.heads;
    let together = loader.matrix("attention.self.in_proj", 3 * width, width)?;
    let rows: Vec<usize> = (0..3)
        .flat_map(|part| (0..common.heads).flat_map(move |h| (0..head).map(move |d| (h * 3 + part) * head + d)))
        .collect();
    let vector = |name: &str| loader.weights.vector(&format!("{}attention.self.{name}", loader.prefix), width);
    let bias = [vector("q_bias")?, vec![0.0; width], vector("v_bias")?].concat();
    Ok(Linear::new(loader.compute, &[together.rows(&rows)?], &bias, Activation::Identity)?)
}

impl Family for Deberta {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn blocks(&self) -> usize {
        self.blocks.len()
    }

    fn block(&self, index: usize, x: &Tensor, lengths: &[usize], _: Option<&Bias>) -> Result<Tensor, EncoderError> {
        let (compute, attention) = (&self.frame.compute, &self.attention);
        let DebertaBlock { block, distances } = &self.blocks[index];
        let query_key_value = block.query_key_value.forward(x)?;
        let bias = self
            .distances
            .as_ref()
            .map(|known| distances.bias(&query_key_value, lengths, known, compute, attention))
            .transpose()?;
        let output = block.attended(compute, x, &query_key_value, attention, lengths, bias.as_ref())?;
        match &self.convolution {
            Some(convolution) if index == 0 => convolution.forward(compute, x, &output, lengths, self.frame.size.width),
            _ => Ok(output),
        }
    }
}
