//! Multi-head self-attention over texts that lie one after the other, without padding.

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape, Tensor};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::functions::exp;
use super::panels::{LANES, PanelRows, Row};
use super::projection::panel_major;
use super::tile::multiply;

/// softmax(Q·Kᵀ/√d)·V for each head and each text (Vaswani et al. 2017, equation 1).
#[derive(Debug, Clone)]
pub struct SelfAttention<'a> {
    /// Number of heads; each has `width / heads` features.
    pub heads: usize,
    /// Width of the hidden states.
    pub width: usize,
    /// Number of tokens of each text, in order.
    pub lengths: &'a [usize],
}

impl SelfAttention<'_> {
    /// \[3·width / 32, tokens, 32\], holding query, key and value side by side → \[width / 32, tokens, 32\].
    ///
    /// # Errors
    /// When the tensor has another shape, or the lengths do not add up to its tokens.
    pub fn forward(&self, query_key_value: &Tensor) -> Result<Tensor> {
        query_key_value.apply_op1_no_bwd(self)
    }
}

impl CustomOp1 for SelfAttention<'_> {
    fn name(&self) -> &'static str {
        "self-attention"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (x, tokens) = panel_major(storage, layout, 3 * self.width)?;
        if self.lengths.iter().sum::<usize>() != tokens || self.heads == 0 || !self.width.is_multiple_of(self.heads) {
            candle_core::bail!("attention over {tokens} tokens does not fit its texts or heads");
        }
        let head = self.width / self.heads;
        let panels = self.width.div_ceil(LANES);
        // Heads whose features fill whole panels, so that each task writes a part of the result of its own.
        let group = least_common_multiple(head, LANES) / head;
        let mut out = vec![0.0f32; panels * tokens * LANES];
        let arch = Arch::new();
        out.as_chunks_mut::<LANES>().0.par_chunks_mut((group * head / LANES * tokens).max(1)).enumerate().for_each(
            |(task, out)| {
                let heads = task * group..((task + 1) * group).min(self.heads);
                arch.dispatch(Heads { x, tokens, width: self.width, head, heads, lengths: self.lengths, out });
            },
        );
        Ok((CpuStorage::F32(out), (panels, tokens, LANES).into()))
    }
}

fn least_common_multiple(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// Some neighbouring heads over all texts. `out` begins with the first head's first feature.
struct Heads<'a> {
    x: &'a [[f32; LANES]],
    tokens: usize,
    width: usize,
    head: usize,
    heads: std::ops::Range<usize>,
    lengths: &'a [usize],
    out: &'a mut [[f32; LANES]],
}

impl WithSimd for Heads<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { x, tokens, width, head, heads, lengths, out } = self;
        let scale = 1.0 / (head as f32).sqrt();
        let deep = head.div_ceil(LANES);
        let at = |column: usize, token: usize| x[column / LANES * tokens + token][column % LANES];
        for (index, h) in heads.enumerate() {
            let mut first = 0;
            for &length in lengths.iter().filter(|length| **length > 0) {
                let wide = length.div_ceil(LANES);
                let mut query = vec![[0.0f32; LANES]; deep * length];
                let mut key = vec![Row::ZERO; wide * deep * LANES];
                let mut value = vec![Row::ZERO; deep * wide * LANES];
                for d in 0..head {
                    let (panel, lane) = (d / LANES, d % LANES);
                    for t in 0..length {
                        query[panel * length + t][lane] = at(h * head + d, first + t) * scale;
                        key[t / LANES * deep * LANES + d].0[t % LANES] = at(width + h * head + d, first + t);
                        value[panel * wide * LANES + t].0[lane] = at(2 * width + h * head + d, first + t);
                    }
                }
                let mut scores = vec![[0.0f32; LANES]; wide * length];
                for (keys, scores) in key.chunks_exact(deep * LANES).zip(scores.chunks_exact_mut(length)) {
                    multiply(simd, &query, PanelRows::F32(keys), None, scores);
                }
                softmax(&mut scores, length);
                let mut context = vec![[0.0f32; LANES]; deep * length];
                for (values, context) in value.chunks_exact(wide * LANES).zip(context.chunks_exact_mut(length)) {
                    multiply(simd, &scores, PanelRows::F32(values), None, context);
                }
                for d in 0..head {
                    let column = index * head + d;
                    for t in 0..length {
                        out[column / LANES * tokens + first + t][column % LANES] =
                            context[d / LANES * length + t][d % LANES];
                    }
                }
                first += length;
            }
        }
    }
}

/// Softmax of every row of panel-major scores \[⌈n / 32⌉, n, 32\]; the columns beyond n become 0.
#[inline(always)]
fn softmax(scores: &mut [[f32; LANES]], n: usize) {
    let panels = n.div_ceil(LANES);
    for t in 0..n {
        if !n.is_multiple_of(LANES) {
            scores[(panels - 1) * n + t][n % LANES..].fill(f32::NEG_INFINITY);
        }
        let mut most = [f32::NEG_INFINITY; LANES];
        for p in 0..panels {
            for lane in 0..LANES {
                most[lane] = most[lane].max(scores[p * n + t][lane]);
            }
        }
        let most = most.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sums = [0.0f32; LANES];
        for p in 0..panels {
            let row = &mut scores[p * n + t];
            for lane in 0..LANES {
                // exp() stops at e⁻⁸⁷, so that what is beyond the text must be told apart.
                row[lane] = if row[lane] == f32::NEG_INFINITY { 0.0 } else { exp(row[lane] - most) };
                sums[lane] += row[lane];
            }
        }
        let scale = 1.0 / sums.iter().sum::<f32>();
        for p in 0..panels {
            scores[p * n + t].iter_mut().for_each(|v| *v *= scale);
        }
    }
}
