//! The means of every system.

use bertscope_systems::{Estimate, Measure, Resampling, SystemComparison};

use super::{counted, unit};
use crate::findings::sheet::{Cell, Column, Table};
use crate::number::{pluralized, with_thousands_separators};

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
    Table::new(columns).with_rows(rows).with_bars(1, Some(1.0))
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
        .with_bars(f1_column, Some(1.0))
}

fn interval_column(rank: u8) -> Column {
    Column::new("95% interval").ranked(rank)
}

/// The mean of a system, and its interval if the comparison has intervals.
fn cells(comparison: &SystemComparison, measure: Measure, system: usize) -> Vec<Cell> {
    let estimate: Option<Estimate> = comparison
        .measure(measure)
        .map(|compared| compared.systems[system]);
    let mut cells = vec![Cell::score(estimate.and_then(|of| of.value))];
    if comparison.has_intervals() {
        cells.push(Cell::Interval {
            ends: estimate.and_then(|of| of.interval),
            places: 5,
            is_signed: false,
        });
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
            pluralized(resamples as u64, "resample")
        )
    } else if resamples == 0 {
        format!("{over}.")
    } else {
        format!(
            "{over}, without intervals (they need at least two {}s).",
            unit(comparison)
        )
    }];
    let with_f1 = segments_with_f1(comparison);
    if with_f1 < comparison.segments {
        let missing = with_thousands_separators((comparison.segments - with_f1) as u64);
        let every = if comparison.systems.len() > 1 {
            " of every system"
        } else {
            ""
        };
        notes.push(format!(
            "{missing} of them have no F1{every} and are not in its mean."
        ));
    }
    notes
}

/// Segments for which every system has an F1.
fn segments_with_f1(comparison: &SystemComparison) -> usize {
    let Some(f1) = comparison.measure(Measure::F1) else {
        return 0;
    };
    f1.systems.iter().map(|of| of.segments).min().unwrap_or(0)
}
