//! Residual connection and normalisation in one pass.

use pulp::{Simd, WithSimd};
use rayon::prelude::*;

use super::activations::Panels;
use super::instruction_set::InstructionSet;
use super::panels::LANES;
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
    pub fn new(kind: NormKind, gain: &[f32], bias: &[f32], epsilon: f64) -> Self {
        assert!(
            bias.is_empty() || gain.len() == bias.len(),
            "{} gains but {} biases",
            gain.len(),
            bias.len()
        );
        let padded = |values: &[f32]| {
            let mut rows = vec![[0.0; LANES]; gain.len().div_ceil(LANES)];
            rows.as_flattened_mut()[..values.len()].copy_from_slice(values);
            rows
        };
        Self {
            kind,
            gain: padded(gain),
            bias: padded(bias),
            width: gain.len(),
            epsilon: epsilon as f32,
        }
    }

    /// Tokens that a thread takes at a time: enough work (about 10 µs) to be worth the handover.
    fn tokens_at_a_time(&self) -> usize {
        (1usize << 13).div_ceil(self.width)
    }

    /// Applies the norm to `x`, or to the sum of both.
    pub fn forward(&self, x: &Panels, residual: Option<&Panels>) -> Panels {
        let tokens = x.tokens;
        for other in residual.into_iter().chain([x]) {
            assert_eq!(
                (other.tokens, other.width),
                (tokens, self.width),
                "activations of the same shape"
            );
        }
        let (x, residual) = (x.rows(), residual.map(Panels::rows));
        let mut out = Panels::unwritten(tokens, self.width);
        let instructions = InstructionSet::current();
        let normed = |(first, out)| {
            instructions.dispatch(Rows {
                x,
                residual,
                tokens,
                first,
                norm: self,
                out,
            })
        };
        if is_single_threaded() {
            token_groups(out.rows_mut(), tokens, tokens.max(1))
                .into_iter()
                .for_each(normed);
        } else {
            token_groups(out.rows_mut(), tokens, self.tokens_at_a_time())
                .into_par_iter()
                .for_each(normed);
        }
        out
    }
}

/// Splits \[panels\]\[tokens\] rows into groups of `size` tokens: the first token of each, and its rows in every panel.
fn token_groups<T>(rows: &mut [T], tokens: usize, size: usize) -> Vec<(usize, Vec<&mut [T]>)> {
    let mut groups: Vec<_> = (0..tokens)
        .step_by(size)
        .map(|first| (first, Vec::new()))
        .collect();
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
        let Self {
            x,
            residual,
            tokens,
            first,
            norm,
            mut out,
        } = self;
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
            let variance =
                (squares.iter().sum::<f32>() - padding * mean * mean) / norm.width as f32;
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
