//! Number formats of a comparison.

use bertscope_systems::SystemComparison;
use bertscope_systems::{Interval, Measure};

use crate::number::{with_plus, without_minus};

/// The p-value below which a difference counts as statistically significant.
pub const SIGNIFICANCE_LEVEL: f64 = 0.05;

/// Decimals of a measure's numbers: BLEU and chrF go up to 100.
#[must_use]
pub fn digits(measure: Measure) -> usize {
    match measure {
        Measure::Bleu | Measure::Chrf => 2,
        Measure::Precision | Measure::Recall | Measure::F1 | Measure::F1AtLayer { .. } | Measure::RougeL => 5,
    }
}

pub(super) fn value(measure: Measure, value: Option<f64>) -> String {
    value.map_or("undefined".to_owned(), |value| format!("{value:.*}", digits(measure)))
}

pub(super) fn signed(measure: Measure, value: Option<f64>) -> String {
    value.map_or("undefined".to_owned(), |value| with_plus(without_minus(format!("{value:.*}", digits(measure)))))
}

pub(super) fn interval(measure: Measure, interval: Option<Interval>, is_signed: bool) -> String {
    let Some(Interval { low, high }) = interval else { return "–".to_owned() };
    let end = |x: f64| if is_signed { signed(measure, Some(x)) } else { value(measure, Some(x)) };
    format!("[{}, {}]", end(low), end(high))
}

pub(super) fn p_value_or_dash(p: Option<f64>) -> String {
    p.map_or("–".to_owned(), |p| p_value(p, 4))
}

/// A p-value with `places` decimals, or more if rounding would give 0 or [`SIGNIFICANCE_LEVEL`].
#[must_use]
pub fn p_value(p: f64, places: usize) -> String {
    let is_true = |text: &String| {
        text.parse().is_ok_and(|shown: f64| shown > 0.0 && (shown < SIGNIFICANCE_LEVEL) == (p < SIGNIFICANCE_LEVEL))
    };
    (places..=17).map(|places| format!("{p:.places$}")).find(is_true).unwrap_or_else(|| p.to_string())
}

/// Whether anything was resampled, so that there are intervals and p-values to show.
pub(crate) fn has_intervals(comparison: &SystemComparison) -> bool {
    let main = comparison.measures.iter().filter(|compared| compared.measure.is_main());
    main.flat_map(|compared| &compared.systems).any(|estimate| estimate.interval.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_p_value_is_on_its_side_of_the_level() {
        let shown = [50.0 / 1001.0, 0.05, 0.0504, 0.2797, 1.0, 1.0 / 100_001.0].map(|p| p_value(p, 4));
        assert_eq!(shown, ["0.04995", "0.0500", "0.0504", "0.2797", "1.0000", "0.00001"]);
        assert_eq!([0.0496, 0.0494].map(|p| p_value(p, 3)), ["0.0496", "0.049"]);
    }
}
