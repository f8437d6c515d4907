//! The means of every system.

use bertscope_systems::{Estimate, Measure, Resampling, SystemComparison};

use super::{counted, unit};
use crate::findings::sheet::{Cell, Column, Table};
use crate::number::{pluralized, with_thousands_separators};

/// P, R and F1: for one system in rows, for several a row for each system.
pub fn table(comparison: &SystemComparison) -> Table {
    let with_intervals = comparison.has_intervals();
    let estimate = |measure: Measure, system: usize| {
        comparison
            .measure(measure)
            .map(|compared| compared.systems[system])
    };
    let cells = |estimate: Option<Estimate>| {
        let interval = Cell::Interval {
            ends: estimate.and_then(|of| of.interval),
            places: 5,
            is_signed: false,
        };
        let mean = Cell::score(estimate.and_then(|of| of.value));
        std::iter::once(mean)
            .chain(with_intervals.then_some(interval))
            .collect::<Vec<_>>()
    };
    let interval = |rank: u8| with_intervals.then(|| Column::new("95% interval").ranked(rank));
    if comparison.systems.len() < 2 {
        let row = |measure: Measure| {
            [
                vec![Cell::named(measure.to_string())],
                cells(estimate(measure, 0)),
            ]
            .concat()
        };
        let columns = [Column::new(""), Column::new("Mean")]
            .into_iter()
            .chain(interval(1));
        return Table::new(columns)
            .with_rows(Measure::MAIN.map(row))
            .with_bars(1, Some(1.0));
    }
    let columns = Measure::MAIN.into_iter().flat_map(|measure| {
        let is_f1 = measure == Measure::F1;
        let mean = Column::new(measure.to_string()).ranked(if is_f1 { 0 } else { 2 });
        std::iter::once(mean).chain(interval(if is_f1 { 1 } else { 4 }))
    });
    let row = |(system, name): (usize, &String)| {
        let cells = Measure::MAIN
            .into_iter()
            .flat_map(|measure| cells(estimate(measure, system)));
        std::iter::once(Cell::named(name)).chain(cells).collect()
    };
    let f1 = if with_intervals { 5 } else { 3 };
    let table = Table::new(std::iter::once(Column::new("System")).chain(columns));
    table
        .with_rows(comparison.systems.iter().enumerate().map(row))
        .with_bars(f1, Some(1.0))
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
    let defined = comparison.measure(Measure::F1).map_or(0, |f1| {
        f1.systems.iter().map(|of| of.segments).min().unwrap_or(0)
    });
    if defined < comparison.segments {
        let missing = with_thousands_separators((comparison.segments - defined) as u64);
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
