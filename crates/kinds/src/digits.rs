//! Numbers in digits: their separators, the letters that multiply them, and their values.

/// Letters that multiply the digits before them: "$3m", "5bn". After other digits than those of a currency, m is a unit.
pub const MULTIPLIERS: [(&str, f64); 5] = [
    ("k", 1e3),
    ("m", 1e6),
    ("mn", 1e6),
    ("bn", 1e9),
    ("tn", 1e12),
];

/// Whether digits are split from these letters.
pub fn is_multiplier(letters: &str) -> bool {
    MULTIPLIERS
        .iter()
        .any(|(name, _)| letters.eq_ignore_ascii_case(name))
}

/// The length of the digits that a text starts with, and their separators.
pub fn digits(text: &str) -> usize {
    text.find(|c: char| !matches!(c, '0'..='9' | '.' | ','))
        .unwrap_or(text.len())
}

/// The value of digits, and the letters after them: "1,250", "21st", "1990s".
pub fn parse(text: &str, decimal_comma: bool) -> Option<(f64, &str)> {
    let (digits, letters) = text.split_at(digits(text));
    let value = if decimal_comma {
        digits.replace('.', "").replace(',', ".")
    } else {
        digits.replace(',', "")
    };
    Some((value.parse().ok()?, letters))
}
