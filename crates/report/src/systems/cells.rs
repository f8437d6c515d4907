//! Numbers of a comparison as texts.

use bertscope_systems::{Interval, Measure};

/// Digits behind the point of a measure's numbers: BLEU and chrF go to 100.
#[must_use]
pub fn digits(measure: Measure) -> usize {
    match measure {
        Measure::Bleu | Measure::Chrf => 2,
        Measure::Precision | Measure::Recall | Measure::F1 | Measure::F1At { .. } | Measure::RougeL => 5,
    }
}

pub(super) fn value(measure: Measure, value: Option<f64>) -> String {
    value.map_or("undefined".to_owned(), |value| format!("{value:.*}", digits(measure)))
}

pub(super) fn signed(measure: Measure, value: Option<f64>) -> String {
    let rounded = |value: f64| format!("{value:+.*}", digits(measure));
    value.map_or("undefined".to_owned(), |value| rounded(if value == 0.0 { 0.0 } else { value }))
}

pub(super) fn interval(measure: Measure, interval: Option<Interval>, is_signed: bool) -> String {
    let Some(Interval { low, high }) = interval else { return "–".to_owned() };
    let end = |x: f64| if is_signed { signed(measure, Some(x)) } else { value(measure, Some(x)) };
    format!("[{}, {}]", end(low), end(high))
}

pub(super) fn p(p: Option<f64>) -> String {
    p.map_or("–".to_owned(), |p| format!("{p:.4}"))
}
