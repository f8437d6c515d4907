//! Multi-head self-attention over texts that lie one after the other, without padding.

use std::ops::Range;
use std::sync::Arc;

use pulp::{Simd, WithSimd};
use rayon::prelude::*;

use super::activations::Panels;
use super::instruction_set::InstructionSet;
use super::panels::{LANES, PanelRows, Row};
use super::rotation::RotaryEmbedding;
use super::softmax::softmax;
use super::threads::is_single_threaded;
use super::tile::{Inputs, PanelMultiplication, WidenedPanels};

/// softmax(scale·Q·Kᵀ + bias)·V for each head and each text (Vaswani et al. 2017, equation 1).
#[derive(Debug, Clone)]
pub struct SelfAttention<'a> {
    /// Number of heads; each has `width / heads` features.
    pub heads: usize,
    /// Width of query, key and value, all heads together.
    pub width: usize,
    /// The factor by which query–key products are scaled.
    pub scale: f32,
    /// Number of tokens of each text, in order.
    pub lengths: &'a [usize],
    /// The bias added to the scores of each text, \[heads\]\[queries\]\[keys\]; −∞ for masked keys.
    pub bias: Option<&'a [Arc<[f32]>]>,
    /// Rotates query and key by the token's position.
    pub rotation: Option<&'a RotaryEmbedding>,
}

impl SelfAttention<'_> {
    /// Query, key and value side by side, 3 · width columns → the weighted values, width columns.
    pub fn forward(&self, query_key_value: &Panels) -> Panels {
        let (x, tokens) = (query_key_value.rows(), query_key_value.tokens);
        assert_eq!(
            query_key_value.width,
            3 * self.width,
            "query, key and value side by side"
        );
        assert_eq!(
            self.lengths.iter().sum::<usize>(),
            tokens,
            "tokens of all texts"
        );
        assert!(self.width.is_multiple_of(self.heads), "heads of equal size");
        let head = self.width / self.heads;
        let bias_fits = |bias: &[Arc<[f32]>]| {
            let sizes = bias.iter().map(|bias| bias.len());
            bias.len() == self.lengths.len()
                && sizes.eq(self.lengths.iter().map(|n| self.heads * n * n))
        };
        assert!(self.bias.is_none_or(bias_fits), "a bias for every text");
        let longest = self.lengths.iter().copied().max().unwrap_or(0);
        let rotation_fits =
            |r: &RotaryEmbedding| r.half * 2 == head && r.cos.len() >= longest * r.half;
        assert!(
            self.rotation.is_none_or(rotation_fits),
            "angles for every position of a head"
        );
        // Heads whose features fill whole panels, so that each task writes its own part of the result.
        let group = if is_single_threaded() {
            self.heads
        } else {
            least_common_multiple(head, LANES) / head
        };
        let mut out = Panels::unwritten(tokens, self.width);
        let rows = out.rows_mut();
        if !self.width.is_multiple_of(LANES) {
            // No head writes the columns beyond the width.
            rows[self.width / LANES * tokens..].fill([0.0; LANES]);
        }
        let instructions = InstructionSet::current();
        let attended = |(task, out): (usize, _)| {
            let heads = task * group..((task + 1) * group).min(self.heads);
            instructions.dispatch(Heads {
                attention: self,
                x,
                tokens,
                head,
                heads,
                out,
            });
        };
        if is_single_threaded() {
            attended((0, rows));
        } else {
            rows.par_chunks_mut((group * head / LANES * tokens).max(1))
                .enumerate()
                .for_each(attended);
        }
        out
    }
}

fn least_common_multiple(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// Some neighbouring heads over all texts. `out` starts with the first head's first feature.
struct Heads<'a> {
    attention: &'a SelfAttention<'a>,
    x: &'a [[f32; LANES]],
    tokens: usize,
    head: usize,
    heads: Range<usize>,
    out: &'a mut [[f32; LANES]],
}

