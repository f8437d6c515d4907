//! The inner loop: a few tokens times one panel of weights, in registers.

use prefetch_index::prefetch_index;
use pulp::{NullaryFnOnce, Simd};

use super::panels::{HalfRow, LANES, PanelRows, Row};

/// Rows of a panel that are multiplied before the next ones are touched: 24 KB of f32, half of a first-level cache.
const BLOCK: usize = 192;

/// A block in f32, aligned so that no vector load crosses a cache line.
#[repr(align(64))]
pub struct Widened([Row; BLOCK]);

impl Default for Widened {
    /// Made once for many panels: clearing it takes as long as a few tokens' product.
    #[expect(clippy::large_stack_arrays, reason = "24 KB, and its address is to be a multiple of 64")]
    fn default() -> Self {
        Self([[0.0; LANES]; BLOCK])
    }
}

/// Tokens whose inputs are multiplied.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// Panel-major, \[rows of a panel / 32\]\[stride\]\[32\], from the first of the tokens on: token t's k-th number is
    /// `rows[k / 32 * stride + t][k % 32]`.
    pub rows: &'a [[f32; LANES]],
    /// Tokens from one panel to the next, which may be more than are multiplied.
    pub stride: usize,
}

impl Inputs<'_> {
    /// From the k-th number of every token on, k a multiple of 32.
    #[inline(always)]
    #[must_use]
    pub fn skip(self, k: usize) -> Self {
        Self { rows: self.rows.get(k / LANES * self.stride..).unwrap_or_default(), ..self }
    }
}

/// `out[t] = begin + x[t] · panel` for every token t.
pub struct Multiply<'a> {
    /// The tokens.
    pub x: Inputs<'a>,
    /// The weights, row after row of inputs.
    pub panel: PanelRows<'a>,
    /// What will be multiplied next: it is fetched into the cache while this panel is busy.
    pub ahead: Option<PanelRows<'a>>,
    /// What the sums begin with, for all tokens; with what is in `out` if this is `None`.
    pub begin: Option<&'a Row>,
    /// One row of 32 for each token.
    pub out: &'a mut [[f32; LANES]],
    /// Room for a block of half-precision weights.
    pub widened: &'a mut Widened,
}

impl Multiply<'_> {
    /// Does it. Sums are made in the order of the panel's rows, however the work is divided.
    #[inline(always)]
    pub fn run<S: Simd>(self, simd: S) {
        // A function of its own for each kind of vectors, that all callers share: the compiler has enough to do with one.
        simd.vectorize(Run { simd, multiply: self });
    }
}

struct Run<'a, S> {
    simd: S,
    multiply: Multiply<'a>,
}

impl<S: Simd> NullaryFnOnce for Run<'_, S> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { simd, multiply: Multiply { x, panel, ahead, mut begin, out, widened } } = self;
        let mut start = 0;
        while start < panel.len() {
            let end = (start + BLOCK).min(panel.len());
            let next = if end < panel.len() { Some(panel.slice(end, panel.len())) } else { ahead };
            let block = match panel.slice(start, end) {
                PanelRows::F32(rows) => rows,
                PanelRows::F16(rows) => widen(rows, &mut widened.0, f16_to_f32),
                PanelRows::Bf16(rows) => widen(rows, &mut widened.0, bf16_to_f32),
            };
            tiles(simd, x.skip(start), block, next.map(Ahead::of), begin.take(), out);
            start = end;
        }
    }
}

/// What is fetched into the cache meanwhile: the first numbers of it, and how many there are from one row to the next.
#[derive(Clone, Copy)]
struct Ahead<'a> {
    numbers: &'a [f32],
    row: usize,
}

impl<'a> Ahead<'a> {
    #[inline(always)]
    fn of(rows: PanelRows<'a>) -> Self {
        match rows {
            PanelRows::F32(rows) => Self { numbers: rows.as_flattened(), row: LANES },
            PanelRows::F16(rows) | PanelRows::Bf16(rows) => {
                Self { numbers: bytemuck::try_cast_slice(rows).unwrap_or_default(), row: LANES / 2 }
            }
        }
    }
}

/// All tokens times one block.
#[inline(always)]
fn tiles<S: Simd>(
    simd: S,
    x: Inputs<'_>,
    block: &[Row],
    next: Option<Ahead<'_>>,
    begin: Option<&Row>,
    out: &mut [[f32; LANES]],
) {
    let tokens = out.len();
    let tiles = tokens.div_ceil(most_rows::<S>());
    let mut first = 0;
    for t in 0..tiles {
        let rows = (tokens - first).div_ceil(tiles - t);
        // A row is two cache lines, or one in half precision. A single tile fetches both; of several the first fetches
        // one and the second the other.
        let (lines, ahead) = match (next, t) {
            (Some(next), 0) => (if tiles == 1 && next.row == LANES { 2 } else { 1 }, next),
            (Some(next), 1) if next.row == LANES => {
                (1, Ahead { numbers: next.numbers.get(LANES / 2..).unwrap_or_default(), ..next })
            }
            _ => (0, Ahead { numbers: &[], row: 0 }),
        };
        macro_rules! with_rows {
            ($($n:literal)*) => {
                match (rows, lines) {
                    // What never happens with a kind of vectors is not compiled for it.
                    $(
                        ($n, 0) if const { $n <= most_rows::<S>() } => {
                            tile::<S, 0, $n>(simd, x, first, block, begin, out, ahead);
                        }
                        ($n, 1) if const { $n <= most_rows::<S>() } => {
                            tile::<S, 1, $n>(simd, x, first, block, begin, out, ahead);
                        }
                        ($n, _) if const { $n <= most_rows::<S>() } => {
                            tile::<S, 2, $n>(simd, x, first, block, begin, out, ahead);
                        }
                    )*
                    _ => {}
                }
            };
        }
        with_rows!(1 2 3 4 5 6 7 8 9 10 11 12);
        first += rows;
    }
}

