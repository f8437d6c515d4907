//! Softmax of attention scores.

use super::functions::exp;
use super::panels::{LANES, Row};

/// Softmax of every row of panel-major scores \[⌈n / 32⌉, n, 32\]; the columns beyond n become 0.
#[inline(always)]
pub fn softmax(scores: &mut [Row], n: usize) {
    let panels = n.div_ceil(LANES);
    for t in 0..n {
        if !n.is_multiple_of(LANES) {
            scores[(panels - 1) * n + t][n % LANES..].fill(f32::NEG_INFINITY);
        }
        let mut largest = [f32::NEG_INFINITY; LANES];
        for p in 0..panels {
            for lane in 0..LANES {
                largest[lane] = larger(largest[lane], scores[p * n + t][lane]);
            }
        }
        let largest = fold(largest, larger);
        let mut sums = [0.0f32; LANES];
        for p in 0..panels {
            let row = &mut scores[p * n + t];
            for lane in 0..LANES {
                // exp() is never less than e⁻⁸⁷ here, so keys beyond the text need their own mask.
                row[lane] = if row[lane] == f32::NEG_INFINITY {
                    0.0
                } else {
                    exp(row[lane] - largest)
                };
                sums[lane] += row[lane];
            }
        }
        let scale = 1.0 / fold(sums, |a, b| a + b);
        for p in 0..panels {
            for score in &mut scores[p * n + t] {
                *score *= scale;
            }
        }
    }
}

/// Compiles to one vector instruction, unlike `f32::max`, which handles NaN; a NaN still appears in the sums.
#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Reduces 32 numbers to one by halving, which vectorises.
#[inline(always)]
fn fold(mut lanes: Row, join: impl Fn(f32, f32) -> f32) -> f32 {
    for half in [16, 8, 4, 2, 1] {
        for i in 0..half {
            lanes[i] = join(lanes[i], lanes[i + half]);
        }
    }
    lanes[0]
}
