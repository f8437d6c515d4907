//! BERT on the CPU: candle tensors in panels, every hidden state from one pass.

use candle_core::{Device, Tensor};
use candle_transformers::models::bert::{Config, HiddenAct};

use super::kernel::{Activation, AddNorm, PackedWeight, Projection, SelfAttention, from_panels, to_panels};
use super::weights::{Table, Weights};
use super::{Encoder, EncoderError, HiddenStates, TokenId};

/// A BERT encoder (Devlin et al. 2019) without its pooler.
#[derive(Debug)]
pub struct Bert {
    embeddings: Embeddings,
    blocks: Vec<Block>,
    config: Config,
}

#[derive(Debug)]
struct Embeddings {
    words: Table,
    positions: Table,
    token_types: Table,
    norm: AddNorm,
}

#[derive(Debug)]
struct Block {
    query_key_value: Projection,
    attention_output: Projection,
    attention_norm: AddNorm,
    intermediate: Projection,
    output: Projection,
    output_norm: AddNorm,
}

impl Bert {
    /// Packs a model's weights.
    ///
    /// # Errors
    /// [`EncoderError`] when a tensor is missing or does not fit the configuration.
    pub fn load(weights: &Weights, config: Config) -> Result<Self, EncoderError> {
        let width = config.hidden_size;
        let embeddings = Embeddings {
            words: weights.table("embeddings.word_embeddings.weight", width)?,
            positions: weights.table("embeddings.position_embeddings.weight", width)?,
            token_types: weights.table("embeddings.token_type_embeddings.weight", width)?,
            norm: norm(weights, "embeddings.LayerNorm", &config)?,
        };
        let blocks = (0..config.num_hidden_layers)
            .map(|i| Block::load(weights, &format!("encoder.layer.{i}"), &config))
            .collect::<Result<_, _>>()?;
        Ok(Self { embeddings, blocks, config })
    }

    /// \[tokens, width\] before the embeddings' layer norm, all texts one after the other.
    fn embedded(&self, texts: &[&[TokenId]]) -> Result<Tensor, EncoderError> {
        let width = self.config.hidden_size;
        let count: usize = texts.iter().map(|t| t.len()).sum();
        let mut sums = vec![0.0f32; count * width];
        let places = texts.iter().flat_map(|ids| ids.iter().copied().enumerate());
        for ((position, id), sum) in places.zip(sums.chunks_exact_mut(width)) {
            let unknown = EncoderError::UnknownId { id, vocabulary: self.embeddings.words.entries() };
            self.embeddings.words.add_row(id as usize, sum).ok_or(unknown)?;
            let too_long = EncoderError::TooLong { found: position + 1, most: self.max_tokens() };
            self.embeddings.positions.add_row(position, sum).ok_or(too_long)?;
            let no_type = EncoderError::Weights("there is no embedding for token type 0".into());
            self.embeddings.token_types.add_row(0, sum).ok_or(no_type)?;
        }
        Ok(Tensor::from_vec(sums, (count, width), &Device::Cpu)?)
    }
}

impl Encoder for Bert {
    fn layers(&self) -> usize {
        self.blocks.len()
    }

    fn width(&self) -> usize {
        self.config.hidden_size
    }

    fn max_tokens(&self) -> usize {
        self.embeddings.positions.entries()
    }

    fn encode(&self, texts: &[&[TokenId]]) -> Result<Vec<HiddenStates>, EncoderError> {
        // Once into the thread pool, not once for every operation: a hand-over costs as much as a small product.
        rayon::scope(|_| self.encode_here(texts))
    }
}

impl Bert {
    fn encode_here(&self, texts: &[&[TokenId]]) -> Result<Vec<HiddenStates>, EncoderError> {
        let width = self.width();
        let lengths: Vec<usize> = texts.iter().map(|t| t.len()).collect();
        if lengths.iter().sum::<usize>() == 0 {
            let empty = || HiddenStates::new(vec![Vec::new(); self.layers() + 1], 0, width);
            return Ok(texts.iter().map(|_| empty()).collect());
        }
        let mut x = to_panels(&self.embedded(texts)?)?;
        x = self.embeddings.norm.forward(&x, &x.zeros_like()?)?;
        let mut layers = Vec::with_capacity(self.layers() + 1);
        layers.push(from_panels(&x, width)?.flatten_all()?.to_vec1::<f32>()?);
        for block in &self.blocks {
            x = block.forward(&x, &lengths, &self.config)?;
            layers.push(from_panels(&x, width)?.flatten_all()?.to_vec1::<f32>()?);
        }
        let mut first = 0;
        Ok(lengths
            .into_iter()
            .map(|length| {
                let range = first * width..(first + length) * width;
                first += length;
                HiddenStates::new(layers.iter().map(|l| l[range.clone()].to_vec()).collect(), length, width)
            })
            .collect())
    }
}

impl Block {
    fn load(weights: &Weights, prefix: &str, config: &Config) -> Result<Self, EncoderError> {
        let (width, inner) = (config.hidden_size, config.intermediate_size);
        let activation = match config.hidden_act {
            HiddenAct::Gelu => Activation::Gelu,
            HiddenAct::GeluApproximate => Activation::GeluTanh,
            HiddenAct::Relu => Activation::Relu,
        };
        let projection = |names: &[&str], outputs: usize, inputs: usize, activation: Activation| {
            let mut parts = Vec::new();
            let mut bias = Vec::new();
            for name in names {
                parts.push(weights.matrix(&format!("{prefix}.{name}.weight"), outputs, inputs)?);
                bias.extend(weights.vector(&format!("{prefix}.{name}.bias"), outputs)?);
            }
            Ok::<_, EncoderError>(Projection::new(PackedWeight::pack(&parts)?, &bias, activation)?)
        };
        let identity = Activation::Identity;
        Ok(Self {
            query_key_value: projection(
                &["attention.self.query", "attention.self.key", "attention.self.value"],
                width,
                width,
                identity,
            )?,
            attention_output: projection(&["attention.output.dense"], width, width, identity)?,
            attention_norm: norm(weights, &format!("{prefix}.attention.output.LayerNorm"), config)?,
            intermediate: projection(&["intermediate.dense"], inner, width, activation)?,
            output: projection(&["output.dense"], width, inner, identity)?,
            output_norm: norm(weights, &format!("{prefix}.output.LayerNorm"), config)?,
        })
    }

    /// One post-LN transformer block over \[width / 32, tokens, 32\].
    fn forward(&self, x: &Tensor, lengths: &[usize], config: &Config) -> Result<Tensor, EncoderError> {
        let attention = SelfAttention { heads: config.num_attention_heads, width: config.hidden_size, lengths };
        let context = attention.forward(&self.query_key_value.forward(x)?)?;
        let attended = self.attention_norm.forward(&self.attention_output.forward(&context)?, x)?;
        let inner = self.output.forward(&self.intermediate.forward(&attended)?)?;
        Ok(self.output_norm.forward(&inner, &attended)?)
    }
}

fn norm(weights: &Weights, name: &str, config: &Config) -> Result<AddNorm, EncoderError> {
    let gain = weights.vector(&format!("{name}.weight"), config.hidden_size)?;
    let bias = weights.vector(&format!("{name}.bias"), config.hidden_size)?;
    Ok(AddNorm::new(&gain, &bias, config.layer_norm_eps)?)
}
