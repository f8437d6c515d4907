//! F1 and the differences in each group.

use bertscope_systems::{GroupComparison, Measure, MeasureChange, SystemComparison};

use super::verdict::{f1_changes, randomisation_test};
use super::{group_name, minus, units_heading};
use crate::findings::cells::interval_cell;
use crate::number::{SIGNIFICANCE_LEVEL, pluralized, with_thousands_separators};
use bertscope_sheet::{Cell, Column, Sheet, Table};

/// Nothing without groups.
pub fn add_section(sheet: &mut Sheet, comparison: &SystemComparison) {
    if comparison.groups.is_empty() {
        return;
    }
    let rows = comparison
        .groups
        .iter()
        .filter_map(|group| row(comparison, group));
    sheet.section("groups", "F1 in each group");
    sheet.push(Table::new(columns(comparison)).with_rows(rows));
    sheet.notes(notes_on_p_values(comparison));
}

/// Says how many p-values could not have been small, and that among many others some are small by chance.
fn notes_on_p_values(comparison: &SystemComparison) -> Vec<String> {
    let resamples = comparison.resampling.resamples;
    let mut tests = 0;
    let mut too_few = 0;
    for change in (1..comparison.systems.len()).flat_map(|system| changes(comparison, system)) {
        tests += u64::from(change.p_randomisation.is_some());
        let is_too_few =
            change.exact_segments.is_some() && change.smallest_p(resamples) >= SIGNIFICANCE_LEVEL;
        too_few += u64::from(is_too_few);
    }
    let mut notes = Vec::new();
    if too_few > 0 {
        notes.push(format!(
            "{} of {} could not have been below {SIGNIFICANCE_LEVEL}, because fewer than six segments differ.",
            with_thousands_separators(too_few),
            pluralized(tests, "p-value")
        ));
    }
    if tests >= too_few + 2 {
        notes.push(format!(
            "The {} p-values are not corrected for their number: without any difference, up to 1 in 20 is below {SIGNIFICANCE_LEVEL}.",
            with_thousands_separators(tests)
        ));
    }
    notes
}

/// The changes of F1 of a system, one for each group.
fn changes(comparison: &SystemComparison, system: usize) -> impl Iterator<Item = &MeasureChange> {
    let groups = comparison.groups.iter();
    // The changes begin with that of the second system.
    groups.filter_map(move |group| f1_changes(&group.comparison).get(system - 1))
}

fn columns(comparison: &SystemComparison) -> Vec<Column> {
    let mut columns = vec![Column::new("Group"), Column::new(units_heading(comparison))];
    columns.extend(comparison.systems.iter().map(Column::new));
    for system in 1..comparison.systems.len() {
        let mut names = vec!["Difference".to_owned()];
        if comparison.has_intervals() {
            let test = randomisation_test(changes(comparison, system));
            names.extend(["95% interval".to_owned(), format!("p, {test}")]);
        }
        // A long name has room above several columns.
        let of_change = names.into_iter().map(Column::new);
        let group = minus(comparison, system, 0);
        columns.extend(of_change.map(|column| column.in_group(&group)));
    }
    columns
}

/// `None` for a group without F1.
fn row(comparison: &SystemComparison, group: &GroupComparison) -> Option<Vec<Cell>> {
    let f1 = group.comparison.measure(Measure::F1)?;
    let mut row = vec![
        Cell::named(group_name(&group.name)),
        Cell::count(group.comparison.segments),
    ];
    row.extend(f1.systems.iter().map(|estimate| Cell::mean(estimate.value)));
    for change in &f1.changes {
        row.push(Cell::mean_difference(change.difference));
        if comparison.has_intervals() {
            row.push(interval_cell(change.interval, 5, true));
            // One test is enough here, so p by bootstrap goes.
            row.push(Cell::PValue(change.p_randomisation));
        }
    }
    Some(row)
}
