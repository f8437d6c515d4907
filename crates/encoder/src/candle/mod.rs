//! Transformer blocks on any of candle's devices.
//!
//! [`PostNorm`] wraps candle-transformers' BERT and serves every family that normalises after a residual. Its encoder can be
//! loaded one block at a time, which gives every hidden state, and it adds a bias to the attention scores. T5 and
//! ModernBERT use [`linear`], [`norm`] and [`attention`] instead: for these families candle-transformers exposes only the
//! last hidden state and keeps the blocks private.
//!
//! Activations are \[texts, tokens, width\] for texts of equal length, so there is no padding and no mask.

mod layers;
mod post_norm;

use std::sync::Arc;

use candle_core::{Device, Result, Tensor};

pub use layers::{attention, linear, norm};
pub use post_norm::PostNorm;

use crate::layers::Bias;

/// A bias that is added to the attention scores of texts of n tokens, \[texts or 1, heads, n, n\].
fn bias_on(device: &Device, bias: &Bias, heads: usize, n: usize) -> Result<Tensor> {
    let shared = bias.iter().all(|one| Arc::ptr_eq(one, &bias[0]));
    let texts = if shared { &bias[..1] } else { &bias[..] };
    Tensor::from_vec(texts.concat(), (texts.len(), heads, n, n), device)
}
