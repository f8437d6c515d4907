//! Blocks on any of candle's devices.
//!
//! [`PostNorm`] is candle-transformers' BERT, which serves every family that normalises after a residual: its encoder can be
//! loaded a block at a time, so that every hidden state is there, and adds a bias to the attention scores. T5 and
//! ModernBERT have [`linear`], [`norm`] and [`attention`] instead: of these families candle-transformers shows the last
//! hidden state only, and what goes from one block to the next is private there.
//!
//! Activations are \[texts, tokens, width\] of texts of equal length, so there is no padding and nothing to mask.

mod layers;
mod post_norm;

use std::sync::Arc;

use candle_core::{Device, Result, Tensor};

pub use layers::{attention, linear, norm};
pub use post_norm::PostNorm;

use super::layers::Bias;

/// What is added to the attention scores of texts of n tokens, \[texts or 1, heads, n, n\].
fn bias_on(device: &Device, bias: &Bias, heads: usize, n: usize) -> Result<Tensor> {
    let shared = bias.iter().all(|one| Arc::ptr_eq(one, &bias[0]));
    let texts = if shared { &bias[..1] } else { &bias[..] };
    Tensor::from_vec(texts.concat(), (texts.len(), heads, n, n), device)
}
