//! A block of weights in f32. 16-bit numbers are widened exactly: halves block by block, integers where they are multiplied,
//! if there are registers.

use pulp::Simd;

use super::panels::{HalfRow, LANES, PanelRows, Row};
use crate::weights::{bf16_to_f32, f16_to_f32};

/// Rows of a panel that are multiplied before the next ones are touched: 24 KB of f32 in two panels, half of an L1
/// cache.
pub const BLOCK_ROWS: usize = 96;

/// A block in f32, aligned so that no vector load crosses a cache line.
#[repr(align(64))]
pub struct WidenedBlock(pub [Row; BLOCK_ROWS]);

impl WidenedBlock {
    /// The buffer, which is allocated on first use, once for many panels: clearing it takes as long as the product of a few
    /// tokens, and single precision does not need it.
    #[inline(always)]
    pub fn of(slot: &mut Option<Box<Self>>) -> &mut [Row; BLOCK_ROWS] {
        let block = slot.get_or_insert_with(|| Box::new(Self([[0.0; LANES]; BLOCK_ROWS])));
        &mut block.0
    }
}

/// Rows of weights that a tile reads, one after the other.
pub trait BlockRows {
    /// The most bytes that such a row has in memory, where it may be 16-bit numbers that were widened.
    const MAX_ROW_BYTES: usize;

    /// Vectors `2·pair` and `2·pair + 1` of row `lane` of the 32 rows of `block`, in f32.
    fn vectors<S: Simd>(&mut self, simd: S, block: usize, lane: usize, pair: usize)
    -> [S::f32s; 2];
}

impl BlockRows for &[[Row; LANES]] {
    const MAX_ROW_BYTES: usize = size_of::<Row>();

    #[inline(always)]
    fn vectors<S: Simd>(&mut self, _: S, block: usize, lane: usize, pair: usize) -> [S::f32s; 2] {
        let row = S::as_simd_f32s(&self[block][lane]).0;
        [row[2 * pair], row[2 * pair + 1]]
    }
}

/// The rows of a block in f32: as they are, or in the buffer. [`Integers`] are widened elsewhere.
#[inline(always)]
pub fn widen<'b, S: Simd>(
    simd: S,
    block: PanelRows<'b>,
    buffer: &'b mut Option<Box<WidenedBlock>>,
) -> &'b [Row] {
    match block {
        PanelRows::F32(rows) => rows,
        PanelRows::F16(rows) => widen_f16(simd, rows, WidenedBlock::of(buffer)),
        PanelRows::Bf16(rows) => widen_each(rows, WidenedBlock::of(buffer), bf16_to_f32),
        PanelRows::I16(..) => unreachable!("the panels of a layer have the same type of number"),
    }
}

#[inline(always)]
fn widen_f16<'b, S: Simd, const ROWS: usize>(
    simd: S,
    rows: &[HalfRow],
    buffer: &'b mut [Row; ROWS],
) -> &'b [Row] {
    // AVX-512 has an instruction for it. The type S is known at compile time.
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = (&simd as &dyn std::any::Any).downcast_ref::<pulp::x86::V4>() {
        let wide = &mut buffer[..rows.len()];
        for (row, wide) in rows.iter().zip(&mut *wide) {
            let [low, high]: [core::arch::x86_64::__m256i; 2] = pulp::cast(*row);
            *wide = pulp::cast([
                simd.avx512f._mm512_cvtph_ps(low),
                simd.avx512f._mm512_cvtph_ps(high),
            ]);
        }
        return wide;
    }
    #[cfg(target_arch = "wasm32")]
    if let Some(simd) = (&simd as &dyn std::any::Any).downcast_ref::<pulp::wasm::Simd128>() {
        return widen_f16_simd128(simd.simd128, rows, buffer);
    }
    let _ = simd;
    widen_each(rows, buffer, f16_to_f32)
}

