//! The means of every system.

use bertscope_systems::{Estimate, Measure, Resampling, SystemComparison};

use super::{counted, unit};
use crate::findings::cells::interval_cell;
use crate::number::{pluralized, with_thousands_separators};
use bertscope_sheet::{Cell, Column, Table};

/// With fewer segments, a percentile interval is plainly too narrow.
const MIN_SEGMENTS: usize = 6;

/// P, R and F1: for one system in rows, for several a row for each system.
pub fn table(comparison: &SystemComparison) -> Table {
    if comparison.systems.len() < 2 {
        table_of_one_system(comparison)
    } else {
        table_of_systems(comparison)
    }
}

fn table_of_one_system(comparison: &SystemComparison) -> Table {
    let mut columns = vec![Column::new(""), Column::new("Mean")];
    if comparison.has_intervals() {
        columns.push(interval_column(1));
    }
    let rows = Measure::MAIN.map(|measure| {
        let mut row = vec![Cell::named(measure.to_string())];
        row.extend(cells(comparison, measure, 0));
        row
    });
    Table::new(columns).with_rows(rows).with_bars(1, true)
}

fn table_of_systems(comparison: &SystemComparison) -> Table {
    let mut columns = vec![Column::new("System")];
    let mut f1_column = 0;
    for measure in Measure::MAIN {
        // F1 and its interval stay longest where not all columns fit.
        let is_f1 = measure == Measure::F1;
        if is_f1 {
            f1_column = columns.len();
        }
        columns.push(Column::new(measure.to_string()).ranked(if is_f1 { 0 } else { 2 }));
        if comparison.has_intervals() {
            columns.push(interval_column(if is_f1 { 1 } else { 4 }));
        }
    }
    let mut rows = Vec::new();
    for (system, name) in comparison.systems.iter().enumerate() {
        let mut row = vec![Cell::named(name)];
        for measure in Measure::MAIN {
            row.extend(cells(comparison, measure, system));
        }
        rows.push(row);
    }
    Table::new(columns)
        .with_rows(rows)
        .with_bars(f1_column, true)
}

fn interval_column(rank: u8) -> Column {
    Column::new("95% interval").ranked(rank)
}

/// The mean of a system, and its interval if the comparison has intervals.
fn cells(comparison: &SystemComparison, measure: Measure, system: usize) -> Vec<Cell> {
    let estimate: Option<Estimate> = comparison
        .measure(measure)
        .map(|compared| compared.systems[system]);
    let mut cells = vec![Cell::mean(estimate.and_then(|of| of.value))];
    if comparison.has_intervals() {
        let interval = estimate.and_then(|of| of.interval);
        cells.push(interval_cell(interval, 5, false));
    }
    cells
}

/// What the means are over.
pub fn notes(comparison: &SystemComparison) -> Vec<String> {
    let Resampling { resamples, seed } = comparison.resampling;
    let over = format!("Means over {}", counted(comparison, comparison.segments));
    let mut notes = vec![if comparison.has_intervals() {
        format!(
            "{over}, with 95% intervals from {}, seed {seed}.",
            pluralized(resamples, "resample")
        )
    } else if resamples == 0 {
        format!("{over}.")
    } else {
        format!(
            "{over}, without intervals (they need at least two {}s).",
            unit(comparison)
        )
    }];
    if comparison.has_intervals() && comparison.segments < MIN_SEGMENTS {
        notes.push(format!(
            "With fewer than six {}s, the intervals are too narrow.",
            unit(comparison)
        ));
    }
    notes.extend(undefined(comparison));
    notes
}

/// Over how many segments each mean is, if one of P, R and F1 is undefined in some.
pub(super) fn undefined(comparison: &SystemComparison) -> Option<String> {
    let mut counts = Vec::new();
    let mut fewest = comparison.segments;
    for measure in Measure::MAIN {
        let of_measure = comparison.measure(measure)?;
        let segments = of_measure.systems.first()?.segments;
        counts.push(format!(
            "{measure} in {}",
            with_thousands_separators(segments)
        ));
        fewest = fewest.min(segments);
    }
    if fewest == comparison.segments {
        return None;
    }
    let every = if comparison.systems.len() > 1 {
        " for every system"
    } else {
        ""
    };
    Some(format!(
        "Of {}, a mean counts those in which it is defined{every}: {}.",
        counted(comparison, comparison.segments),
        counts.join(", ")
    ))
}
