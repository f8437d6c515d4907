//! Systems against the baseline system, and against each other.

use bertscope_systems::{
    Measure, MeasureChange, SegmentDifference, SystemComparison, SystemDifference,
};

use super::{counted, human, minus, unit};
use crate::findings::sheet::{Block, Cell, Column, HistogramBlock, Table};
use crate::number::{pluralized, with_thousands_separators};

/// Number of segments named at each end.
const MAX_NAMED: usize = 5;

/// Every system against the baseline system; with `all_pairs` also every other pair. Nothing for one system.
pub(super) fn section(comparison: &SystemComparison, all_pairs: bool) -> Vec<Block> {
    if comparison.differences.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![Block::section("systems", "Systems")];
    for difference in &comparison.differences {
        blocks.push(Block::heading(minus(
            comparison,
            difference.system,
            difference.baseline,
        )));
        blocks.push(Block::Table(table(
            comparison,
            difference.system,
            &Measure::MAIN,
        )));
        blocks.push(Block::Text(outcome(comparison, difference)));
        blocks.extend(histogram(comparison, difference).map(Block::Histogram));
        blocks.extend(largest(comparison, difference).into_iter().map(Block::Note));
    }
    if all_pairs && comparison.systems.len() > 2 {
        blocks.push(Block::heading("All pairs of systems"));
        blocks.push(Block::Table(pairs(comparison)));
        blocks.push(Block::Note(
            "p, Holm is p by randomisation with Holm's correction for the number of pairs: if it is below 0.05, the \
             difference is statistically significant even though so many pairs were compared."
                .to_owned(),
        ));
    }
    blocks
}

/// A difference with its interval and p-values, without the columns that are empty in the whole comparison.
pub(super) fn cells(
    comparison: &SystemComparison,
    change: &MeasureChange,
    places: usize,
) -> Vec<Cell> {
    let mut cells = vec![Cell::Difference {
        value: change.difference,
        places,
    }];
    if comparison.has_intervals() {
        cells.push(Cell::Interval {
            ends: change.interval,
            places,
            is_signed: true,
        });
        cells.extend([change.p_bootstrap, change.p_randomisation].map(Cell::PValue));
    }
    cells
}

/// The columns of [`cells`], after one with this name.
pub(super) fn columns(comparison: &SystemComparison, name: String) -> Vec<Column> {
    let ranked = [
        ("Difference", 0),
        ("95% interval", 1),
        ("p, bootstrap", 3),
        ("p, randomisation", 2),
    ];
    let shown = if comparison.has_intervals() {
        &ranked[..]
    } else {
        &ranked[..1]
    };
    let columns = shown
        .iter()
        .map(|(name, rank)| Column::new(*name).ranked(*rank));
    std::iter::once(Column::new(name)).chain(columns).collect()
}

/// The differences of a system from the baseline system.
pub fn table(comparison: &SystemComparison, system: usize, measures: &[Measure]) -> Table {
    let row = |measure: &Measure| {
        let change = comparison.measure(*measure)?.changes.get(system - 1)?;
        let name = vec![Cell::named(measure.to_string())];
        Some([name, cells(comparison, change, 5)].concat())
    };
    Table::new(columns(comparison, minus(comparison, system, 0)))
        .with_rows(measures.iter().filter_map(row))
}

/// Every pair of systems by F1, with Holm's correction.
fn pairs(comparison: &SystemComparison) -> Table {
    let row = |pair: &bertscope_systems::PairChange| {
        let name = Cell::named(minus(comparison, pair.system, pair.baseline));
        let mut row = [vec![name], cells(comparison, &pair.change, 5)].concat();
        row.extend(
            comparison
                .has_intervals()
                .then_some(Cell::PValue(pair.p_holm)),
        );
        row
    };
    let mut columns = columns(comparison, "F1".to_owned());
    columns.extend(comparison.has_intervals().then(|| Column::new("p, Holm")));
    Table::new(columns).with_rows(comparison.pairs.iter().map(row))
}

/// In how many segments F1 is higher, equal and lower, and whether people agree.
pub fn outcome(comparison: &SystemComparison, difference: &SystemDifference) -> String {
    let name = &comparison.systems[difference.system];
    let [ties, losses] =
        [difference.ties, difference.losses].map(|n| with_thousands_separators(n as u64));
    let wins = counted(comparison, difference.wins);
    let by_f1 = format!("F1 of {name} is higher in {wins}, equal in {ties} and lower in {losses}.");
    human::preference(comparison, difference.system)
        .map_or(by_f1.clone(), |people| format!("{by_f1} {people}"))
}

/// What a histogram of differences leaves out, after its name.
pub(super) fn without_equal(
    comparison: &SystemComparison,
    difference: &SystemDifference,
) -> String {
    match difference.ties {
        0 => String::new(),
        n => format!(
            ", without {}",
            pluralized(n as u64, &format!("equal {}", unit(comparison)))
        ),
    }
}

/// The differences that are not 0.
pub fn histogram(
    comparison: &SystemComparison,
    difference: &SystemDifference,
) -> Option<HistogramBlock> {
    let unit = if comparison.systems.len() > 1 {
        "Segments"
    } else {
        "Pairs"
    };
    let title = format!(
        "{unit} by difference of F1{}",
        without_equal(comparison, difference)
    );
    Some(HistogramBlock {
        title,
        histogram: difference.histogram.clone()?,
        is_signed: true,
    })
}

/// The segments with the largest gains and losses.
fn largest(comparison: &SystemComparison, difference: &SystemDifference) -> Vec<String> {
    let name = &comparison.systems[difference.system];
    let ends = [
        ("gains", &difference.largest_gains),
        ("loses", &difference.largest_losses),
    ];
    let line = |(which, segments): (&str, &Vec<SegmentDifference>)| {
        let named = |segment: &SegmentDifference| {
            format!(
                "{} ({})",
                segment.id,
                Cell::difference(Some(segment.difference)).text()
            )
        };
        let unit = if segments.len() == 1 {
            "segment"
        } else {
            "segments"
        };
        let named: Vec<String> = segments.iter().take(MAX_NAMED).map(named).collect();
        (!named.is_empty()).then(|| format!("{name} {which} most in {unit} {}.", named.join(", ")))
    };
    ends.into_iter().filter_map(line).collect()
}
