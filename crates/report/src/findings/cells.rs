//! What findings put into the cells and blocks of a sheet.

use bertscope_sheet::{Cell, Histogram, NumberKind};
use bertscope_systems::Interval;

/// A number with a sign if it is a difference.
pub fn number_cell(value: Option<f64>, places: usize, is_signed: bool) -> Cell {
    let kind = if is_signed {
        NumberKind::SignedDecimals { places }
    } else {
        NumberKind::Decimals { places }
    };
    Cell::number(value, kind)
}

/// The ends of a 95% interval.
pub fn interval_cell(ends: Option<Interval>, places: usize, is_signed: bool) -> Cell {
    Cell::Interval {
        ends: ends.map(|ends| [ends.low, ends.high]),
        places,
        is_signed,
    }
}

/// A histogram with its label.
pub fn histogram(
    title: impl Into<String>,
    bins: &bertscope_systems::Histogram,
    is_signed: bool,
) -> Histogram {
    Histogram {
        title: title.into(),
        low: bins.from,
        step: bins.width,
        counts: bins.counts.clone(),
        is_signed,
    }
}
