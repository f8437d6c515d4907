//! Runs self-attention, a group of neighbouring heads in each task.

use std::ops::Range;

use pulp::{Simd, WithSimd};
use rayon::prelude::*;

use super::activations::Panels;
use super::attention::{AttentionShape, SelfAttention};
use super::attention_head::{HeadBuffers, TextHead};
use super::instruction_set::InstructionSet;
use super::panels::{LANES, Row};
use super::threads::is_single_threaded;

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
