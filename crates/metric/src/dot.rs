//! SIMD dot products, bit-identical on every processor.

// Functions of one vector instruction set are inlined into one, and the compiler vectorises loops over 16 lanes.
#![allow(clippy::inline_always, clippy::needless_range_loop)]

use pulp::{Simd, WithSimd};

/// Running sums of a dot product: as many on every processor, so that the additions have the same order.
const LANES: usize = 16;

/// Dot products of all rows of one side with all rows of the other. (A type, not a closure, because functions called by a closure
/// are compiled only once, for all processors.)
pub struct DotProducts<'a> {
    /// The candidate's vectors, row-major, \[candidate rows, dimension\].
    pub candidate: &'a [f32],
    /// Row after row.
    pub reference: &'a [f32],
    /// Rows of the reference, at least one.
    pub reference_rows: usize,
    /// \[rows of the candidate, rows of the reference\].
    pub out: &'a mut [f32],
}

impl WithSimd for DotProducts<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let dimension = self.reference.len() / self.reference_rows;
        for (i, out) in self.out.chunks_exact_mut(self.reference_rows).enumerate() {
            let candidate = row(self.candidate, dimension, i);
            dot_products(simd, candidate, self.reference, out);
        }
    }
}

/// Scales every row to length 1.
pub struct NormaliseRows<'a> {
    /// Row after row.
    pub values: &'a mut [f32],
    /// The length of a row, at least 1.
    pub dimension: usize,
}

impl WithSimd for NormaliseRows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for row in self.values.chunks_exact_mut(self.dimension) {
            normalise(row);
        }
    }
}

/// The dot products of `a` with every row of `b`, each bit-identical to [`dot`]. Four run side by side, because a single one waits for
/// its own last sum.
#[inline(always)]
fn dot_products<S: Simd>(simd: S, a: &[f32], b: &[f32], out: &mut [f32]) {
    const ROWS_PER_STEP: usize = 4;
    let (a_blocks, a_rest) = a.as_chunks::<LANES>();
    let (groups, last) = out.as_chunks_mut::<ROWS_PER_STEP>();
    for (group, out) in groups.iter_mut().enumerate() {
        let first = group * ROWS_PER_STEP;
        let rows: [(&[[f32; LANES]], &[f32]); ROWS_PER_STEP] = [
            row(b, a.len(), first).as_chunks(),
            row(b, a.len(), first + 1).as_chunks(),
            row(b, a.len(), first + 2).as_chunks(),
            row(b, a.len(), first + 3).as_chunks(),
        ];
        let mut sums = [[0.0f32; LANES]; ROWS_PER_STEP];
        // By hand, because the compiler would keep the running sums of four rows in memory. Multiply and add are not fused, so that
        // the last digit is the same on every processor.
        for v in 0..LANES / S::F32_LANES {
            let mut s0 = simd.splat_f32s(0.0);
            let mut s1 = s0;
            let mut s2 = s0;
            let mut s3 = s0;
            let blocks = rows[0]
                .0
                .iter()
                .zip(rows[1].0)
                .zip(rows[2].0)
                .zip(rows[3].0);
            for (x, (((y0, y1), y2), y3)) in a_blocks.iter().zip(blocks) {
                let x = vector::<S>(x, v);
                s0 = simd.add_f32s(s0, simd.mul_f32s(x, vector::<S>(y0, v)));
                s1 = simd.add_f32s(s1, simd.mul_f32s(x, vector::<S>(y1, v)));
                s2 = simd.add_f32s(s2, simd.mul_f32s(x, vector::<S>(y2, v)));
                s3 = simd.add_f32s(s3, simd.mul_f32s(x, vector::<S>(y3, v)));
            }
            for (sums, sum) in sums.iter_mut().zip([s0, s1, s2, s3]) {
                S::as_mut_simd_f32s(sums).0[v] = sum;
            }
        }
        for r in 0..ROWS_PER_STEP {
            out[r] = sum_lanes(&sums[r], a_rest, rows[r].1);
        }
    }
    let first = groups.len() * ROWS_PER_STEP;
    for (j, out) in last.iter_mut().enumerate() {
        *out = dot(a, row(b, a.len(), first + j));
    }
}

#[inline(always)]
fn row(rows: &[f32], dimension: usize, index: usize) -> &[f32] {
    &rows[index * dimension..][..dimension]
}

/// Vector `v` of a block: a block is as many vectors as the instruction set needs for its numbers.
#[inline(always)]
fn vector<S: Simd>(block: &[f32; LANES], v: usize) -> S::f32s {
    S::as_simd_f32s(block).0[v]
}

/// Σ aᵢ·bᵢ in 16 running sums, which vectorise and lose less precision than one.
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a_blocks, a_rest) = a.as_chunks::<LANES>();
    let (b_blocks, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [0.0f32; LANES];
    for (x, y) in a_blocks.iter().zip(b_blocks) {
        for lane in 0..LANES {
            sums[lane] += x[lane] * y[lane];
        }
    }
    sum_lanes(&sums, a_rest, b_rest)
}

#[inline(always)]
fn sum_lanes(sums: &[f32; LANES], a_rest: &[f32], b_rest: &[f32]) -> f32 {
    // One after the other, not in a tree, so that the order is the same on every processor.
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    sums.iter().sum::<f32>() + rest
}

#[inline(always)]
fn normalise(row: &mut [f32]) {
    let square = dot(row, row);
    if square.is_normal() {
        let length = square.sqrt();
        for v in row {
            *v /= length;
        }
    } else if row.iter().any(|v| *v != 0.0) {
        // Numbers whose squares f32 cannot hold.
        let length = row
            .iter()
            .map(|v| f64::from(*v).powi(2))
            .sum::<f64>()
            .sqrt();
        for v in row {
            *v = (f64::from(*v) / length) as f32;
        }
    }
}
