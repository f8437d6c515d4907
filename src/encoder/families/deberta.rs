//! DeBERTa (He et al. 2021), v1 and v2/v3: attention also between contents and distances.

use std::sync::{Arc, Mutex, PoisonError};

use candle_core::{D, Tensor};

use super::buckets::signed_log_bucket;
use super::embeddings::{Embeddings, Places};
use super::post_norm::{Block, BlockSize, Names};
use super::{Family, Loading, Size, post_norm, wanted};
use crate::encoder::EncoderError;
use crate::encoder::config::Fields;
use crate::encoder::kernel::Activation;
use crate::encoder::layers::{Attention, Bias, Compute, Linear, Loader, Norm, activation};
use crate::encoder::weights::Weights;

/// A DeBERTa encoder.
#[derive(Debug)]
pub struct Deberta {
    compute: Compute,
    embeddings: Embeddings,
    blocks: Vec<DebertaBlock>,
    attention: Attention,
    distances: Option<Distances>,
    convolution: Option<Convolution>,
    size: Size,
}

#[derive(Debug)]
struct DebertaBlock {
    block: Block,
    /// Distances as keys, for the content's queries ("c2p").
    keys: Option<Linear>,
    /// Distances as queries, for the content's keys ("p2c").
    queries: Option<Linear>,
    /// What they gave for the distances up to some length.
    projected: Mutex<Option<Arc<Projected>>>,
}

/// Rows for the distances −(reach − 1) … reach − 1, \[heads, features, rows\].
#[derive(Debug)]
struct Projected {
    reach: usize,
    keys: Option<Tensor>,
    queries: Option<Tensor>,
}

/// The embedding of distances.
#[derive(Debug)]
struct Distances {
    /// \[2 · span, width\].
    embeddings: Tensor,
    span: usize,
    /// 0 for none.
    buckets: usize,
    farthest: usize,
}

/// What v2-xlarge adds to the output of its first block.
#[derive(Debug)]
struct Convolution {
    /// One for each place of the kernel, their sum being the convolution.
    taps: Vec<Linear>,
    bias: Tensor,
    activation: Activation,
    norm: Norm,
}

static V2: Names = Names {
    query_key_value: ["attention.self.query_proj", "attention.self.key_proj", "attention.self.value_proj"],
    ..post_norm::BERT
};

/// What both versions read alike.
struct Common {
    compute: Compute,
    size: BlockSize,
    heads: usize,
    layers: usize,
    types: Vec<String>,
    relative: bool,
    farthest: usize,
}

impl Common {
    fn read(config: &Fields, loading: &Loading) -> Result<Self, EncoderError> {
        let (width, heads) = config.width_and_heads("hidden_size", "num_attention_heads")?;
        if config.get("attention_head_size").is_some_and(|size| size.as_u64() != Some((width / heads) as u64)) {
            return Err(EncoderError::Config("DeBERTa with an attention_head_size of its own is not supported".into()));
        }
        let positions = config.size_or("max_position_embeddings", 512)?;
        let types = match config.get("pos_att_type") {
            Some(serde_json::Value::String(text)) => text.split('|').map(|t| t.trim().to_lowercase()).collect(),
            Some(serde_json::Value::Array(list)) => {
                list.iter().filter_map(|t| t.as_str()).map(|t| t.trim().to_lowercase()).collect()
            }
            _ => Vec::new(),
        };
        if let Some(other) = types.iter().find(|t| !matches!(t.as_str(), "c2p" | "p2c")) {
            return Err(EncoderError::Config(format!("the attention {other:?} of DeBERTa is not supported")));
        }
        Ok(Self {
            compute: loading.compute.clone(),
            size: BlockSize {
                width,
                inner: config.size("intermediate_size")?,
                activation: config.activation("hidden_act", "gelu")?,
                epsilon: config.number("layer_norm_eps", 1e-7),
            },
            heads,
            layers: config.layers("num_hidden_layers")?,
            types,
            relative: config.flag("relative_attention"),
            farthest: match config.number("max_relative_positions", -1.0) {
                n if n >= 1.0 => config.size("max_relative_positions")?,
                _ => positions,
            },
        })
    }