/// [`f16_to_f32`] with fewer instructions: infinities and NaN are detected while the rest is widened.
#[cfg(target_arch = "wasm32")]
#[inline(always)]
fn widen_f16_simd128<'b, const ROWS: usize>(
    simd: pulp::core_arch::wasm::Simd128,
    rows: &[HalfRow],
    buffer: &'b mut [Row; ROWS],
) -> &'b [Row] {
    use core::arch::wasm32::v128;
    let exponent = simd.i16x8_splat(0x7c00);
    let mut special = simd.i16x8_splat(0);
    let wide = &mut buffer[..rows.len()];
    for (row, wide) in rows.iter().zip(&mut *wide) {
        let halves: [v128; 4] = pulp::cast(*row);
        for half in halves {
            special = simd.v128_or(
                special,
                simd.i16x8_eq(simd.v128_and(half, exponent), exponent),
            );
        }
        *wide = pulp::cast(halves.map(|half| {
            [
                finite_f16_simd128(simd, simd.i32x4_extend_low_i16x8(half)),
                finite_f16_simd128(simd, simd.i32x4_extend_high_i16x8(half)),
            ]
        }));
    }
    // Rare enough to do everything again.
    if simd.v128_any_true(special) {
        widen_each(rows, buffer, f16_to_f32)
    } else {
        &buffer[..rows.len()]
    }
}

/// Four finite numbers in half precision, whose sign was extended to 32 bits: one shift moves it to the top and the rest
/// into position.
#[cfg(target_arch = "wasm32")]
#[inline(always)]
fn finite_f16_simd128(
    simd: pulp::core_arch::wasm::Simd128,
    halves: core::arch::wasm32::v128,
) -> core::arch::wasm32::v128 {
    let number = simd.v128_and(simd.i32x4_shl(halves, 13), simd.u32x4_splat(0x8fff_ffff));
    // 2¹¹² corrects the bias of the exponent.
    simd.f32x4_mul(number, simd.f32x4_splat(f32::from_bits(0x7780_0000)))
}

/// A block of integers, each of which becomes a number when it is multiplied with the scale of its 32 rows.
///
/// They are widened in registers, in the step that multiplies them with the first tokens, and stored for the other tokens:
/// the multiplications hide it.
pub struct Integers<'a> {
    pub rows: &'a [HalfRow],
    pub scales: &'a [Row],
    /// Receives the numbers.
    pub numbers: &'a mut [Row],
}

impl Integers<'_> {
    /// Widens all of them.
    #[inline(always)]
    pub fn widen<S: Simd>(&mut self, simd: S) {
        for block in 0..self.rows.len() / LANES {
            for lane in 0..LANES {
                for pair in 0..LANES / (2 * S::F32_LANES) {
                    self.vectors(simd, block, lane, pair);
                }
            }
        }
    }
}

impl BlockRows for Integers<'_> {
    const MAX_ROW_BYTES: usize = size_of::<HalfRow>();

    #[inline(always)]
    fn vectors<S: Simd>(
        &mut self,
        simd: S,
        block: usize,
        lane: usize,
        pair: usize,
    ) -> [S::f32s; 2] {
        let row = block * LANES + lane;
        let scales = S::as_simd_f32s(&self.scales[block]).0;
        let [left, right] = widened_integers(simd, &self.rows[row], pair);
        let left = simd.mul_f32s(left, scales[2 * pair]);
        let right = simd.mul_f32s(right, scales[2 * pair + 1]);
        let numbers = S::as_mut_simd_f32s(&mut self.numbers[row]).0;
        numbers[2 * pair] = left;
        numbers[2 * pair + 1] = right;
        [left, right]
    }
}

