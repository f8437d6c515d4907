//! Multi-head self-attention over texts that lie one after the other, without padding.

use std::ops::Range;
use std::sync::Arc;

use pulp::{Simd, WithSimd};
use rayon::prelude::*;

use super::activations::Panels;
use super::attention_head::{HeadBuffers, TextHead};
use super::instruction_set::InstructionSet;
use super::panels::{LANES, Row};
use super::rotation::RotaryEmbedding;
use super::threads::is_single_threaded;

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
    /// Query, key and value side by side, 3 · width columns → the weighted values, width columns.
    pub fn forward(&self, query_key_value: &Panels) -> Panels {
        self.check(query_key_value);
        let AttentionShape { heads, width, .. } = self.shape;
        let tokens = query_key_value.tokens;
        let mut out = Panels::unwritten(tokens, width);
        let rows = out.rows_mut();
        if !width.is_multiple_of(LANES) {
            // No head writes the columns beyond the width.
            rows[width / LANES * tokens..].fill([0.0; LANES]);
        }
        // The worker threads do not know which set the calling thread was told to use.
        let instructions = InstructionSet::current();
        let x = query_key_value.rows();
        let head_size = self.shape.head_size();
        let group = if is_single_threaded() {
            heads
        } else {
            // Heads whose features fill whole panels, so that each task writes its own part of the result.
            LANES / self.shape.columns_at_once()
        };
        // A single task stays on this thread.
        rows.par_chunks_mut(((group * head_size).div_ceil(LANES) * tokens).max(1))
            .enumerate()
            .for_each(|(task, out)| {
                instructions.dispatch(Heads {
                    attention: self,
                    x,
                    tokens,
                    heads: task * group..((task + 1) * group).min(heads),
                    out,
                });
            });
        out
    }

    /// Panics if an argument does not fit the others.
    fn check(&self, query_key_value: &Panels) {
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

/// Some neighbouring heads over all texts; `out` starts with the first feature of the first.
struct Heads<'a> {
    attention: &'a SelfAttention<'a>,
    x: &'a [Row],
    tokens: usize,
    heads: Range<usize>,
    out: &'a mut [Row],
}

impl WithSimd for Heads<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let mut buffers = HeadBuffers::default();
        let mut out_column = 0;
        for head in self.heads {
            let mut first = 0;
            for (text, &length) in self.attention.lengths.iter().enumerate() {
                if length > 0 {
                    let head = TextHead {
                        attention: self.attention,
                        x: self.x,
                        tokens: self.tokens,
                        head,
                        text,
                        first,
                        length,
                    };
                    head.attend(simd, &mut buffers, self.out, out_column);
                }
                first += length;
            }
            out_column += self.attention.shape.head_size();
        }
    }
}