/// Tokens in a tile: as many as keep two accumulators each, two weights and one input in the registers.
const fn most_rows<S: Simd>() -> usize {
    match S::F32_LANES {
        16.. => 12, // 32 registers of 512 bits
        8 => 6,     // 16 of 256
        4 => 12,    // 32 of 128 (NEON)
        _ => 2,
    }
}

/// A few tokens times one block. With every step it fetches `LINES` cache lines of a row of `ahead`: all at once, and the
/// processor would stop and wait for its few line buffers.
#[inline(always)]
fn tile<S: Simd, const LINES: usize, const ROWS: usize>(
    simd: S,
    x: Inputs<'_>,
    first: usize,
    block: &[Row],
    begin: Option<&Row>,
    out: &mut [[f32; LANES]],
    ahead: Ahead<'_>,
) {
    for pair in 0..LANES / (2 * S::F32_LANES) {
        let (left, right) = (2 * pair, 2 * pair + 1);
        let mut sums = [[simd.splat_f32s(0.0); 2]; ROWS];
        for (sum, row) in sums.iter_mut().zip(&out[first..first + ROWS]) {
            let row = S::as_simd_f32s(begin.unwrap_or(row)).0;
            *sum = [row[left], row[right]];
        }
        for (k, weights) in block.as_chunks::<LANES>().0.iter().enumerate() {
            let Some((inputs, _)) = x.rows[k * x.stride + first..].split_first_chunk::<ROWS>() else { return };
            for lane in 0..LANES {
                if pair == 0 {
                    for line in 0..LINES {
                        prefetch_index(ahead.numbers, (k * LANES + lane) * ahead.row + line * (LANES / 2));
                    }
                }
                let row = S::as_simd_f32s(&weights[lane]).0;
                let (w0, w1) = (row[left], row[right]);
                for r in 0..ROWS {
                    let input = simd.splat_f32s(inputs[r][lane]);
                    sums[r][0] = simd.mul_add_f32s(input, w0, sums[r][0]);
                    sums[r][1] = simd.mul_add_f32s(input, w1, sums[r][1]);
                }
            }
        }
        for (sum, row) in sums.iter().zip(&mut out[first..first + ROWS]) {
            let row = S::as_mut_simd_f32s(row).0;
            row[left] = sum[0];
            row[right] = sum[1];
        }
    }
}

/// Widens a block to f32.
#[inline(always)]
fn widen<'b>(rows: &[HalfRow], buffer: &'b mut [Row; BLOCK], number: impl Fn(u16) -> f32) -> &'b [Row] {
    for (row, wide) in rows.iter().zip(buffer.iter_mut()) {
        for lane in 0..LANES {
            wide[lane] = number(row[lane]);
        }
    }
    &buffer[..rows.len()]
}

/// Exact for every finite half, subnormal ones too: the exponent's bias is corrected by a product with 2¹¹².
/// (A conversion by instruction would need a processor feature that the vector types here do not promise; of shorter
/// formulas the compiler makes no vector instructions.)
#[inline(always)]
fn f16_to_f32(half: u16) -> f32 {
    let bits = u32::from(half);
    let magnitude = f32::from_bits((bits & 0x7fff) << 13) * f32::from_bits(0x7780_0000);
    f32::from_bits(magnitude.to_bits() | (bits & 0x8000) << 16)
}

#[inline(always)]
fn bf16_to_f32(half: u16) -> f32 {
    f32::from_bits(u32::from(half) << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finite_half_is_widened_exactly() {
        for bits in (0..=u16::MAX).filter(|b| half::f16::from_bits(*b).is_finite()) {
            assert_eq!(f16_to_f32(bits).to_bits(), half::f16::from_bits(bits).to_f32().to_bits(), "{bits:#06x}");
        }
    }

    #[test]
    fn every_finite_bfloat_is_widened_exactly() {
        for bits in (0..=u16::MAX).filter(|b| half::bf16::from_bits(*b).is_finite()) {
            assert_eq!(bf16_to_f32(bits).to_bits(), half::bf16::from_bits(bits).to_f32().to_bits(), "{bits:#06x}");
        }
    }
}
