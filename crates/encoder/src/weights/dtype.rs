//! The number types of published weights, and their conversion to f32.

// The conversions are parts of loops, each of which is compiled for one vector instruction set.
#![allow(clippy::inline_always)]

use std::io::{Error, ErrorKind, Result};

/// The number type of a published weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DType {
    F32,
    /// IEEE half precision.
    F16,
    Bf16,
}

impl DType {
    /// Bytes of one number.
    pub fn bytes(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::F16 | Self::Bf16 => 2,
        }
    }

    /// Reads little-endian numbers.
    pub fn read(self, bytes: &[u8]) -> Result<Vec<f32>> {
        let mut numbers = Vec::new();
        // A file can claim any size, and more than there is has to be an error, not an abort.
        numbers
            .try_reserve_exact(bytes.len() / self.bytes())
            .map_err(|_| Error::from(ErrorKind::OutOfMemory))?;
        let singles = bytes.as_chunks().0.iter();
        let halves = bytes.as_chunks().0.iter();
        // The type is matched once, not for each number, so that each loop is vectorised.
        match self {
            Self::F32 => numbers.extend(singles.map(|bytes| f32::from_le_bytes(*bytes))),
            Self::F16 => {
                numbers.extend(halves.map(|bytes| f16_to_f32(u16::from_le_bytes(*bytes))));
            }
            Self::Bf16 => {
                numbers.extend(halves.map(|bytes| bf16_to_f32(u16::from_le_bytes(*bytes))));
            }
        }
        Ok(numbers)
    }
}

/// IEEE half precision, exactly.
///
/// A conversion instruction would need a processor feature that not every x86-64 processor has, and the compiler does
/// not vectorise shorter formulas.
#[inline(always)]
pub fn f16_to_f32(half: u16) -> f32 {
    const EXPONENT: u32 = 0x7c00;
    /// 2¹¹²: the difference of the exponents' biases, 127 and 15.
    const REBIAS: u32 = 0x7780_0000;
    let bits = u32::from(half);
    // A product is exact for subnormal numbers too, whose exponent no addition of biases would correct.
    let magnitude = f32::from_bits((bits & 0x7fff) << 13) * f32::from_bits(REBIAS);
    // Infinity and NaN would become ordinary numbers: their exponent has all bits set before and after.
    let special = if bits & EXPONENT == EXPONENT {
        f32::INFINITY.to_bits()
    } else {
        0
    };
    f32::from_bits(magnitude.to_bits() | special | (bits & 0x8000) << 16)
}

/// bfloat16, exactly: it is the upper half of an f32.
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
        for half in 0..=u16::MAX {
            assert_same(half, f16_to_f32(half), half::f16::from_bits(half).to_f32());
        }
    }

    #[test]
    fn every_bfloat_is_widened_exactly() {
        for half in 0..=u16::MAX {
            let exact = half::bf16::from_bits(half).to_f32();
            assert_same(half, bf16_to_f32(half), exact);
        }
    }
}
