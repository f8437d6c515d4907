//! Numbers, names and bars in columns of fixed width.

use super::page::{Span, Tone};
use crate::label::{align_left, align_right};
use crate::number;
use bertscope_analysis::Side;
use bertscope_printable::printable;

/// Width of a number, with the space before it.
pub(super) const COLUMN_WIDTH: u16 = 7;

/// A number in at most six characters: `.6692`, `−.0512`, `1.0000`, `−12.34`; a dash if undefined.
pub(super) fn value(x: Option<f64>) -> String {
    let Some(x) = x else { return "—".to_owned() };
    let sign = if x < 0.0 { "−" } else { "" };
    short(sign, x.abs())
}

/// A change in at most six characters: `+.0512`, `−.0512`, `+1.012`, and `.0000` for none.
pub(super) fn delta(x: Option<f64>) -> String {
    let Some(x) = x else { return "—".to_owned() };
    short(if x < 0.0 { "−" } else { "+" }, x.abs())
}

/// A number that rounds to 0 with four decimals has no sign.
fn short(sign: &str, x: f64) -> String {
    let places = match x {
        x if x < 0.999_95 => {
            return if x < 0.000_05 {
                ".0000".into()
            } else {
                format!("{sign}{}", &format!("{x:.4}")[1..])
            };
        }
        x if x < 9.9995 => 4 - sign.chars().count(),
        x if x < 99.995 => 2,
        _ => 0,
    };
    format!("{sign}{x:.places$}")
}

/// A change with five decimals, for a sentence.
pub(super) fn exact(x: Option<f64>) -> String {
    match x {
        None => "—".to_owned(),
        Some(x) if x.abs() < 0.000_005 => "0.00000".to_owned(),
        Some(x) => format!("{}{:.5}", if x < 0.0 { "−" } else { "+" }, x.abs()),
    }
}

/// A change with five decimals, as a subtrahend.
pub(super) fn subtrahend(x: f64) -> String {
    if x < 0.0 {
        format!("({})", exact(Some(x)))
    } else {
        format!("{x:.5}")
    }
}

/// A number with five decimals, for a sentence.
pub(super) fn five_places(x: Option<f64>) -> String {
    match x {
        None => "undefined".to_owned(),
        Some(x) => format!("{}{:.5}", if x <= -0.000_005 { "−" } else { "" }, x.abs()),
    }
}

/// A text on the left of its column.
pub(super) fn left(text: &str, width: u16, tone: Tone) -> Span {
    Span::new(align_left(&printable(text), width), tone)
}

/// A text on the right of its column.
pub(super) fn right(text: &str, width: u16, tone: Tone) -> Span {
    Span::new(align_right(text, width), tone)
}

/// A number, right-aligned in its column.
pub(super) fn cell(text: &str, tone: Tone) -> Span {
    right(text, COLUMN_WIDTH, tone)
}

/// A change of a score in its column.
pub(super) fn change(x: Option<f64>) -> Span {
    cell(&delta(x), x.map_or(Tone::Quiet, tone))
}

/// Numbers in columns of equal width: with two decimals in 5, with four in 7 and with five in 9.
pub(super) fn numbers(all: &[Option<f64>], width: u16, tone: Tone) -> impl Iterator<Item = Span> {
    let number = move |x: &Option<f64>| match *x {
        Some(x) if width < COLUMN_WIDTH => number::short(x as f32),
        x if width <= COLUMN_WIDTH => value(x),
        x => number::five_places(x),
    };
    all.iter().map(move |x| right(&number(x), width, tone))
}

/// Headings in columns of equal width.
pub(super) fn heads(names: &[&str], width: u16, tone: Tone) -> impl Iterator<Item = Span> {
    names.iter().map(move |name| right(name, width, tone))
}

/// A bar of `width` columns for a number from 0 to 1, after a gap; `rest` fills the part that is empty.
pub(super) fn bar(gap: &str, part: f64, width: u16, rest: &str) -> [Span; 2] {
    let full = (part.clamp(0.0, 1.0) * f64::from(width)).round() as usize;
    let rest = rest.repeat(usize::from(width) - full);
    [
        Span::new(format!("{gap}{}", "━".repeat(full)), Tone::Bar),
        Span::new(rest, Tone::Rest),
    ]
}

/// The tone of a change of a score.
fn tone(x: f64) -> Tone {
    match x {
        x if x >= 0.000_05 => Tone::Up,
        x if x <= -0.000_05 => Tone::Down,
        _ => Tone::Quiet,
    }
}

/// The name of a side as a heading of a given width.
pub(super) fn heading(side: Side, width: u16) -> &'static str {
    match (side, width) {
        (Side::Candidate, 9..) => "Candidate",
        (Side::Reference, 9..) => "Reference",
        (Side::Candidate, _) => "Cand.",
        (Side::Reference, _) => "Ref.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_their_column_and_lose_places_before_digits() {
        let values = [
            0.669_16, -0.051_2, 1.0, -1.5, -12.345, 1234.5, 0.999_96, -0.000_01,
        ];
        assert_eq!(
            values.map(|x| value(Some(x))),
            [
                ".6692", "−.0512", "1.0000", "−1.500", "−12.35", "1234", "1.0000", ".0000"
            ]
        );
        assert_eq!(
            values[..4]
                .iter()
                .map(|x| delta(Some(*x)))
                .collect::<Vec<_>>(),
            ["+.6692", "−.0512", "+1.000", "−1.500"]
        );
        assert!(
            (-3000..3000)
                .all(|i| delta(Some(f64::from(i) / 27.3)).chars().count()
                    < usize::from(COLUMN_WIDTH))
        );
    }
}
