//! Number formats for screens and pictures: short, without a leading zero.

use bertscope_analysis::IdfSource;

/// A number in at most four characters: `.66`, `−.05`, `1.00`, `−4.9`.
pub fn short(x: f32) -> String {
    let text = without_zero(&format!("{x:.2}"));
    if text.chars().count() <= 4 {
        return text;
    }
    let tenths = format!("{x:.1}");
    signed(&if tenths.len() <= 4 {
        tenths
    } else {
        format!("{x:.0}")
    })
}

/// A number in at most three characters: `.66`, `−.1`, `−5`; `1` if it rounds to 1.00, and `0` if it rounds to −.0.
pub fn shortest(x: f32) -> String {
    let text = short(x);
    if text.chars().count() <= 3 {
        return text;
    }
    let tenths = without_zero(&format!("{x:.1}"));
    match &*tenths {
        // `1.0` would suggest that .9956 is exactly 1.
        "1.0" => "1".to_owned(),
        ".0" => "0".to_owned(),
        _ if tenths.chars().count() <= 3 => tenths,
        _ => signed(&format!("{x:.0}")),
    }
}

/// The source of IDF weights, and N.
pub fn idf_source(idf: &IdfSource) -> String {
    match idf.document_count() {
        Some(n) => format!("{}, N {}", idf.name, with_thousands_separators(n)),
        None => format!("{}, given weights", idf.name),
    }
}

/// A number with three decimals: `.669`.
pub fn three_places(x: f64) -> String {
    without_zero(&format!("{x:.3}"))
}

/// A number with exactly this many decimals: `.66`, `−.05`, `1.00`.
pub fn fixed(x: f32, places: usize) -> String {
    without_zero(&format!("{x:.places$}"))
}

/// The number of decimals, at most two, with which all numbers from `low` to `high` fit five characters.
pub fn decimal_places(low: f32, high: f32) -> usize {
    let fits = |places: &usize| {
        [low, high]
            .iter()
            .all(|x| fixed(*x, *places).chars().count() <= 5)
    };
    [2, 1].into_iter().find(fits).unwrap_or(0)
}

/// A number with five decimals: `.66916`; a dash if it is undefined.
pub fn five_places(x: Option<f64>) -> String {
    x.map_or_else(|| "—".into(), |x| without_zero(&format!("{x:.5}")))
}

/// A number with `places` decimals, or as many as fit `width` characters.
pub fn rounded(x: f64, places: usize, width: usize) -> String {
    let mut places = (0..=places)
        .rev()
        .map(|places| signed(&format!("{x:.places$}")));
    places
        .find(|text| text.chars().count() <= width)
        .unwrap_or_else(|| signed(&format!("{x:.0e}")))
}

/// A formatted number with a minus sign instead of a hyphen, and without a sign if it rounds to 0.
pub fn signed(text: &str) -> String {
    let is_nothing = !text.contains(|c: char| ('1'..='9').contains(&c));
    text.replace('-', if is_nothing { "" } else { "−" })
}

/// `0.66` as `.66`, `-0.05` as `−.05`, and no minus sign before 0.
pub(crate) fn without_zero(text: &str) -> String {
    let text = signed(text);
    match (text.strip_prefix("0."), text.strip_prefix("−0.")) {
        (Some(fraction), _) => format!(".{fraction}"),
        (_, Some(fraction)) => format!("−.{fraction}"),
        _ => text,
    }
}

/// Sentences with minus signs instead of the hyphens before numbers. Texts in quotation marks stay as they are.
pub(crate) fn with_minus_signs(mut sentences: Vec<String>) -> Vec<String> {
    let begins_number = |text: &str| text.starts_with(|c: char| c == '.' || c.is_ascii_digit());
    for sentence in &mut sentences {
        for (at, _) in sentence.clone().rmatch_indices('-') {
            let (before, after) = (&sentence[..at], &sentence[at + 1..]);
            let is_quoted = before.matches('“').count() > before.matches('”').count();
            if before.ends_with([' ', '(']) && begins_number(after) && !is_quoted {
                sentence.replace_range(at..=at, "−");
            }
        }
    }
    sentences
}

/// A count with a comma between thousands.
pub fn with_thousands_separators(n: u64) -> String {
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
pub fn pluralized(n: u64, thing: &str) -> String {
    format!(
        "{} {thing}{}",
        with_thousands_separators(n),
        if n == 1 { "" } else { "s" }
    )
}

/// Adds a plus sign to a number above 0.
pub(crate) fn with_plus(text: String) -> String {
    let is_nothing = !text.contains(|c: char| ('1'..='9').contains(&c));
    if is_nothing || text.starts_with('−') {
        text
    } else {
        format!("+{text}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_their_cell() {
        for (x, two, one) in [
            (0.6649, ".66", ".66"),
            (-0.05, "−.05", "−.1"),
            (-0.03, "−.03", "0"),
            (0.9956, "1.00", "1"),
            (1.0, "1.00", "1"),
            (-0.001, ".00", ".00"),
            (-4.93, "−4.9", "−5"),
        ] {
            assert_eq!((short(x).as_str(), shortest(x).as_str()), (two, one));
        }
        assert!((-999..=100).all(|i| shortest(i as f32 / 100.0).chars().count() <= 3));
        assert_eq!(
            [
                five_places(Some(0.669_16)),
                five_places(Some(-1.5)),
                five_places(None)
            ],
            [".66916", "−1.50000", "—"]
        );
        assert_eq!(
            [0.669_16, -0.5, 1.0].map(three_places),
            [".669", "−.500", "1.000"]
        );
    }

    #[test]
    fn the_numbers_of_one_picture_have_the_same_digits_behind_the_point() {
        let written = |numbers: &[f32]| {
            let (low, high) = numbers
                .iter()
                .fold((f32::MAX, f32::MIN), |(l, h), &x| (l.min(x), h.max(x)));
            numbers
                .iter()
                .map(|&x| fixed(x, decimal_places(low, high)))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            written(&[0.06, -0.03, 0.001, -0.001, -0.1, 0.9956]),
            [".06", "−.03", ".00", ".00", "−.10", "1.00"]
        );
        assert_eq!(written(&[0.66, -4.93]), [".66", "−4.93"]);
        assert_eq!(written(&[0.66, -0.04, -49.3]), [".7", ".0", "−49.3"]);
        assert_eq!(written(&[0.66, -4930.4]), ["1", "−4930"]);
    }

    #[test]
    fn a_number_is_rounded_to_its_room_and_never_cut() {
        for (x, width, expected) in [
            (0.4928, 7, "0.493"),
            (-0.0004, 7, "0.000"),
            (-1234.5678, 7, "−1234.6"),
            (123_456_789.0, 7, "1e8"),
            (87.0, 2, "87"),
        ] {
            assert_eq!(rounded(x, 3, width), expected);
        }
    }

    #[test]
    fn thousands_are_set_off() {
        assert_eq!(
            [
                with_thousands_separators(0),
                with_thousands_separators(999),
                with_thousands_separators(22_365),
                with_thousands_separators(1_000_000)
            ],
            ["0", "999", "22,365", "1,000,000"]
        );
    }
}
