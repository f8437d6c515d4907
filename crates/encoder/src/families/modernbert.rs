//! ModernBERT (Warner et al. 2024): norms before the layers, rotated queries and keys, a gated inner layer, and attention
//! that sees only a window in most blocks.

use std::sync::Arc;

use candle_core::Tensor;

use super::embeddings::{Embeddings, Places};
use super::{Family, Frame, Loading, Size, by_length, wanted};
use crate::EncoderError;
use crate::config::Fields;
use crate::kernel::{Activation, NormKind, Rotation};
use crate::layers::{Attention, Bias, Linear, Loader, Norm};
use crate::weights::Weights;

/// A ModernBERT encoder.
#[derive(Debug)]
pub struct ModernBert {
    frame: Frame,
    blocks: Vec<Block>,
    last_norm: Norm,
    attention: Attention,
    everywhere: Rotation,
    nearby: Rotation,
    /// Distance up to which a block with a window sees.
    window: usize,
    positions: usize,
}

#[derive(Debug)]
struct Block {
    /// The first block has none: the embeddings were normalised.
    attention_norm: Option<Norm>,
    query_key_value: Linear,
    attention_output: Linear,
    inner_norm: Norm,
    inner: Linear,
    gate: Linear,
    output: Linear,
    has_window: bool,
}

/// Sizes of a block.
struct BlockSize {
    width: usize,
    inner: usize,
    activation: Activation,
    epsilon: f64,
}

impl ModernBert {
    /// Packs a model's weights.
    ///
    /// # Errors
    /// [`EncoderError`] when a field or tensor is missing or does not fit.
    pub fn load(config: &Fields, weights: Weights, loading: &Loading) -> Result<Self, EncoderError> {
        let (width, heads) = config.width_and_heads("hidden_size", "num_attention_heads")?;
        let layers = config.layers("num_hidden_layers")?;
        for field in ["attention_bias", "mlp_bias", "norm_bias"] {
            if config.flag(field) {
                return Err(EncoderError::Config(format!("ModernBERT with {field} is not supported")));
            }
        }
        let head = width / heads;
        if !head.is_multiple_of(2) {
            return Err(EncoderError::Config(format!("heads of {head} features can not be rotated")));
        }
        let size = BlockSize {
            width,
            inner: config.size("intermediate_size")?,
            activation: config.activation("hidden_activation", "gelu")?,
            epsilon: config.number("norm_eps", 1e-5),
        };
        let every = config.size_or("global_attn_every_n_layers", 3)?;
        let weights = weights.rooted("embeddings.tok_embeddings.weight")?;
        let compute = loading.compute.clone();
        let blocks = (0..wanted(layers, loading))
            .map(|i| {
                let prefix = format!("layers.{i}.");
                let loader = Loader { weights: &weights, compute: &compute, prefix: &prefix };
                Block::load(loader, &size, i > 0, !i.is_multiple_of(every))
            })
            .collect::<Result<_, _>>()?;
        let loader = Loader { weights: &weights, compute: &compute, prefix: "" };
        let norm = |name| loader.norm_without_bias(NormKind::Layer, name, width, size.epsilon);
        let embeddings = Embeddings {
            words: weights.table("embeddings.tok_embeddings.weight", width)?,
            places: Places::None,
            token_type: None,
            projection_before: None,
            norm: Some(norm("embeddings.norm")?),
            projection_after: None,
        };
        let positions = config.size_or("max_position_embeddings", 8192)?;
        let theta = config.number("global_rope_theta", 160_000.0);
        Ok(Self {
            last_norm: norm("final_norm")?,
            blocks,
            attention: Attention::scaled(heads, width),
            everywhere: Rotation::new(positions, head, theta),
            nearby: Rotation::new(positions, head, config.number("local_rope_theta", theta)),
            window: config.size_or("local_attention", 128)? / 2,
            positions,
            frame: Frame { compute, embeddings, size: Size { width, layers } },
        })
    }

    /// −∞ for what lies outside of the window.
    fn mask(&self, n: usize) -> Arc<[f32]> {
        let one = (0..n).flat_map(|q| (0..n).map(move |k| q.abs_diff(k)));
        let one: Vec<f32> = one.map(|far| if far <= self.window { 0.0 } else { f32::NEG_INFINITY }).collect();
        one.repeat(self.attention.heads).into()
    }
}

impl Block {
    fn load(loader: Loader<'_>, size: &BlockSize, has_norm: bool, has_window: bool) -> Result<Self, EncoderError> {
        let &BlockSize { width, inner, activation, epsilon } = size;
        let identity = Activation::Identity;
        let norm = |name| loader.norm_without_bias(NormKind::Layer, name, width, epsilon);
        // The inner layer and its gate lie one below the other in one matrix.
        let both = loader.matrix("mlp.Wi", 2 * inner, width)?;
        let half = |rows: std::ops::Range<usize>| both.range(rows);
        Ok(Self {
            attention_norm: has_norm.then(|| norm("attn_norm")).transpose()?,
            query_key_value: loader.without_bias(&["attn.Wqkv"], width, 3 * width, identity)?,
            attention_output: loader.without_bias(&["attn.Wo"], width, width, identity)?,
            inner_norm: norm("mlp_norm")?,
            inner: Linear::new(loader.compute, &[half(0..inner)?], &[], activation)?,
            gate: Linear::new(loader.compute, &[half(inner..2 * inner)?], &[], identity)?,
            output: loader.without_bias(&["mlp.Wo"], inner, width, identity)?,
            has_window,
        })
    }
}

impl Family for ModernBert {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn positions(&self) -> Option<usize> {
        Some(self.positions)
    }

    fn blocks(&self) -> usize {
        self.blocks.len()
    }

    fn bias(&self, lengths: &[usize]) -> Result<Option<Bias>, EncoderError> {
        // Where every text fits into the window there is nothing to hide.
        let hides = lengths.iter().any(|n| *n > self.window + 1);
        Ok(hides.then(|| by_length(lengths, |n| self.mask(n).to_vec())))
    }

    fn block(&self, index: usize, x: &Tensor, lengths: &[usize], bias: Option<&Bias>) -> Result<Tensor, EncoderError> {
        let block = &self.blocks[index];
        let normed = block.attention_norm.as_ref().map_or_else(|| Ok(x.clone()), |norm| norm.forward(x, None))?;
        let query_key_value = block.query_key_value.forward(&normed)?;
        let (bias, rotation) = if block.has_window { (bias, &self.nearby) } else { (None, &self.everywhere) };
        let context = self.attention.forward(&self.frame.compute, &query_key_value, lengths, bias, Some(rotation))?;
        let x = (x + block.attention_output.forward(&context)?)?;
        let normed = block.inner_norm.forward(&x, None)?;
        let inner = (block.inner.forward(&normed)? * block.gate.forward(&normed)?)?;
        Ok((x + block.output.forward(&inner)?)?)
    }

    fn hidden(&self, x: &Tensor) -> Result<Tensor, EncoderError> {
        Ok(self.last_norm.forward(x, None)?)
    }
}
