//! Counts, shares and p-values.

use super::decimal::{decimals, signed};
use bertscope_analysis::IdfSource;
use std::fmt::Display;

/// The p-value below which a difference counts as statistically significant.
pub const SIGNIFICANCE_LEVEL: f64 = 0.05;

/// An integer without a sign.
pub trait Count: Copy + Display {}

impl Count for u32 {}
impl Count for u64 {}
impl Count for usize {}

/// A count with a comma between thousands.
pub fn with_thousands_separators<N: Count>(n: N) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// A count with its noun, whose plural ends in s: `1 pair`, `2 pairs`.
pub fn pluralized(n: impl Count, thing: &str) -> String {
    let count = with_thousands_separators(n);
    let s = if count == "1" { "" } else { "s" };
    format!("{count} {thing}{s}")
}

/// The source of IDF weights, and N.
pub fn idf_source(idf: &IdfSource) -> String {
    match idf.document_count() {
        Some(n) => format!("{}, N {}", idf.name, with_thousands_separators(n)),
        None => format!("{}, given weights", idf.name),
    }
}

/// A share in percent: `12%`, `1.5%`.
pub fn percent(share: f64, places: usize) -> String {
    format!("{}%", decimals(100.0 * share, places))
}

/// A difference of two shares in percent, with its sign: `+12%`.
pub fn signed_percent(difference: f64) -> String {
    format!("{}%", signed(100.0 * difference, 0))
}

/// A share of pairs in percent. It is never rounded to 0% or 100%, which would say “none” or “all”.
pub fn bounded_percent(share: f64) -> String {
    match share * 100.0 {
        p if p <= 0.0 => "0%".to_owned(),
        p if p >= 100.0 => "100%".to_owned(),
        p if p < 0.1 => "<0.1%".to_owned(),
        p if p > 99.9 => ">99.9%".to_owned(),
        p if !(10.0..=90.0).contains(&p) => percent(share, 1),
        _ => percent(share, 0),
    }
}

/// How much of something is done, in whole percent.
pub fn percent_done(share: f64) -> String {
    // Rounded down: 100 % would suggest that it is done.
    format!("{} %", decimals((share * 100.0).floor(), 0))
}

/// A p-value with four decimals, or more if rounding would give 0 or [`SIGNIFICANCE_LEVEL`].
pub fn p_value(p: f64) -> String {
    // Of resamples, none is smaller; of a formula, these digits say nothing more.
    if p < 5e-7 {
        return "<0.000001".to_owned();
    }
    for places in 4..=17 {
        let text = decimals(p, places);
        if is_on_the_side_of(&text, p) {
            return text;
        }
    }
    p.to_string()
}

/// Whether a rounded p-value is above 0 and on the same side of the level as the p-value itself.
fn is_on_the_side_of(rounded: &str, p: f64) -> bool {
    let Ok(shown) = rounded.parse::<f64>() else {
        return false;
    };
    shown > 0.0 && (shown < SIGNIFICANCE_LEVEL) == (p < SIGNIFICANCE_LEVEL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_off() {
        assert_eq!(
            [0, 999, 22_365, 1_000_000].map(with_thousands_separators::<u64>),
            ["0", "999", "22,365", "1,000,000"]
        );
    }

    #[test]
    fn a_rounded_p_value_is_on_its_side_of_the_level() {
        for (p, shown) in [
            (50.0 / 1001.0, "0.04995"),
            (0.049_999_999, "0.049999999"),
            (0.05, "0.0500"),
            (0.0504, "0.0504"),
            (0.2797, "0.2797"),
            (1.0, "1.0000"),
            (1.0 / 100_001.0, "0.00001"),
            (4e-7, "<0.000001"),
            (0.0, "<0.000001"),
        ] {
            assert_eq!(p_value(p), shown);
        }
    }
}
