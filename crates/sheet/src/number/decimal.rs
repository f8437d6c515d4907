//! Numbers with decimals: with and without a zero before the point, with and without a plus sign.

/// Shown in place of a number that does not exist.
pub const MISSING: &str = "—";

/// A number in text and files: `0.66`, `−0.05`, `1.00`.
pub fn decimals(x: impl Into<f64>, places: usize) -> String {
    with_minus_sign(&format!("{:.places$}", x.into()))
}

/// A difference in text and files, with its sign: `+0.25`, `−0.05`, `0.00`.
pub fn signed(x: impl Into<f64>, places: usize) -> String {
    let text = decimals(x, places);
    if text.starts_with('−') || is_zero(&text) {
        text
    } else {
        format!("+{text}")
    }
}

/// A number in a derivation, with five decimals: `0.66916`.
pub fn exact(x: impl Into<f64>) -> String {
    decimals(x, 5)
}

/// A score in a derivation, which is in words if it is undefined.
pub fn exact_or_undefined(x: Option<f64>) -> String {
    x.map_or_else(|| "undefined".to_owned(), exact)
}

/// A difference in a derivation, with five decimals: `+0.01234`.
pub fn exact_change(x: f64) -> String {
    signed(x, 5)
}

/// The difference of two scores as a reader finds it who subtracts one printed number, with five decimals, from the
/// other: the true difference rounds to another last digit now and then.
pub fn printed_difference(minuend: f64, subtrahend: f64) -> f64 {
    rounded_difference(minuend, subtrahend, 5)
}

/// [`printed_difference`] of P, R and F1; undefined where one of the two numbers is.
pub fn printed_differences(
    minuends: [Option<f64>; 3],
    subtrahends: [Option<f64>; 3],
) -> [Option<f64>; 3] {
    std::array::from_fn(|at| Some(printed_difference(minuends[at]?, subtrahends[at]?)))
}

/// [`printed_difference`] of two numbers that are printed with `places` decimals.
pub fn rounded_difference(minuend: f64, subtrahend: f64, places: i32) -> f64 {
    let units = 10f64.powi(places);
    ((minuend * units).round() - (subtrahend * units).round()) / units
}

/// A difference in a derivation that is subtracted: `0.01234`, `(−0.01234)`.
pub fn subtrahend(x: f64) -> String {
    let text = exact(x);
    if text.starts_with('−') {
        format!("({text})")
    } else {
        text
    }
}

/// A number on a screen, in a picture or in a table: `.66`, `−.05`, `1.00`.
pub fn without_zero(x: impl Into<f64>, places: usize) -> String {
    let text = decimals(x, places);
    if let Some(fraction) = text.strip_prefix("0.") {
        format!(".{fraction}")
    } else if let Some(fraction) = text.strip_prefix("−0.") {
        format!("−.{fraction}")
    } else {
        text
    }
}

/// A number in a formula on a screen, with three decimals: `.669`.
pub fn three_places(x: impl Into<f64>) -> String {
    without_zero(x, 3)
}

/// A score on a screen, in a picture or in a table, with five decimals: `.66916`; a dash if it is undefined.
pub fn five_places(x: Option<f64>) -> String {
    or_missing(x, |x| without_zero(x, 5))
}

/// A number in the form given, or a dash in its place.
pub fn or_missing(x: Option<f64>, form: impl Fn(f64) -> String) -> String {
    x.map_or_else(|| MISSING.to_owned(), form)
}

/// A number for programs, with all its digits; empty if it is undefined.
pub fn all_digits(x: Option<f64>) -> String {
    x.map_or_else(String::new, |x| x.to_string())
}

/// A human score as people give it, with no more decimals than it needs: `87`, `4.5`.
pub fn trimmed(x: f64, max_places: usize) -> String {
    let text = decimals(x, max_places);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The IDF weight of a token on a screen or in a picture: `7.93`.
pub fn weight(weight: f64) -> String {
    decimals(weight, 2)
}

/// An angle in whole degrees.
pub fn degrees(angle: f64) -> String {
    format!("{}°", decimals(angle, 0))
}

/// A number too large for the digits of its column: `5.0e8`.
pub fn scientific(x: f64, places: usize) -> String {
    with_minus_sign(&format!("{x:.places$e}"))
}

/// A formatted number with a minus sign instead of a hyphen, and without a sign if it rounds to 0.
fn with_minus_sign(text: &str) -> String {
    text.replace('-', if is_zero(text) { "" } else { "−" })
}

fn is_zero(text: &str) -> bool {
    !text.contains(|c: char| ('1'..='9').contains(&c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_a_minus_sign_unless_it_rounds_to_0() {
        assert_eq!(
            [0.669_16, -0.5, 1.0, -0.000_001].map(three_places),
            [".669", "−.500", "1.000", ".000"]
        );
        assert_eq!(
            [
                five_places(Some(0.669_16)),
                five_places(Some(-1.5)),
                five_places(None)
            ],
            [".66916", "−1.50000", "—"]
        );
        assert_eq!(
            [0.669_16, -0.25, -0.000_004].map(exact),
            ["0.66916", "−0.25000", "0.00000"]
        );
        assert_eq!(
            [0.25, -0.25, 0.000_004, -0.000_004].map(exact_change),
            ["+0.25000", "−0.25000", "0.00000", "0.00000"]
        );
        assert_eq!(
            [0.25, -0.25, -0.000_004].map(subtrahend),
            ["0.25000", "(−0.25000)", "0.00000"]
        );
    }

    #[test]
    fn no_number_is_a_negative_nothing() {
        assert_eq!(
            [
                decimals(-0.000_001, 5),
                decimals(-0.25, 2),
                or_missing(None, exact)
            ],
            ["0.00000", "−0.25", "—"]
        );
    }

    #[test]
    fn a_human_score_has_only_the_decimals_that_it_needs() {
        assert_eq!(
            [87.0, -0.000_000_1, 4.5, -1.25, 100.0].map(|x| trimmed(x, 5)),
            ["87", "0", "4.5", "−1.25", "100"]
        );
    }
}
