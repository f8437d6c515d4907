//! Williams' test (1959): whether two scores correlate equally with the same human scores.

use std::f64::consts::PI;

/// Two-sided p from the coefficients of Pearson of each score with the human scores, and of both scores with each other,
/// over so many candidates. `None` for fewer than four candidates, and where both scores are the same up to a line.
pub fn williams_p(first: f64, second: f64, between: f64, candidates: usize) -> Option<f64> {
    if candidates < 4 {
        return None;
    }
    let n = candidates as f64;
    let determinant =
        1.0 - first * first - second * second - between * between + 2.0 * first * second * between;
    let mean = f64::midpoint(first, second);
    let numerator = (first - second) * ((n - 1.0) * (1.0 + between)).sqrt();
    let denominator =
        2.0 * (n - 1.0) / (n - 3.0) * determinant + mean * mean * (1.0 - between).powi(3);
    // Rounding leaves no more than this of the determinant of equal scores.
    if denominator < 1e-12 {
        return None;
    }
    Some(two_sided_t(numerator / denominator.sqrt(), candidates - 3))
}

/// P(|T| ≥ |t|) of Student's distribution, by the finite sums for whole degrees of freedom (Abramowitz and Stegun 26.7.3
/// and 26.7.4).
fn two_sided_t(t: f64, degrees: usize) -> f64 {
    let angle = (t.abs() / (degrees as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let is_odd = degrees % 2 == 1;
    // Each term is the one before it times cos² and (k − 1) / k, from k = 2 for even degrees and from 3 for odd ones.
    let mut term = if is_odd { cosine } else { 1.0 };
    let mut sum = if degrees == 1 { 0.0 } else { term };
    let mut k = if is_odd { 3 } else { 2 };
    while k + 2 <= degrees {
        term *= cosine * cosine * (k - 1) as f64 / k as f64;
        sum += term;
        k += 2;
    }
    let inside = if is_odd {
        2.0 / PI * (angle + sine * sum)
    } else {
        sine * sum
    };
    (1.0 - inside).clamp(0.0, 1.0)
}
