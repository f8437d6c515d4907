//! Residual connection and normalisation in one pass.

use pulp::{Simd, WithSimd};
use rayon::prelude::*;

use super::activations::Panels;
use super::instruction_set::InstructionSet;
use super::panels::{LANES, Row, padded};
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
    gain: Vec<Row>,
    bias: Vec<Row>,
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
        let panels = gain.len().div_ceil(LANES);
        Self {
            kind,
            gain: padded(gain, panels),
            bias: padded(bias, panels),
            width: gain.len(),
            epsilon: epsilon as f32,
        }
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
        let mut out = Panels::unwritten(tokens, self.width);
        let tokens_at_a_time = if is_single_threaded() {
            tokens.max(1)
        } else {
            self.tokens_at_a_time()
        };
        // The worker threads do not know which set the calling thread was told to use.
        let instructions = InstructionSet::current();
        // A single group stays on this thread.
        token_groups(out.rows_mut(), tokens, tokens_at_a_time)
            .into_par_iter()
            .for_each(|group| {
                instructions.dispatch(NormTask {
                    norm: self,
                    x: x.rows(),
                    residual: residual.map(Panels::rows),
                    tokens,
                    group,
                });
            });
        out
    }

    /// Tokens that a thread takes at a time: enough work (about 10 µs) to be worth the handover.
    fn tokens_at_a_time(&self) -> usize {
        (1usize << 13).div_ceil(self.width)
    }
}

/// Some neighbouring tokens of a result.
struct TokenGroup<'a> {
    first: usize,
    /// A row for each token, in every panel.
    panels: Vec<&'a mut [Row]>,
}

/// Splits \[panels\]\[tokens\] rows into groups of `size` tokens.
fn token_groups(rows: &mut [Row], tokens: usize, size: usize) -> Vec<TokenGroup<'_>> {
    let mut groups: Vec<_> = (0..tokens)
        .step_by(size)
        .map(|first| TokenGroup {
            first,
            panels: Vec::new(),
        })
        .collect();
    for panel in rows.chunks_mut(tokens.max(1)) {
        for (group, rows) in groups.iter_mut().zip(panel.chunks_mut(size)) {
            group.panels.push(rows);
        }
    }
    groups
}

/// Normalises the tokens of a group.
struct NormTask<'a> {
    norm: &'a AddNorm,
    x: &'a [Row],
    residual: Option<&'a [Row]>,
    tokens: usize,
    group: TokenGroup<'a>,
}

impl WithSimd for NormTask<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) {
        let norm = self.norm;
        assert_eq!(
            self.group.panels.len(),
            norm.gain.len(),
            "a row in every panel"
        );
        for t in 0..self.group.panels[0].len() {
            let sum = self.write_sum(t);
            let mean = match norm.kind {
                NormKind::Layer => sum / norm.width as f32,
                NormKind::RootMeanSquare => 0.0,
            };
            norm.normalize(mean, &mut self.group.panels, t);
        }
    }
}

impl NormTask<'_> {
    /// Writes x + residual of the group's token `t`, and returns the sum over its features.
    #[inline(always)]
    fn write_sum(&mut self, t: usize) -> f32 {
        let mut sums = [0.0f32; LANES];
        for (p, rows) in self.group.panels.iter_mut().enumerate() {
            let at = p * self.tokens + self.group.first + t;
            let row = &mut rows[t];
            match self.residual {
                Some(residual) => {
                    let a = &self.x[at];
                    let b = &residual[at];
                    for lane in 0..LANES {
                        row[lane] = a[lane] + b[lane];
                        sums[lane] += row[lane];
                    }
                }
                None => {
                    *row = self.x[at];
                    for lane in 0..LANES {
                        sums[lane] += row[lane];
                    }
                }
            }
        }
        sums.iter().sum()
    }
}

impl AddNorm {
    /// Normalises row `t` of every panel around `mean`.
    #[inline(always)]
    fn normalize(&self, mean: f32, panels: &mut [&mut [Row]], t: usize) {
        let mut squares = [0.0f32; LANES];
        for rows in &*panels {
            let row = &rows[t];
            for lane in 0..LANES {
                let d = row[lane] - mean;
                squares[lane] += d * d;
            }
        }
        // The padding's zeros each added mean² to the sum of squares.
        let padding = (panels.len() * LANES - self.width) as f32;
        let variance = (squares.iter().sum::<f32>() - padding * mean * mean) / self.width as f32;
        // Rounding may leave a little less than zero.
        let scale = 1.0 / (variance.max(0.0) + self.epsilon).sqrt();
        let gain_and_bias = self.gain.iter().zip(&self.bias);
        for (rows, (gain, bias)) in panels.iter_mut().zip(gain_and_bias) {
            let row = &mut rows[t];
            for lane in 0..LANES {
                row[lane] = (row[lane] - mean) * scale * gain[lane] + bias[lane];
            }
        }
    }
}