    fn has(&self, kind: &str) -> bool {
        self.relative && self.types.iter().any(|t| t == kind)
    }

    /// The scale of each of the one to three kinds of products.
    fn attention(&self, kinds: usize) -> Attention {
        let head = self.size.width / self.heads;
        Attention { heads: self.heads, width: self.size.width, scale: 1.0 / ((head * kinds) as f32).sqrt() }
    }

    fn embeddings(&self, config: &Fields, weights: &Weights) -> Result<Embeddings, EncoderError> {
        let own = config.size_or("embedding_size", self.size.width)?;
        let loader = Loader { weights, compute: &self.compute, prefix: "embeddings." };
        let places = config.get("position_biased_input").is_none_or(|v| v.as_bool() != Some(false));
        let has_types = config.count_or("type_vocab_size", 0)? > 0;
        let identity = Activation::Identity;
        Ok(Embeddings {
            words: weights.table("embeddings.word_embeddings.weight", own)?,
            places: if places {
                Places::FromZero(weights.table("embeddings.position_embeddings.weight", own)?)
            } else {
                Places::None
            },
            token_type: if has_types {
                weights.table("embeddings.token_type_embeddings.weight", own)?.row(0)
            } else {
                None
            },
            projection_before: (own != self.size.width)
                .then(|| loader.without_bias(&["embed_proj"], own, self.size.width, identity))
                .transpose()?,
            norm: Some(loader.norm("LayerNorm", self.size.width, self.size.epsilon)?),
            projection_after: None,
        })
    }

