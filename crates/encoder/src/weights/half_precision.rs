//! Converts 16-bit numbers to f32, written so that the compiler vectorises a loop over them.
//!
//! (A conversion instruction would need a processor feature that not every x86-64 processor has; the compiler does not
//! vectorise shorter formulas.)

// Inlined into loops, each of which is compiled for one vector instruction set.
#![allow(clippy::inline_always)]

/// IEEE half precision, exactly: the exponent bias is corrected by multiplying with 2¹¹²; infinity and NaN are preserved.
#[inline(always)]
pub fn f16_to_f32(half: u16) -> f32 {
    const EXPONENT: u32 = 0x7c00;
    let bits = u32::from(half);
    let magnitude = f32::from_bits((bits & 0x7fff) << 13) * f32::from_bits(0x7780_0000);
    let special = if bits & EXPONENT == EXPONENT {
        f32::INFINITY.to_bits()
    } else {
        0
    };
    f32::from_bits(magnitude.to_bits() | special | (bits & 0x8000) << 16)
}

/// bfloat16, exactly.
#[inline(always)]
pub fn bf16_to_f32(half: u16) -> f32 {
    f32::from_bits(u32::from(half) << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_same(half: u16, ours: f32, exact: f32) {
        assert!(
            ours.to_bits() == exact.to_bits() || (ours.is_nan() && exact.is_nan()),
            "{half:#06x}: {ours}, not {exact}"
        );
    }

    #[test]
    fn every_half_is_widened_exactly() {
        (0..=u16::MAX).for_each(|half| {
            assert_same(half, f16_to_f32(half), half::f16::from_bits(half).to_f32())
        });
    }

    #[test]
    fn every_bfloat_is_widened_exactly() {
        (0..=u16::MAX).for_each(|half| {
            assert_same(
                half,
                bf16_to_f32(half),
                half::bf16::from_bits(half).to_f32(),
            )
        });
    }
}
