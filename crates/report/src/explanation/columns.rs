//! Numbers, names and bars in columns of fixed width.

use super::page::{Span, Tone};
use crate::label::{align_left, align_right};
use crate::number::{five_places, narrow_change, narrow_score, short};
use bertscope_analysis::Side;
use bertscope_printable::printable;

/// Width of a number, with the space before it.
pub(super) const COLUMN_WIDTH: u16 = 7;

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
    cell(&narrow_change(x), x.map_or(Tone::Quiet, tone))
}

/// Numbers in columns of equal width: with two decimals in 5, with four in 7 and with five in 9.
pub(super) fn numbers(all: &[Option<f64>], width: u16, tone: Tone) -> impl Iterator<Item = Span> {
    all.iter().map(move |x| {
        let number = match *x {
            Some(x) if width < COLUMN_WIDTH => short(x as f32),
            x if width <= COLUMN_WIDTH => narrow_score(x),
            x => five_places(x),
        };
        right(&number, width, tone)
    })
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