/// Vectors `2·pair` and `2·pair + 1` of a row. The type S is known at compile time, so only one branch is compiled.
#[inline(always)]
fn widened_integers<S: Simd>(simd: S, integers: &HalfRow, pair: usize) -> [S::f32s; 2] {
    let set = &simd as &dyn std::any::Any;
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{__m128i, __m256i};
        use pulp::x86::{V3, V4};
        if let Some(simd) = set.downcast_ref::<V4>() {
            let halves: [__m256i; 2] = pulp::cast(*integers);
            let left = simd.avx512f._mm512_cvtepi16_epi32(halves[2 * pair]);
            let right = simd.avx512f._mm512_cvtepi16_epi32(halves[2 * pair + 1]);
            let left: pulp::f32x16 = pulp::cast(simd.avx512f._mm512_cvtepi32_ps(left));
            let right: pulp::f32x16 = pulp::cast(simd.avx512f._mm512_cvtepi32_ps(right));
            return bytemuck::cast([left, right]);
        }
        if let Some(simd) = set.downcast_ref::<V3>() {
            let quarters: [__m128i; 4] = pulp::cast(*integers);
            let left = simd.avx2._mm256_cvtepi16_epi32(quarters[2 * pair]);
            let right = simd.avx2._mm256_cvtepi16_epi32(quarters[2 * pair + 1]);
            let left: pulp::f32x8 = pulp::cast(simd.avx._mm256_cvtepi32_ps(left));
            let right: pulp::f32x8 = pulp::cast(simd.avx._mm256_cvtepi32_ps(right));
            return bytemuck::cast([left, right]);
        }
    }
    #[cfg(target_arch = "aarch64")]
    if let Some(simd) = set.downcast_ref::<pulp::aarch64::Neon>() {
        let eighths: [core::arch::aarch64::int16x8_t; 4] = pulp::cast(*integers);
        let eighth = eighths[pair];
        let left = simd.neon.vmovl_s16(simd.neon.vget_low_s16(eighth));
        let right = simd.neon.vmovl_high_s16(eighth);
        let left: pulp::f32x4 = pulp::cast(simd.neon.vcvtq_f32_s32(left));
        let right: pulp::f32x4 = pulp::cast(simd.neon.vcvtq_f32_s32(right));
        return bytemuck::cast([left, right]);
    }
    #[cfg(target_arch = "wasm32")]
    if let Some(simd) = set.downcast_ref::<pulp::wasm::Simd128>() {
        let eighths: [core::arch::wasm32::v128; 4] = pulp::cast(*integers);
        let eighth = eighths[pair];
        let left = simd.simd128.i32x4_extend_low_i16x8(eighth);
        let right = simd.simd128.i32x4_extend_high_i16x8(eighth);
        let left: pulp::f32x4 = pulp::cast(simd.simd128.f32x4_convert_i32x4(left));
        let right: pulp::f32x4 = pulp::cast(simd.simd128.f32x4_convert_i32x4(right));
        return bytemuck::cast([left, right]);
    }
    let _ = set;
    let mut numbers = [0.0; LANES];
    let first = 2 * pair * S::F32_LANES;
    for lane in first..first + 2 * S::F32_LANES {
        numbers[lane] = f32::from(integers[lane].cast_signed());
    }
    let numbers = S::as_simd_f32s(&numbers).0;
    [numbers[2 * pair], numbers[2 * pair + 1]]
}

#[inline(always)]
fn widen_each<'b, const ROWS: usize>(
    rows: &[HalfRow],
    buffer: &'b mut [Row; ROWS],
    number: impl Fn(u16) -> f32,
) -> &'b [Row] {
    let wide = &mut buffer[..rows.len()];
    for (row, wide) in rows.iter().zip(&mut *wide) {
        for lane in 0..LANES {
            wide[lane] = number(row[lane]);
        }
    }
    wide
}

#[cfg(test)]
mod tests {
    use pulp::WithSimd;

    use super::super::InstructionSet;
    use super::*;

    /// Widens 32 half-precision numbers.
    struct Widen(HalfRow);

    impl WithSimd for Widen {
        type Output = Row;

        fn with_simd<S: Simd>(self, simd: S) -> Row {
            let mut buffer = [[0.0; LANES]; 1];
            widen_f16(simd, &[self.0], &mut buffer)[0]
        }
    }

    #[test]
    fn every_half_is_the_same_number_on_every_instruction_set() {
        for set in InstructionSet::available() {
            for first in (0..=u16::MAX).step_by(LANES) {
                let halves: HalfRow = std::array::from_fn(|lane| first + lane as u16);
                for (half, wide) in halves.into_iter().zip(set.dispatch(Widen(halves))) {
                    let exact = half::f16::from_bits(half).to_f32();
                    let same =
                        wide.to_bits() == exact.to_bits() || (wide.is_nan() && exact.is_nan());
                    assert!(
                        same,
                        "{half:#06x} is {wide}, not {exact}, with {}",
                        set.name()
                    );
                }
            }
        }
    }
}
