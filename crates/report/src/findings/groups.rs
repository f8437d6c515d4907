//! F1 and the differences in each group.

use bertscope_systems::{GroupComparison, Measure, SystemComparison};

use super::{difference, group_name, minus};
use crate::findings::sheet::{Block, Cell, Column, Table};

/// Nothing without groups.
pub(super) fn section(comparison: &SystemComparison) -> Vec<Block> {
    if comparison.groups.is_empty() {
        return Vec::new();
    }
    let unit = if comparison.systems.len() > 1 {
        "Segments"
    } else {
        "Pairs"
    };
    let systems = comparison.systems.iter().map(Column::new);
    let with_intervals = comparison.has_intervals();
    let changes = (1..comparison.systems.len()).flat_map(|system| {
        let names = ["95% interval", "p, randomisation"]
            .into_iter()
            .filter(|_| with_intervals);
        std::iter::once(Column::new(minus(comparison, system, 0))).chain(names.map(Column::new))
    });
    let columns = [Column::new("Group"), Column::new(unit)]
        .into_iter()
        .chain(systems)
        .chain(changes);
    let row = |group: &GroupComparison| {
        let f1 = group.comparison.measure(Measure::F1)?;
        let lead = [
            Cell::named(group_name(&group.name)),
            Cell::count(group.comparison.segments),
        ];
        let values = f1
            .systems
            .iter()
            .map(|estimate| Cell::score(estimate.value));
        let changes = f1.changes.iter().flat_map(|change| {
            let cells = difference::cells(comparison, change, 5);
            // One test is enough here, so p by bootstrap goes.
            cells
                .into_iter()
                .enumerate()
                .filter_map(|(at, cell)| (at != 2).then_some(cell))
        });
        Some(lead.into_iter().chain(values).chain(changes).collect())
    };
    let table = Table::new(columns).with_rows(comparison.groups.iter().filter_map(row));
    vec![
        Block::section("groups", "F1 in each group"),
        Block::Table(table),
    ]
}
