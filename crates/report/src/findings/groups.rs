//! F1 and the differences in each group.

use bertscope_systems::{GroupComparison, Measure, MeasureChange, SystemComparison};

use super::verdict::randomisation_test;
use super::{group_name, minus, units_heading};
use crate::findings::cells::interval_cell;
use crate::number::{SIGNIFICANCE_LEVEL, pluralized, with_thousands_separators};
use bertscope_sheet::{Block, Cell, Column, Table};

/// Nothing without groups.
pub(super) fn section(comparison: &SystemComparison) -> Vec<Block> {
    if comparison.groups.is_empty() {
        return Vec::new();
    }
    let rows = comparison
        .groups
        .iter()
        .filter_map(|group| row(comparison, group));
    let mut blocks = vec![
        Block::section("groups", "F1 in each group"),
        Block::Table(Table::new(columns(comparison)).with_rows(rows)),
    ];
    blocks.extend(too_few_segments(comparison).map(Block::Note));
    blocks.extend(not_corrected(comparison).map(Block::Note));
    blocks
}

/// Says that among the p-values of many groups some are small by chance; `None` for fewer than two p-values.
fn not_corrected(comparison: &SystemComparison) -> Option<String> {
    let systems = 1..comparison.systems.len();
    let tests = systems
        .flat_map(|system| changes(comparison, system))
        .filter(|change| change.p_randomisation.is_some())
        .count();
    if tests < 2 {
        return None;
    }
    Some(format!(
        "The {} p-values are not corrected for their number: without any difference, about 1 in 20 is below {SIGNIFICANCE_LEVEL}.",
        with_thousands_separators(tests as u64)
    ))
}

/// Says in how many groups so few segments differ that no difference could have been significant.
fn too_few_segments(comparison: &SystemComparison) -> Option<String> {
    let resamples = comparison.resampling.resamples;
    let mut groups = 0;
    for group in &comparison.groups {
        let Some(f1) = group.comparison.measure(Measure::F1) else {
            continue;
        };
        let is_too_small = f1.changes.iter().any(|change| {
            change.exact_segments.is_some() && change.smallest_p(resamples) >= SIGNIFICANCE_LEVEL
        });
        groups += u64::from(is_too_small);
    }
    if groups == 0 {
        return None;
    }
    Some(format!(
        "In {}, fewer than six segments differ, so no difference could have been significant.",
        pluralized(groups, "group")
    ))
}

/// The changes of F1 of a system, one for each group.
fn changes(comparison: &SystemComparison, system: usize) -> impl Iterator<Item = &MeasureChange> {
    let groups = comparison.groups.iter();
    // The changes begin with that of the second system.
    groups.filter_map(move |group| {
        group
            .comparison
            .measure(Measure::F1)?
            .changes
            .get(system - 1)
    })
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
