//! The shape of a multi-head self-attention.

use std::sync::Arc;

use crate::kernel::{Panels, RotaryEmbedding, SelfAttention};

/// The bias added to the attention scores of each text, \[heads\]\[queries\]\[keys\], on the CPU.
pub type Bias = Vec<Arc<[f32]>>;

/// The shape of an attention.
#[derive(Debug, Clone, Copy)]
pub struct Attention {
    /// Number of heads.
    pub heads: usize,
    /// Features of all heads together.
    pub width: usize,
    /// The factor by which query–key products are scaled.
    pub scale: f32,
}

impl Attention {
    /// The usual attention, with scale 1/√(head size).
    pub fn scaled(heads: usize, width: usize) -> Self {
        Self {
            heads,
            width,
            scale: 1.0 / ((width / heads.max(1)) as f32).sqrt(),
        }
    }

    /// Query, key and value side by side → the weighted values, in panels.
    pub fn forward(
        &self,
        query_key_value: &Panels,
        lengths: &[usize],
        bias: Option<&Bias>,
        rotation: Option<&RotaryEmbedding>,
    ) -> Panels {
        let Self {
            heads,
            width,
            scale,
        } = *self;
        let bias = bias.map(Vec::as_slice);
        SelfAttention {
            heads,
            width,
            scale,
            lengths,
            bias,
            rotation,
        }
        .forward(query_key_value)
    }
}
