//! Blocks on any of candle's devices.
//!
//! [`PostNorm`] is candle-transformers' BERT, which serves every family whose blocks normalise after a residual: its
//! encoder can be loaded a block at a time, so that every hidden state is there, and adds a bias to the attention scores.
//! [`PreNorm`] is written here, for T5 and ModernBERT: of these candle-transformers gives the last hidden state only, and
//! nothing can be put in between.
//!
//! Activations are \[texts, tokens, width\] of texts of equal length, so there is no padding and nothing to mask.

mod post_norm;
mod pre_norm;

use std::sync::Arc;

use candle_core::{Device, Result, Tensor};

pub use post_norm::PostNorm;
pub use pre_norm::PreNorm;

use super::layers::Bias;

/// What is added to the attention scores of texts of n tokens, \[texts or 1, heads, n, n\].
fn bias_on(device: &Device, bias: &Bias, heads: usize, n: usize) -> Result<Tensor> {
    let shared = bias.iter().all(|one| Arc::ptr_eq(one, &bias[0]));
    let texts = if shared { &bias[..1] } else { &bias[..] };
    Tensor::from_vec(texts.concat(), (texts.len(), heads, n, n), device)
}
