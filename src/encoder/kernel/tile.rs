//! The inner loop: a few tokens times one panel of weights, in registers.

use prefetch_index::prefetch_index;
use pulp::Simd;

use super::panels::{HalfRow, LANES, PanelRows, Row};

/// Rows of a panel that are multiplied before the next ones are touched: 8 KB of f32, a sixth of a first-level cache.
const BLOCK: usize = 64;

/// A block in f32, aligned so that no vector load crosses a cache line.
#[repr(align(64))]
struct Widened([Row; BLOCK]);

/// `out[t] += x[t] · panel` for every token t.
///
/// `x` is panel-major, \[rows of `panel` / 32\]\[tokens\]\[32\], so that token t's k-th number is
/// `x[k / 32 * tokens + t][k % 32]`; `out` has one row of 32 for each token. `ahead` is what will be multiplied next:
/// it is fetched into the cache while this panel is busy.
#[inline(always)]
pub fn multiply<S: Simd>(
    simd: S,
    x: &[[f32; LANES]],
    panel: PanelRows<'_>,
    ahead: Option<PanelRows<'_>>,
    out: &mut [[f32; LANES]],
) {
    let tokens = out.len();
    let mut widened = Widened([[0.0; LANES]; BLOCK]);
    let mut start = 0;
    while start < panel.len() {
        let end = (start + BLOCK).min(panel.len());
        let next = if end < panel.len() { Some(panel.slice(end, panel.len())) } else { ahead };
        let (block, next) = match (panel.slice(start, end), next) {
            (PanelRows::F32(rows), Some(PanelRows::F32([next, ..]))) => (rows, Some(next)),
            (PanelRows::F32(rows), _) => (rows, None),
            (PanelRows::F16(rows), next) => (widen(rows, next, &mut widened.0, f16_to_f32), None),
            (PanelRows::Bf16(rows), next) => (widen(rows, next, &mut widened.0, bf16_to_f32), None),
        };
        tiles(simd, &x[start / LANES * tokens..], block, next, out);
        start = end;
    }
}

/// All tokens times one block; `next` is the first row of what is fetched meanwhile.
#[inline(always)]
fn tiles<S: Simd>(simd: S, x: &[[f32; LANES]], block: &[Row], next: Option<&Row>, out: &mut [[f32; LANES]]) {
    let tokens = out.len();
    let tiles = tokens.div_ceil(most_rows::<S>());
    let mut first = 0;
    for t in 0..tiles {
        let rows = (tokens - first).div_ceil(tiles - t);
        // One tile fetches both cache lines of a row; of several the first fetches one and the second the other.
        let ahead = match (next, t) {
            (Some(row), 0) => Ahead { line: row, stride: LANES },
            (Some(row), 1) => Ahead { line: &row[LANES / 2..], stride: LANES },
            _ => Ahead { line: &block[0], stride: 0 },
        };
        macro_rules! with_rows {
            ($($n:literal)*) => {
                match (rows, tiles) {
                    $(
                        ($n, 1) => tile::<S, 2, $n>(simd, x, first, block, out, ahead),
                        ($n, _) => tile::<S, 1, $n>(simd, x, first, block, out, ahead),
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
#[inline(always)]
fn most_rows<S: Simd>() -> usize {
    match S::F32_LANES {
        16.. => 12, // 32 registers of 512 bits
        8 => 6,     // 16 of 256
        4 => 12,    // 32 of 128 (NEON)
        _ => 2,
    }
}

/// What a tile fetches into the cache while it multiplies: a cache line or two with every step, or the processor would
/// stop and wait for its few line buffers. A stride of 0 fetches what is there already, which costs less than a decision
/// in the inner loop.
#[derive(Clone, Copy)]
struct Ahead<'a> {
    /// Begins at the first line; those of the following rows lie beyond it.
    line: &'a [f32],
    stride: usize,
}

#[inline(always)]
fn tile<S: Simd, const LINES: usize, const ROWS: usize>(
    simd: S,
    x: &[[f32; LANES]],
    first: usize,
    block: &[Row],
    out: &mut [[f32; LANES]],
    ahead: Ahead<'_>,
) {
    let tokens = out.len();
    for pair in 0..LANES / (2 * S::F32_LANES) {
        let (left, right) = (2 * pair, 2 * pair + 1);
        let mut sums = [[simd.splat_f32s(0.0); 2]; ROWS];
        for (sum, row) in sums.iter_mut().zip(&out[first..first + ROWS]) {
            let row = S::as_simd_f32s(row).0;
            *sum = [row[left], row[right]];
        }
        for (k, weights) in block.as_chunks::<LANES>().0.iter().enumerate() {
            let Some((inputs, _)) = x[k * tokens + first..].split_first_chunk::<ROWS>() else { return };
            for lane in 0..LANES {
                if pair == 0 {
                    for line in 0..LINES {
                        prefetch_index(ahead.line, (k * LANES + lane) * ahead.stride + line * (LANES / 2));
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

/// Widens a block to f32 and fetches as many rows of what comes next.
#[inline(always)]
fn widen<'b>(
    rows: &[HalfRow],
    next: Option<PanelRows<'_>>,
    buffer: &'b mut [Row; BLOCK],
    number: impl Fn(u16) -> f32,
) -> &'b [Row] {
    let next = match next {
        Some(PanelRows::F16(next) | PanelRows::Bf16(next)) => next,
        _ => rows,
    };
    for (i, (row, wide)) in rows.iter().zip(buffer.iter_mut()).enumerate() {
        prefetch_index(next, i);
        for lane in 0..LANES {
            wide[lane] = number(row[lane]);
        }
    }
    &buffer[..rows.len()]
}

/// Exact for every finite half, subnormal ones too: the exponent's bias is corrected by a product with 2¹¹².
/// (A conversion by instruction would need a processor feature that the vector types here do not promise.)
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