    fn distances(&self, weights: &Weights, buckets: usize, normed: bool) -> Result<Option<Distances>, EncoderError> {
        if !self.relative {
            return Ok(None);
        }
        let (width, span) = (self.size.width, if buckets > 0 { buckets } else { self.farthest });
        let numbers = weights.numbers("encoder.rel_embeddings.weight", &[2 * span, width])?;
        let mut x = self.compute.enter(numbers, 2 * span, width)?;
        if normed {
            let loader = Loader { weights, compute: &self.compute, prefix: "encoder." };
            x = loader.norm("LayerNorm", width, self.size.epsilon)?.forward(&x, None)?;
        }
        let embeddings = self.compute.rows(&x, width)?;
        Ok(Some(Distances { embeddings, span, buckets, farthest: self.farthest }))
    }
}

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
                    keys: distance("c2p", "pos_key_proj", "key_proj")?,
                    queries: distance("p2c", "pos_query_proj", "query_proj")?,
                    projected: Mutex::default(),
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
            embeddings: common.embeddings(config, &weights)?,
            distances: common.distances(&weights, buckets, normed)?,
            convolution: Convolution::load(config, &weights, &common)?,
            blocks,
            attention: common.attention(kinds),
            size: Size { width, layers: common.layers },
            compute: common.compute,
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
                Ok(DebertaBlock {
                    block: Block::with(in_proj(loader, &common)?, loader, &post_norm::BERT, common.size)?,
                    keys: common
                        .has("c2p")
                        .then(|| loader.without_bias(&keys, width, width, Activation::Identity))
                        .transpose()?,
                    queries: common
                        .has("p2c")
                        .then(|| loader.linear("attention.self.pos_q_proj", width, width, Activation::Identity))
                        .transpose()?,
                    projected: Mutex::default(),
                })
            })
            .collect::<Result<_, EncoderError>>()?;
        Ok(Self {
            embeddings: common.embeddings(config, &weights)?,
            distances: common.distances(&weights, 0, false)?,
            convolution: None,
            blocks,
            attention: common.attention(1 + common.types.len()),
            size: Size { width, layers: common.layers },
            compute: common.compute,
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

impl Convolution {
    fn load(config: &Fields, weights: &Weights, common: &Common) -> Result<Option<Self>, EncoderError> {
        let places = config.count_or("conv_kernel_size", 0)?;
        if places == 0 {
            return Ok(None);
        }
        if places.is_multiple_of(2) || config.size_or("conv_groups", 1)? != 1 {
            return Err(EncoderError::Config("this convolution of DeBERTa is not supported".into()));
        }
        let width = common.size.width;
        let numbers = weights.numbers("encoder.conv.conv.weight", &[width, width, places])?;
        let taps = (0..places)
            .map(|place| {
                let bytes: Vec<u8> = numbers.iter().skip(place).step_by(places).flat_map(|n| n.to_le_bytes()).collect();
                let matrix = crate::encoder::weights::Matrix::in_memory(bytes, width, width);
                Linear::new(&common.compute, &[matrix], &[], Activation::Identity)
            })
            .collect::<Result<_, _>>()?;
        let bias = weights.vector("encoder.conv.conv.bias", width)?;
        let loader = Loader { weights, compute: &common.compute, prefix: "encoder.conv." };
        Ok(Some(Self {
            taps,
            bias: Tensor::new(bias, common.compute.device())?,
            activation: activation(config.text("conv_act").unwrap_or("tanh"))?,
            norm: loader.norm("LayerNorm", width, common.size.epsilon)?,
        }))
    }

    /// norm(`output` + activation(convolution of `input` over the tokens of each text)).
    fn forward(
        &self,
        compute: &Compute,
        input: &Tensor,
        output: &Tensor,
        lengths: &[usize],
        width: usize,
    ) -> Result<Tensor, EncoderError> {
        let middle = self.taps.len() / 2;
        let mut texts = Vec::new();
        let taps: Vec<Tensor> =
            self.taps.iter().map(|tap| compute.rows(&tap.forward(input)?, width)).collect::<Result<_, _>>()?;
        let mut first = 0;
        for &n in lengths.iter().filter(|n| **n > 0) {
            let mut sum = Tensor::zeros((n, width), taps[0].dtype(), taps[0].device())?;
            for (place, tap) in taps.iter().enumerate() {
                // Token t takes this tap of token t + place − middle; beyond the text there is nothing.
                let (before, after) = (middle.saturating_sub(place), place.saturating_sub(middle));
                if before + after < n {
                    let rows = tap.narrow(0, first + after, n - before - after)?;
                    sum = (sum + rows.pad_with_zeros(0, before, after)?)?;
                }
            }
            texts.push(sum);
            first += n;
        }
        let sum = Tensor::cat(&texts, 0)?.broadcast_add(&self.bias)?;
        let active = match self.activation {
            Activation::Identity => sum,
            Activation::Gelu => sum.gelu_erf()?,
            Activation::GeluTanh => sum.gelu()?,
            Activation::Relu => sum.relu()?,
            Activation::Silu => sum.silu()?,
            Activation::Tanh => sum.tanh()?,
        };
        Ok(self.norm.forward(&compute.from_rows(&active)?, Some(output))?)
    }
}

impl Distances {
    /// The row of the embedding of distances for `query − key`.
    fn row(&self, distance: i64) -> u32 {
        let bucket = signed_log_bucket(distance, self.buckets, self.farthest);
        (bucket + self.span as i64).clamp(0, 2 * self.span as i64 - 1) as u32
    }
}

impl DebertaBlock {
    /// Keys and queries of all distances in a text of n tokens; made again, for twice as many, when n is more than before.
    fn projected(
        &self,
        n: usize,
        distances: &Distances,
        compute: &Compute,
        attention: &Attention,
    ) -> Result<Arc<Projected>, EncoderError> {
        let mut known = self.projected.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.as_ref().filter(|known| known.reach >= n) {
            return Ok(Arc::clone(known));
        }
        let reach = n.next_power_of_two().max(32);
        let rows: Vec<u32> = (1 - reach as i64..reach as i64).map(|distance| distances.row(distance)).collect();
        let count = rows.len();
        let rows = Tensor::new(rows, distances.embeddings.device())?;
        let x = compute.from_rows(&distances.embeddings.index_select(&rows, 0)?)?;
        let heads = |linear: &Linear| -> Result<Tensor, EncoderError> {
            let y = compute.rows(&linear.forward(&x)?, attention.width)?;
            let y = y.reshape((count, attention.heads, attention.width / attention.heads))?;
            Ok(y.permute((1, 2, 0))?.contiguous()?)
        };
        let projected = Arc::new(Projected {
            reach,
            keys: self.keys.as_ref().map(heads).transpose()?,
            queries: self.queries.as_ref().map(heads).transpose()?,
        });
        *known = Some(Arc::clone(&projected));
        Ok(projected)
    }

    /// scale · (content·distance + distance·content) for each text.
    fn bias(
        &self,
        query_key_value: &Tensor,
        lengths: &[usize],
        distances: &Distances,
        compute: &Compute,
        attention: &Attention,
    ) -> Result<Bias, EncoderError> {
        let (heads, width) = (attention.heads, attention.width);
        let all = compute.rows(query_key_value, 3 * width)?;
        let mut first = 0;
        lengths
            .iter()
            .map(|&n| {
                if n == 0 {
                    return Ok(Vec::new().into());
                }
                let projected = self.projected(n, distances, compute, attention)?;
                let content = |part: usize| -> candle_core::Result<Tensor> {
                    let rows = all.narrow(0, first, n)?.narrow(1, part * width, width)?;
                    rows.reshape((n, heads, width / heads))?.transpose(0, 1)?.contiguous()
                };
                // Only the 2n − 1 distances that occur; column i − j + n − 1 is that of query i and key j.
                let near = |table: &Tensor| table.narrow(D::Minus1, projected.reach - n, 2 * n - 1)?.contiguous();
                let columns = |query: usize, key: usize| query + n - 1 - key;
                let mut bias = vec![0.0f32; heads * n * n];
                if let Some(keys) = &projected.keys {
                    let products = content(0)?.matmul(&near(keys)?)?.flatten_all()?.to_vec1::<f32>()?;
                    add(&mut bias, n, |head, i, j| products[(head * n + i) * (2 * n - 1) + columns(i, j)]);
                }
                if let Some(queries) = &projected.queries {
                    let products = content(1)?.matmul(&near(queries)?)?.flatten_all()?.to_vec1::<f32>()?;
                    add(&mut bias, n, |head, i, j| products[(head * n + j) * (2 * n - 1) + columns(i, j)]);
                }
                bias.iter_mut().for_each(|b| *b *= attention.scale);
                first += n;
                Ok(bias.into())
            })
            .collect()
    }
}

/// Adds `value(head, query, key)` to \[heads\]\[queries\]\[keys\].
fn add(bias: &mut [f32], n: usize, value: impl Fn(usize, usize, usize) -> f32) {
    for (row, bias) in bias.chunks_exact_mut(n).enumerate() {
        for (key, bias) in bias.iter_mut().enumerate() {
            *bias += value(row / n, row % n, key);
        }
    }
}

impl Family for Deberta {
    fn size(&self) -> Size {
        self.size
    }

    fn compute(&self) -> &Compute {
        &self.compute
    }

    fn embeddings(&self) -> &Embeddings {
        &self.embeddings
    }

    fn blocks(&self) -> usize {
        self.blocks.len()
    }

    fn block(&self, index: usize, x: &Tensor, lengths: &[usize], _: Option<&Bias>) -> Result<Tensor, EncoderError> {
        let (compute, attention) = (&self.compute, &self.attention);
        let DebertaBlock { block, .. } = &self.blocks[index];
        let query_key_value = block.query_key_value.forward(x)?;
        let bias = self
            .distances
            .as_ref()
            .map(|distances| self.blocks[index].bias(&query_key_value, lengths, distances, compute, attention))
            .transpose()?;
        let output = block.attended(compute, x, &query_key_value, attention, lengths, bias.as_ref())?;
        match &self.convolution {
            Some(convolution) if index == 0 => convolution.forward(compute, x, &output, lengths, self.size.width),
            _ => Ok(output),
        }
    }
}
