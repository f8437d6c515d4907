//! F1 and the differences in each group.

use bertscope_systems::{GroupComparison, Measure, SystemComparison};

use super::{group_name, minus, units_heading};
use crate::findings::sheet::{Block, Cell, Column, Table};

/// Nothing without groups.
pub(super) fn section(comparison: &SystemComparison) -> Vec<Block> {
    if comparison.groups.is_empty() {
        return Vec::new();
    }
    let rows = comparison
        .groups
        .iter()
        .filter_map(|group| row(comparison, group));
    vec![
        Block::section("groups", "F1 in each group"),
        Block::Table(Table::new(columns(comparison)).with_rows(rows)),
    ]
}

fn columns(comparison: &SystemComparison) -> Vec<Column> {
    let mut columns = vec![Column::new("Group"), Column::new(units_heading(comparison))];
    columns.extend(comparison.systems.iter().map(Column::new));
    for system in 1..comparison.systems.len() {
        columns.push(Column::new(minus(comparison, system, 0)));
        if comparison.has_intervals() {
            columns.push(Column::new("95% interval"));
            columns.push(Column::new("p, randomisation"));
        }
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
    row.extend(
        f1.systems
            .iter()
            .map(|estimate| Cell::score(estimate.value)),
    );
    for change in &f1.changes {
        row.push(Cell::difference(change.difference));
        if comparison.has_intervals() {
            row.push(Cell::Interval {
                ends: change.interval,
                places: 5,
                is_signed: true,
            });
            // One test is enough here, so p by bootstrap goes.
            row.push(Cell::PValue(change.p_randomisation));
        }
    }
    Some(row)
}
