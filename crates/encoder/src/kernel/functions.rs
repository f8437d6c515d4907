//! The functions of a layer, written so that the compiler vectorises a loop over them.

use std::f32::consts::{FRAC_1_SQRT_2, LOG2_E};

/// erf(x) with an absolute error below 4e-7 in f32 arithmetic.
///
/// x·P(x²)/Q(x²) on |x| ≤ 4, beyond which erf is ±1 to 1.6e-8. The coefficients are a fit of our own: least squares
/// over 400 Chebyshev points of \[0, 16\] in x², reweighted (Lawson) until the largest error, 2.2e-8, was level.
#[inline(always)]
pub fn erf(x: f32) -> f32 {
    // The first is close to erf's slope at 0, 2/√π, but is fitted like the others.
    #[allow(clippy::approx_constant)]
    const P: [f32; 6] = [
        1.128_379,
        0.196_246_2,
        0.053_466_924,
        0.004_003_450_8,
        0.000_288_024_63,
        0.000_001_974_706_6,
    ];
    const Q: [f32; 6] = [
        1.0,
        0.507_249_8,
        0.116_475_1,
        0.015_444_074,
        0.001_216_287_4,
        0.000_037_478_666,
    ];
    let x = x.clamp(-4.0, 4.0);
    let u = x * x;
    let p = ((((P[5] * u + P[4]) * u + P[3]) * u + P[2]) * u + P[1]) * u + P[0];
    let q = ((((Q[5] * u + Q[4]) * u + Q[3]) * u + Q[2]) * u + Q[1]) * u + Q[0];
    x * p / q
}

/// max(x, 0), and NaN for NaN, unlike `f32::max`.
#[inline(always)]
pub fn relu(x: f32) -> f32 {
    if x < 0.0 { 0.0 } else { x }
}

/// GELU(x) = x·Φ(x) = x/2·(1 + erf(x/√2)) (Hendrycks & Gimpel 2016).
#[inline(always)]
pub fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * FRAC_1_SQRT_2))
}

/// The tanh approximation of GELU: x/2·(1 + tanh(√(2/π)·(x + 0.044715·x³))), called "`gelu_new`" and "`gelu_pytorch_tanh`".
#[inline(always)]
pub fn gelu_tanh(x: f32) -> f32 {
    const SQRT_2_OVER_PI: f32 = 0.797_884_6;
    0.5 * x * (1.0 + tanh(SQRT_2_OVER_PI * (x + 0.044_715 * x * x * x)))
}

/// tanh(x) = (1 − e⁻²ˣ)/(1 + e⁻²ˣ), with an absolute error below 4e-7.
#[inline(always)]
pub fn tanh(x: f32) -> f32 {
    // Of |x|: the power is at most 1 and cannot overflow.
    let e = exp(-2.0 * x.abs());
    ((1.0 - e) / (1.0 + e)).copysign(x)
}

/// eˣ with a relative error below 2e-7 for x in \[−87, 88\]; 0 ≤ result ≤ e⁸⁸ outside.
///
/// x = n·ln 2 + r with |r| ≤ ln 2 / 2; eʳ by its Taylor polynomial of degree 7, 2ⁿ by building the exponent bits.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    /// 1.5·2²³: adding it leaves the nearest integer in the low bits of the significand.
    const ROUND: f32 = 12_582_912.0;
    /// ln 2 in two parts, the first short enough for n·`LN_2_HI` to be exact.
    const LN_2_HI: f32 = 0.693_359_4;
    const LN_2_LO: f32 = -2.121_944_4e-4;
    const C: [f32; 6] = [
        0.5,
        1.0 / 6.0,
        1.0 / 24.0,
        1.0 / 120.0,
        1.0 / 720.0,
        1.0 / 5040.0,
    ];
    let x = x.clamp(-87.0, 88.0);
    let shifted = x * LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = (x - n * LN_2_HI) - n * LN_2_LO;
    let poly = ((((C[5] * r + C[4]) * r + C[3]) * r + C[2]) * r + C[1]) * r + C[0];
    // The low bits of `shifted` are n. Moved to the exponent, with its bias of 127, they are 2ⁿ; the higher ones fall out.
    let scale = f32::from_bits((shifted.to_bits() << 23).wrapping_add(127 << 23));
    // The small terms first, so that only the last sum rounds at the precision of the 1.
    (1.0 + (r + r * r * poly)) * scale
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worst(
        f: impl Fn(f32) -> f32,
        exact: impl Fn(f64) -> f64,
        relative: bool,
        range: f32,
    ) -> f64 {
        (-100_000..=100_000)
            .map(|i| {
                let x = i as f32 / 100_000.0 * range;
                let (ours, exact) = (f64::from(f(x)), exact(f64::from(x)));
                (ours - exact).abs() / if relative { exact.abs() } else { 1.0 }
            })
            .fold(0.0, f64::max)
    }

    #[test]
    fn erf_is_right_to_four_tenths_of_a_millionth() {
        assert!(worst(erf, candle_core::cpu::erf::erf_f64, false, 6.0) < 4e-7);
    }

    #[test]
    fn exp_is_right_to_a_fifth_of_a_millionth_relative() {
        assert!(worst(exp, f64::exp, true, 87.0) < 2e-7);
    }

    #[test]
    fn gelu_follows_its_definition() {
        let exact = |x: f64| 0.5 * x * (1.0 + candle_core::cpu::erf::erf_f64(x / 2f64.sqrt()));
        assert!(worst(gelu, exact, false, 10.0) < 1.5e-6);
    }

    #[test]
    fn tanh_is_right_to_four_tenths_of_a_millionth() {
        assert!(worst(tanh, f64::tanh, false, 20.0) < 4e-7);
    }

    #[test]
    fn gelu_by_tanh_follows_its_definition() {
        let exact = |x: f64| {
            0.5 * x
                * (1.0 + ((2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x.powi(3))).tanh())
        };
        assert!(worst(gelu_tanh, exact, false, 10.0) < 1e-6);
    }
}