impl WithSimd for Heads<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            attention,
            x,
            tokens,
            head,
            heads,
            out,
        } = self;
        let SelfAttention {
            width,
            scale,
            lengths,
            bias,
            rotation,
            ..
        } = *attention;
        let deep = head.div_ceil(LANES);
        let mut widened = WidenedPanels::default();
        let [mut query, mut key, mut value, mut scores, mut context] = [const { Rows::new() }; 5];
        for (index, h) in heads.enumerate() {
            let mut first = 0;
            for (text, &length) in lengths
                .iter()
                .enumerate()
                .filter(|(_, length)| **length > 0)
            {
                let wide = length.div_ceil(LANES);
                let part = |column: usize| ColumnRange {
                    x,
                    tokens,
                    columns: column..column + head,
                    first,
                    length,
                };
                // Products with elements beyond the head or the text must be finite, and one factor 0. If a
                // panel ends with the head, only the values have such rows; keys beyond the text are masked later.
                let whole = head.is_multiple_of(LANES);
                let query = query.rows(deep * length, !whole);
                part(h * head).for_each_panel(|panel, lane, from, lanes, rows| {
                    copy_columns(rows, from, &mut query[panel * length..], lane, lanes);
                });
                query
                    .as_flattened_mut()
                    .iter_mut()
                    .for_each(|v| *v *= scale);
                let key = key.rows(wide * deep * LANES, !whole);
                part(width + h * head).for_each_panel(|panel, lane, from, lanes, rows| {
                    for (t, row) in rows.iter().enumerate() {
                        let d = t / LANES * deep * LANES + panel * LANES + lane;
                        for (target, number) in
                            key[d..d + lanes].iter_mut().zip(&row[from..from + lanes])
                        {
                            target[t % LANES] = *number;
                        }
                    }
                });
                let value = value.rows(deep * wide * LANES, !whole);
                for value in value.chunks_exact_mut(wide * LANES) {
                    value[length..].fill([0.0; LANES]);
                }
                part(2 * width + h * head).for_each_panel(|panel, lane, from, lanes, rows| {
                    copy_columns(rows, from, &mut value[panel * wide * LANES..], lane, lanes);
                });
                if let Some(rotation) = rotation {
                    rotation.apply(query, key, length, deep);
                }
                let scores = scores.rows(wide * length, false);
                let queries = Inputs {
                    rows: query,
                    stride: length,
                };
                multiply_each(simd, queries, key, deep * LANES, scores, &mut widened);
                if let Some(bias) = bias {
                    let bias = &bias[text][h * length * length..(h + 1) * length * length];
                    for (q, bias) in bias.chunks_exact(length).enumerate() {
                        for (k, bias) in bias.iter().enumerate() {
                            scores[k / LANES * length + q][k % LANES] += bias;
                        }
                    }
                }
                softmax(scores, length);
                let context = context.rows(deep * length, false);
                let probabilities = Inputs {
                    rows: scores,
                    stride: length,
                };
                multiply_each(
                    simd,
                    probabilities,
                    value,
                    wide * LANES,
                    context,
                    &mut widened,
                );
                let columns = index * head..(index + 1) * head;
                ColumnRange {
                    x: &[],
                    tokens,
                    columns,
                    first,
                    length,
                }
                .for_each_run(|panel, lane, from, lanes, place| {
                    let context = &context[panel * length..(panel + 1) * length];
                    copy_columns(context, lane, &mut out[place..], from, lanes);
                });
                first += length;
            }
        }
    }
}

/// Multiplies the inputs with each panel of `depth` rows.
#[inline(always)]
fn multiply_each<S: Simd>(
    simd: S,
    x: Inputs<'_>,
    panels: &[Row],
    depth: usize,
    out: &mut [Row],
    widened: &mut WidenedPanels,
) {
    for (panel, out) in panels
        .chunks_exact(depth)
        .zip(out.chunks_exact_mut(x.stride))
    {
        let (panels, initial) = ([PanelRows::F32(panel)], Some([&[0.0; LANES]]));
        PanelMultiplication {
            x,
            panels,
            prefetch: None,
            initial,
            out: [out],
            widened,
        }
        .run(simd);
    }
}

/// Rows that are reused for text after text, so that no memory is allocated in between.
struct Rows(Vec<f32>);

impl Rows {
    const fn new() -> Self {
        Self(Vec::new())
    }

    /// `count` rows of zeros, or with unspecified contents (NaN in tests), the first at the start of a cache line.
    #[inline(always)]
    fn rows(&mut self, rows: usize, zeros: bool) -> &mut [[f32; LANES]] {
        const LINE: usize = 64;
        let needed = rows * LANES + LINE / size_of::<f32>();
        if self.0.len() < needed {
            self.0.resize(needed, 0.0);
        }
        let start = self
            .0
            .as_ptr()
            .align_offset(LINE)
            .min(LINE / size_of::<f32>());
        let rows = &mut self.0[start..].as_chunks_mut().0[..rows];
        if zeros {
            rows.fill([0.0; LANES]);
        } else if cfg!(test) {
            rows.fill([f32::NAN; LANES]);
        }
        rows
    }
}

/// Some columns of some tokens of panel-major rows.
struct ColumnRange<'a> {
    x: &'a [[f32; LANES]],
    tokens: usize,
    columns: Range<usize>,
    first: usize,
    length: usize,
}

impl<'a> ColumnRange<'a> {
    /// Calls `each` for every run of columns that is contiguous both in a panel here and in a panel in which the first is column 0.
    /// Its arguments are panel and lane there, lane here, number of columns, and the index of the first token's row here.
    #[inline(always)]
    fn for_each_run(&self, mut each: impl FnMut(usize, usize, usize, usize, usize)) {
        let mut column = self.columns.start;
        while column < self.columns.end {
            let (there, here) = (column - self.columns.start, column % LANES);
            let lane = there % LANES;
            let lanes = (LANES - lane)
                .min(LANES - here)
                .min(self.columns.end - column);
            each(
                there / LANES,
                lane,
                here,
                lanes,
                column / LANES * self.tokens + self.first,
            );
            column += lanes;
        }
    }

    /// [`Self::for_each_run`] with the tokens' rows.
    #[inline(always)]
    fn for_each_panel(&self, mut each: impl FnMut(usize, usize, usize, usize, &'a [[f32; LANES]])) {
        self.for_each_run(|panel, lane, here, lanes, place| {
            each(
                panel,
                lane,
                here,
                lanes,
                &self.x[place..place + self.length],
            );
        });
    }
}

/// Copies columns of rows to columns of other rows.
#[inline(always)]
fn copy_columns(
    rows: &[[f32; LANES]],
    from: usize,
    to: &mut [[f32; LANES]],
    at: usize,
    columns: usize,
) {
    if columns == LANES {
        to[..rows.len()].copy_from_slice(rows);
        return;
    }
    for (to, row) in to[..rows.len()].iter_mut().zip(rows) {
        to[at..at + columns].copy_from_slice(&row[from..from + columns]);
    }
}
