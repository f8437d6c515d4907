//! Numbers that must fit few characters: they lose decimals before digits.

use super::decimal::{MISSING, decimals, scientific, without_zero};

/// A number in at most six characters: `.6692`, `−.0512`, `1.0000`, `−12.35`; a dash if it is undefined.
pub fn narrow_score(x: Option<f64>) -> String {
    in_six_characters(x, "")
}

/// A difference in at most six characters: `+.0512`, `−.0512`, `+1.012`, and `.0000` for none.
pub fn narrow_change(x: Option<f64>) -> String {
    in_six_characters(x, "+")
}

fn in_six_characters(x: Option<f64>, plus: &str) -> String {
    let Some(x) = x else {
        return MISSING.to_owned();
    };
    let sign = if x < 0.0 { "−" } else { plus };
    let magnitude = x.abs();
    // Each limit is where rounding adds a digit before the point.
    let places = match magnitude {
        // What rounds to 0 has no sign.
        x if x < 0.000_05 => return ".0000".to_owned(),
        x if x < 0.999_95 => return format!("{sign}{}", without_zero(x, 4)),
        x if x < 9.9995 => 4 - sign.chars().count(),
        x if x < 99.995 => 2,
        _ => 0,
    };
    format!("{sign}{}", decimals(magnitude, places))
}

/// A number in at most four characters: `.66`, `−.05`, `1.00`, `−4.9`.
pub fn short(x: f32) -> String {
    let hundredths = without_zero(x, 2);
    if fits(&hundredths, 4) {
        return hundredths;
    }
    let tenths = decimals(x, 1);
    if fits(&tenths, 4) {
        tenths
    } else {
        decimals(x, 0)
    }
}

/// A number in at most three characters: `.66`, `−.1`, `−5`; `1` if it rounds to 1.00, and `0` if it rounds to −.0.
pub fn shortest(x: f32) -> String {
    let text = short(x);
    if fits(&text, 3) {
        return text;
    }
    let tenths = without_zero(x, 1);
    match &*tenths {
        // `1.0` would suggest that .9956 is exactly 1.
        "1.0" => "1".to_owned(),
        ".0" => "0".to_owned(),
        _ if fits(&tenths, 3) => tenths,
        _ => decimals(x, 0),
    }
}

/// The number of decimals, at most two, with which all numbers from `low` to `high` fit five characters.
pub fn decimal_places(low: f32, high: f32) -> usize {
    for places in [2, 1] {
        if fits(&without_zero(low, places), 5) && fits(&without_zero(high, places), 5) {
            return places;
        }
    }
    0
}

/// A number with `places` decimals, or as many as fit `width` characters.
pub fn rounded(x: f64, places: usize, width: usize) -> String {
    for places in (0..=places).rev() {
        let text = decimals(x, places);
        if fits(&text, width) {
            return text;
        }
    }
    scientific(x, 0)
}

fn fits(number: &str, width: usize) -> bool {
    // Not the bytes: a minus sign has three.
    number.chars().count() <= width
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
    }

    #[test]
    fn numbers_fit_their_column_and_lose_places_before_digits() {
        let values = [
            0.669_16, -0.051_2, 1.0, -1.5, -12.345, 1234.5, 0.999_96, -0.000_01,
        ];
        assert_eq!(
            values.map(|x| narrow_score(Some(x))),
            [
                ".6692", "−.0512", "1.0000", "−1.500", "−12.35", "1234", "1.0000", ".0000"
            ]
        );
        assert_eq!(
            values[..4]
                .iter()
                .map(|x| narrow_change(Some(*x)))
                .collect::<Vec<_>>(),
            ["+.6692", "−.0512", "+1.000", "−1.500"]
        );
        assert!((-3000..3000).all(|i| fits(&narrow_change(Some(f64::from(i) / 27.3)), 6)));
    }

    #[test]
    fn the_numbers_of_one_picture_have_the_same_digits_behind_the_point() {
        let written = |numbers: &[f32]| {
            let (low, high) = numbers
                .iter()
                .fold((f32::MAX, f32::MIN), |(l, h), &x| (l.min(x), h.max(x)));
            numbers
                .iter()
                .map(|&x| without_zero(x, decimal_places(low, high)))
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
}
