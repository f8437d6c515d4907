//! How well scores agree with human scores: Pearson, Spearman and Kendall.

use std::cmp::Ordering;

/// The three coefficients, each from −1 to 1; `None` if one side does not vary or there are fewer than
/// three pairs: two pairs always lie on a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, serde::Serialize)]
pub struct Correlation {
    /// Pearson's r: how close the values are to a line.
    pub pearson: Option<f64>,
    /// Spearman's ρ: Pearson's r of the ranks, where ties share their mean rank.
    pub spearman: Option<f64>,
    /// Kendall's τ-b: concordant against discordant pairs, corrected for ties.
    pub kendall: Option<f64>,
}

/// Minimum number of pairs of a coefficient.
pub const MIN_PAIRS: usize = 3;

impl Correlation {
    /// Correlates two series of finite numbers, paired by position; the longer one is cut to the length of the shorter.
    pub fn between(x: &[f64], y: &[f64]) -> Self {
        let count = x.len().min(y.len());
        if count < MIN_PAIRS {
            return Self::default();
        }
        let x = &x[..count];
        let y = &y[..count];
        Self {
            pearson: pearson(x, y),
            spearman: spearman(x, y),
            kendall: kendall(x, y),
        }
    }

    /// Correlates scores, which are printed with so many decimals, with human scores. Scores that print equal are ties; if
    /// all of them do, no coefficient exists.
    pub fn of_scores(scores: &[f64], places: usize, human: &[f64]) -> Self {
        Self::of_printed(scores, &as_printed(scores, places), human)
    }

    /// The same with the scores [as they are printed](as_printed) beside them.
    pub fn of_printed(scores: &[f64], printed: &[f64], human: &[f64]) -> Self {
        let of_printed = Self::between(printed, human);
        let pearson = match of_printed.pearson {
            // All digits count where the scores vary, as in any other program.
            Some(_) => pearson(scores, human),
            None => None,
        };
        Self {
            pearson,
            ..of_printed
        }
    }
}

/// Scores rounded to the decimals with which they are printed. The scores of equal texts differ by about 1e-7, because
/// floats are rounded, and nothing may depend on that.
pub fn as_printed(scores: &[f64], places: usize) -> Vec<f64> {
    let scale = 10f64.powi(places as i32);
    scores.iter().map(|x| (x * scale).round() / scale).collect()
}

/// Pearson's r of two series of the same length: Σ(x−x̄)(y−ȳ) / √(Σ(x−x̄)²·Σ(y−ȳ)²), in two passes, so that a large mean does
/// not cost precision. `None` if one does not vary.
pub fn pearson(x: &[f64], y: &[f64]) -> Option<f64> {
    // Without this, the rounding of the mean of equal numbers would look like variation.
    if is_constant(x) || is_constant(y) {
        return None;
    }
    let mean_x = mean(x);
    let mean_y = mean(y);
    let mut xx = 0.0;
    let mut yy = 0.0;
    let mut xy = 0.0;
    for (x, y) in x.iter().zip(y) {
        let dx = x - mean_x;
        let dy = y - mean_y;
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    let scale = (xx * yy).sqrt();
    if scale > 0.0 && scale.is_finite() {
        // Rounding can take the quotient past ±1.
        Some((xy / scale).clamp(-1.0, 1.0))
    } else {
        None
    }
}

fn is_constant(values: &[f64]) -> bool {
    values
        .windows(2)
        .all(|pair| compare_numbers(&pair[0], &pair[1]).is_eq())
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Spearman's ρ of two series of the same length; `None` if one does not vary.
pub fn spearman(x: &[f64], y: &[f64]) -> Option<f64> {
    pearson(&ranks(x), &ranks(y))
}

/// Kendall's τ-b of two series of the same length; `None` if one does not vary.
pub fn kendall(x: &[f64], y: &[f64]) -> Option<f64> {
    let (tau, _) = kendalls::tau_b_with_comparator(x, y, compare_numbers).ok()?;
    // Not finite where one side does not vary.
    if tau.is_finite() { Some(tau) } else { None }
}

/// The order of finite numbers, in which −0 and 0 are equal.
fn compare_numbers(a: &f64, b: &f64) -> Ordering {
    a.partial_cmp(b).unwrap_or(Ordering::Equal)
}

/// The ranks of a score and of the human score beside it, from 1 for the lowest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankPair {
    /// Among the scores.
    pub score: f64,
    /// Among the human scores.
    pub human: f64,
}

/// The ranks of scores that are printed with so many decimals, and of the human scores beside them. Scores that print equal
/// are ties. None if either side is constant, because ranks then say nothing.
pub fn rank_pairs(scores: &[f64], places: usize, human: &[f64]) -> Vec<RankPair> {
    let by_score = ranks(&as_printed(scores, places));
    let by_human = ranks(human);
    if is_constant(&by_score) || is_constant(&by_human) {
        return Vec::new();
    }
    let both = by_score.into_iter().zip(by_human);
    both.map(|(score, human)| RankPair { score, human })
        .collect()
}

/// Ranks of finite numbers, from 1; ties share their mean rank.
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let mut by_value: Vec<usize> = (0..values.len()).collect();
    by_value.sort_by(|&a, &b| compare_numbers(&values[a], &values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for equal in by_value.chunk_by(|&a, &b| compare_numbers(&values[a], &values[b]).is_eq()) {
        let rank = first as f64 + (equal.len() + 1) as f64 / 2.0;
        for &i in equal {
            ranks[i] = rank;
        }
        first += equal.len();
    }
    ranks
}
