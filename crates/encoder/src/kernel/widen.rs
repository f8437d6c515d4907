//! Widens blocks of 16-bit weights to f32, exactly.

use pulp::Simd;

use super::panels::{HalfRow, LANES, PanelRows, Row};
use crate::weights::{bf16_to_f32, f16_to_f32};

/// The rows in f32: as they are, or in the buffer.
#[inline(always)]
pub fn widen<'b, S: Simd, const ROWS: usize>(
    simd: S,
    panel: PanelRows<'b>,
    buffer: &'b mut [Row; ROWS],
) -> &'b [Row] {
    match panel {
        PanelRows::F32(rows) => rows,
        PanelRows::F16(rows) => widen_f16(simd, rows, buffer),
        PanelRows::Bf16(rows) => widen_each(rows, buffer, bf16_to_f32),
        PanelRows::I16(rows, scales) => widen_i16(rows, scales, buffer),
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

/// Widens integers: each times the scale of its 32 rows.
///
/// The scales are copied and each row is stored whole, because `scales` and `wide` are both behind references: the compiler
/// vectorised the loop over rows instead of the lanes, and collected one lane of 16 rows number by number (AVX-512), or not
/// at all (AVX2). Along the lanes it is a sign extension, a conversion and a product, 9 to 15 times as fast; explicit
/// instructions were no faster.
#[inline(always)]
fn widen_i16<'b, const ROWS: usize>(
    rows: &[HalfRow],
    scales: &[Row],
    buffer: &'b mut [Row; ROWS],
) -> &'b [Row] {
    let wide = &mut buffer[..rows.len()];
    for ((rows, wide), scales) in rows.chunks(LANES).zip(wide.chunks_mut(LANES)).zip(scales) {
        let scales = *scales;
        for (row, wide) in rows.iter().zip(wide) {
            let mut product = [0.0; LANES];
            for lane in 0..LANES {
                product[lane] = f32::from(row[lane].cast_signed()) * scales[lane];
            }
            *wide = product;
        }
    }
    wide
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
