//! Multi-head self-attention over texts that lie one after the other, without padding.

use std::sync::Arc;

use super::activations::Panels;
use super::panels::LANES;
use super::rotation::RotaryEmbedding;

/// The bias added to the attention scores of each text, \[heads\]\[queries\]\[keys\]; −∞ for masked keys.
pub type Bias = Vec<Arc<[f32]>>;

/// The shape of a multi-head self-attention.
#[derive(Debug, Clone, Copy)]
pub struct AttentionShape {
    pub heads: usize,
    /// Width of query, key and value, all heads together.
    pub width: usize,
    /// The factor by which query–key products are scaled.
    pub scale: f32,
}

impl AttentionShape {
    /// The usual attention, with scale 1/√(head size).
    pub fn scaled(heads: usize, width: usize) -> Self {
        Self {
            heads,
            width,
            scale: 1.0 / ((width / heads.max(1)) as f32).sqrt(),
        }
    }

    /// Features of one head.
    #[inline(always)]
    pub fn head_size(&self) -> usize {
        self.width / self.heads
    }

    /// How many neighbouring columns of a head can be copied at once between panels of all heads and panels of its own:
    /// the largest divisor of a head and a panel, so that they are in one panel on both sides. 32 for almost every model.
    #[inline(always)]
    pub fn columns_at_once(&self) -> usize {
        1 << self
            .head_size()
            .trailing_zeros()
            .min(LANES.trailing_zeros())
    }
}

/// softmax(scale·Q·Kᵀ + bias)·V for each head and each text (Vaswani et al. 2017, equation 1).
#[derive(Debug, Clone)]
pub struct SelfAttention<'a> {
    pub shape: AttentionShape,
    /// Number of tokens of each text, in order.
    pub lengths: &'a [usize],
    pub bias: Option<&'a Bias>,
    /// Rotates query and key by the token's position.
    pub rotation: Option<&'a RotaryEmbedding>,
}

impl SelfAttention<'_> {
    /// Panics if an argument does not fit the others.
    pub fn check(&self, query_key_value: &Panels) {
        let AttentionShape { heads, width, .. } = self.shape;
        assert_eq!(
            query_key_value.width,
            3 * width,
            "query, key and value side by side"
        );
        assert_eq!(
            self.lengths.iter().sum::<usize>(),
            query_key_value.tokens,
            "tokens of all texts"
        );
        assert!(width.is_multiple_of(heads), "heads of equal size");
        if let Some(bias) = self.bias {
            let expected = self.lengths.iter().map(|n| heads * n * n);
            let sizes = bias.iter().map(|bias| bias.len());
            assert!(sizes.eq(expected), "a bias for every text");
        }
        if let Some(rotation) = self.rotation {
            let longest = self.lengths.iter().copied().max().unwrap_or(0);
            assert!(
                rotation.half * 2 == self.shape.head_size()
                    && rotation.cos.len() >= longest * rotation.half,
                "angles for every position of a head"
            );
        }
    }
}
