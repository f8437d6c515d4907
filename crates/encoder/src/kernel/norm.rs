//! Residual connection and normalisation in one pass.

use candle_core::{CpuStorage, CustomOp1, CustomOp2, Error, Layout, Result, Shape, Tensor};
use pulp::{Simd, WithSimd};
use rayon::prelude::*;

use super::buffers::new_buffer;
use super::instruction_set::InstructionSet;
use super::panels::LANES;
use super::projection::panel_major;
use super::threads::is_single_threaded;

/// What the norm scales to 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NormKind {
    /// The variance, around the mean (Ba et al. 2016).
    Layer,
    /// The mean of the squares; the mean stays (Zhang & Sennrich 2019).
    RootMeanSquare,
}

/// Norm(x + residual) over the width of panel-major activations.
#[derive(Debug, Clone)]
pub struct AddNorm {
    kind: NormKind,
    gain: Vec<[f32; LANES]>,
    bias: Vec<[f32; LANES]>,
    width: usize,
    epsilon: f32,
}

impl AddNorm {
    /// A normalisation with one gain and one bias for each feature; an empty slice means no bias.
    ///
    /// # Errors
    /// When there is no gain, or the number of biases is neither 0 nor that of the gains.
    pub fn new(kind: NormKind, gain: &[f32], bias: &[f32], epsilon: f64) -> Result<Self> {
        if gain.is_empty() || !bias.is_empty() && gain.len() != bias.len() {
            candle_core::bail!("{} gains but {} biases in a layer norm", gain.len(), bias.len());
        }
        let padded = |values: &[f32]| {
            let mut rows = vec![[0.0; LANES]; gain.len().div_ceil(LANES)];
            rows.as_flattened_mut()[..values.len()].copy_from_slice(values);
            rows
        };
        Ok(Self { kind, gain: padded(gain), bias: padded(bias), width: gain.len(), epsilon: epsilon as f32 })
    }

    /// Tokens that a thread takes at a time: enough work (about 10 µs) to be worth the handover.
    fn tokens_at_a_time(&self) -> usize {
        (1usize << 13).div_ceil(self.width)
    }

    /// Applies the norm to a tensor \[width / 32, tokens, 32\], or to the sum of two.
    ///
    /// # Errors
    /// When a tensor is not contiguous, not f32, not on the CPU or of another width.
    pub fn forward(&self, x: &Tensor, residual: Option<&Tensor>) -> Result<Tensor> {
        match residual {
            Some(residual) => x.apply_op2_no_bwd(residual, self),
            None => x.apply_op1_no_bwd(self),
        }
    }

    fn apply(&self, x: &[[f32; LANES]], residual: Option<&[[f32; LANES]]>, tokens: usize) -> Result<CpuStorage> {
        let mut out = new_buffer(x.len() * LANES);
        let instructions = InstructionSet::current().map_err(Error::wrap)?;
        let normed = |(first, out)| instructions.dispatch(Rows { x, residual, tokens, first, norm: self, out });
        let rows = out.as_chunks_mut().0;
        if is_single_threaded() {
            token_groups(rows, tokens, tokens.max(1)).into_iter().for_each(normed);
        } else {
            token_groups(rows, tokens, self.tokens_at_a_time()).into_par_iter().for_each(normed);
        }
        Ok(CpuStorage::F32(out))
    }
}

impl CustomOp1 for AddNorm {
    fn name(&self) -> &'static str {
        "norm"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (x, tokens) = panel_major(storage, layout, self.width)?;
        Ok((self.apply(x, None, tokens)?, layout.shape().clone()))
    }
}

impl CustomOp2 for AddNorm {
    fn name(&self) -> &'static str {
        "add-norm"
    }

    fn cpu_fwd(&self, s1: &CpuStorage, l1: &Layout, s2: &CpuStorage, l2: &Layout) -> Result<(CpuStorage, Shape)> {
        let (x, tokens) = panel_major(s1, l1, self.width)?;
        let (residual, residual_tokens) = panel_major(s2, l2, self.width)?;
        if residual_tokens != tokens {
            candle_core::bail!("a residual of {residual_tokens} tokens for {tokens}");
        }
        Ok((self.apply(x, Some(residual), tokens)?, l1.shape().clone()))
    }
}

/// Splits \[panels\]\[tokens\] rows into groups of `size` tokens: the first token of each, and its rows in every panel.
fn token_groups<T>(rows: &mut [T], tokens: usize, size: usize) -> Vec<(usize, Vec<&mut [T]>)> {
    let mut groups: Vec<_> = (0..tokens).step_by(size).map(|first| (first, Vec::new())).collect();
    for panel in rows.chunks_mut(tokens.max(1)) {
        for (group, rows) in groups.iter_mut().zip(panel.chunks_mut(size)) {
            group.1.push(rows);
        }
    }
    groups
}

/// Normalises the tokens from `first` on, as many as there are rows in each panel of `out`.
struct Rows<'a> {
    x: &'a [[f32; LANES]],
    residual: Option<&'a [[f32; LANES]]>,
    tokens: usize,
    first: usize,
    norm: &'a AddNorm,
    out: Vec<&'a mut [[f32; LANES]]>,
}

impl WithSimd for Rows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { x, residual, tokens, first, norm, mut out } = self;
        let count = out[0].len();
        assert_eq!(out.len(), norm.gain.len(), "a row in every panel");
        let padding = (out.len() * LANES - norm.width) as f32;
        for t in 0..count {
            let mut sums = [0.0f32; LANES];
            for (p, rows) in out.iter_mut().enumerate() {
                let at = p * tokens + first + t;
                let row = &mut rows[t];
                match residual {
                    Some(residual) => {
                        let (a, b) = (&x[at], &residual[at]);
                        for lane in 0..LANES {
                            row[lane] = a[lane] + b[lane];
                            sums[lane] += row[lane];
                        }
                    }
                    None => {
                        *row = x[at];
                        for lane in 0..LANES {
                            sums[lane] += row[lane];
                        }
                    }
                }
            }
            let mean = match norm.kind {
                NormKind::Layer => sums.iter().sum::<f32>() / norm.width as f32,
                NormKind::RootMeanSquare => 0.0,
            };
            let mut squares = [0.0f32; LANES];
            for rows in &out {
                let row = &rows[t];
                for lane in 0..LANES {
                    let d = row[lane] - mean;
                    squares[lane] += d * d;
                }
            }
            // The padding's zeros each added mean² to the sum of squares.
            let variance = (squares.iter().sum::<f32>() - padding * mean * mean) / norm.width as f32;
            let scale = 1.0 / (variance.max(0.0) + norm.epsilon).sqrt();
            for (rows, (gain, bias)) in out.iter_mut().zip(norm.gain.iter().zip(&norm.bias)) {
                let row = &mut rows[t];
                for lane in 0..LANES {
                    row[lane] = (row[lane] - mean) * scale * gain[lane] + bias[lane];
                }
            }
        }
    }
}
