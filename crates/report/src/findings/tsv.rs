//! A comparison as a table for programs: a row for each group, measure and system.

use bertscope_sheet::{Cell, Table, tsv};
use bertscope_systems::{Interval, Measure, MeasureChange, MeasureComparison, SystemComparison};

use super::Findings;

/// Columns of the table. Differences are from the first system, for which they are empty, like all missing values.
const COLUMNS: &str = "group measure system segments value low high difference difference_low difference_high \
    p_bootstrap p_randomisation order_holds exact_segments p_holm";

/// The table; the rows of all segments have no group.
pub fn text(findings: &Findings) -> String {
    let comparison = &findings.comparison;
    let mut table = Table::new(COLUMNS.split(' '));
    add_rows(&mut table, "", comparison);
    for group in &comparison.groups {
        add_rows(&mut table, &group.name, &group.comparison);
    }
    tsv::table(&table)
}

fn add_rows(table: &mut Table, group: &str, comparison: &SystemComparison) {
    for measure in &comparison.measures {
        for system in 0..comparison.systems.len() {
            table.push(row(group, comparison, measure, system).into());
        }
    }
}

fn row(
    group: &str,
    comparison: &SystemComparison,
    measure: &MeasureComparison,
    system: usize,
) -> Vec<Cell> {
    let estimate = measure.systems[system];
    let mut cells = vec![
        Cell::named(group),
        Cell::named(measure.measure.to_string()),
        Cell::named(&comparison.systems[system]),
        Cell::count(estimate.segments),
        Cell::mean(estimate.value),
    ];
    cells.extend(ends(estimate.interval));
    // The first system is the baseline system, so the first change is that of the second.
    let compared = system.checked_sub(1);
    let change = match compared {
        Some(at) => measure.changes[at],
        None => MeasureChange::default(),
    };
    cells.push(Cell::mean(change.difference));
    cells.extend(ends(change.interval));
    cells.push(Cell::PValue(change.p_bootstrap));
    cells.push(Cell::PValue(change.p_randomisation));
    cells.push(Cell::named(measure.agrees.to_string()));
    cells.push(change.exact_segments.map_or(Cell::Empty, Cell::count));
    // Only F1 has verdicts.
    cells.push(Cell::PValue(match compared {
        Some(at) if measure.measure == Measure::F1 => comparison.differences[at].p_holm,
        _ => None,
    }));
    cells
}

fn ends(interval: Option<Interval>) -> [Cell; 2] {
    [interval.map(|of| of.low), interval.map(|of| of.high)].map(Cell::mean)
}
