//! Transformer blocks on any of candle's devices.
//!
//! [`PostNorm`] wraps candle-transformers' BERT and serves every family that normalises after a residual. Its encoder can be
//! loaded one block at a time, which gives every hidden state, and it adds a bias to the attention scores. T5 and
//! ModernBERT use [`DeviceLayer`] and [`attention`] instead: for these families candle-transformers exposes only the
//! last hidden state and keeps the blocks private.
//!
//! Activations are \[texts, tokens, width\] for texts of equal length, so there is no padding and no mask.

mod layers;
mod post_norm;

pub use layers::{DeviceLayer, activate, attention};
pub use post_norm::PostNorm;
