//! Systems against the baseline system, and against each other.

use bertscope_systems::{
    Measure, MeasureChange, SegmentDifference, SystemComparison, SystemDifference,
};

use super::verdict::{randomisation_test, resamples_for};
use super::{counted, human, minus, unit, units_heading};
use crate::findings::cells::{self, interval_cell};
use crate::number::{
    SIGNIFICANCE_LEVEL, exact_change, p_value, pluralized, with_thousands_separators,
};
use bertscope_sheet::{Cell, Column, Histogram, Sheet, Table};

/// Number of segments named at each end.
const MAX_NAMED: usize = 5;

/// Every system against the baseline system; with `all_pairs` also every other pair. Nothing for one system.
pub(super) fn add_section(sheet: &mut Sheet, comparison: &SystemComparison, all_pairs: bool) {
    if comparison.differences.is_empty() {
        return;
    }
    sheet.section("systems", "Systems");
    for difference in &comparison.differences {
        sheet.heading(minus(comparison, difference.system, difference.baseline));
        let mut changes = table(comparison, difference.system, &Measure::MAIN);
        // The heading says it.
        changes.columns[0].name.clear();
        sheet.push(changes);
        sheet.text(outcome(comparison, difference));
        sheet.extend(histogram(comparison, difference));
        sheet.notes(largest(comparison, difference));
    }
    if all_pairs && comparison.systems.len() > 2 {
        sheet.heading("All pairs of systems");
        sheet.push(pairs(comparison));
        sheet.notes(holm_note(comparison));
    }
}

/// How to read the p-values with Holm's correction; `None` without any.
fn holm_note(comparison: &SystemComparison) -> Option<String> {
    let tested = comparison.pairs.iter().filter(|pair| pair.p_holm.is_some());
    let changes: Vec<&MeasureChange> = tested.map(|pair| &pair.change).collect();
    let tests = changes.len();
    let lead = format!(
        "p, Holm is p by {} with Holm's correction for the number of pairs",
        randomisation_test(changes.iter().copied())
    );
    let resamples = comparison.resampling.resamples;
    let smallest = changes
        .iter()
        .map(|change| change.smallest_p(resamples))
        .min_by(f64::total_cmp)?;
    let corrected = (smallest * tests as f64).min(1.0);
    if corrected < SIGNIFICANCE_LEVEL {
        return Some(format!(
            "{lead}. A difference is statistically significant if both p, Holm and p, bootstrap are below {SIGNIFICANCE_LEVEL}."
        ));
    }
    let remedy = if changes.iter().any(|change| change.exact_segments.is_none()) {
        format!("; {} resamples would do", resamples_for(tests))
    } else {
        ", and only more segments would help".to_owned()
    };
    Some(format!(
        "{lead}. Over {} it is at least {}, so no difference could have been significant{remedy}.",
        pluralized(tests, "pair"),
        p_value(corrected)
    ))
}

/// A difference with its interval and p-values, without the columns that are empty in the whole comparison.
fn cells(comparison: &SystemComparison, change: &MeasureChange) -> Vec<Cell> {
    let mut cells = vec![Cell::mean_difference(change.difference)];
    if comparison.has_intervals() {
        cells.push(interval_cell(change.interval, 5, true));
        cells.push(Cell::PValue(change.p_bootstrap));
        cells.push(Cell::PValue(change.p_randomisation));
    }
    cells
}

/// The columns of [`cells`], after one with this name; `test` is what the randomisation test is called.
fn columns(comparison: &SystemComparison, name: String, test: &str) -> Vec<Column> {
    let mut columns = vec![Column::new(name), Column::new("Difference")];
    if comparison.has_intervals() {
        columns.push(Column::new("95% interval").ranked(1));
        columns.push(Column::new("p, bootstrap").ranked(3));
        columns.push(Column::new(format!("p, {test}")).ranked(2));
    }
    columns
}

/// The differences of a system from the baseline system.
pub fn table(comparison: &SystemComparison, system: usize, measures: &[Measure]) -> Table {
    let mut rows = Vec::new();
    let mut changes = Vec::new();
    for measure in measures {
        // The changes begin with that of the second system.
        let compared = comparison.measure(*measure);
        if let Some(change) = compared.and_then(|compared| compared.changes.get(system - 1)) {
            let mut row = vec![Cell::named(measure.to_string())];
            row.extend(cells(comparison, change));
            rows.push(row);
            changes.push(change);
        }
    }
    let test = randomisation_test(changes);
    Table::new(columns(comparison, minus(comparison, system, 0), test)).with_rows(rows)
}

/// Every pair of systems by F1, with Holm's correction.
fn pairs(comparison: &SystemComparison) -> Table {
    let test = randomisation_test(comparison.pairs.iter().map(|pair| &pair.change));
    let mut columns = columns(comparison, "F1".to_owned(), test);
    if comparison.has_intervals() {
        columns.push(Column::new("p, Holm"));
    }
    let mut rows = Vec::new();
    for pair in &comparison.pairs {
        let mut row = vec![Cell::named(minus(comparison, pair.system, pair.baseline))];
        row.extend(cells(comparison, &pair.change));
        if comparison.has_intervals() {
            row.push(Cell::PValue(pair.p_holm));
        }
        rows.push(row);
    }
    Table::new(columns).with_rows(rows)
}

/// In how many segments F1 is higher, equal and lower, and whether people agree.
pub fn outcome(comparison: &SystemComparison, difference: &SystemDifference) -> String {
    let name = &comparison.systems[difference.system];
    let [ties, losses] = [difference.ties, difference.losses].map(with_thousands_separators);
    let wins = counted(comparison, difference.wins);
    let by_f1 = format!("F1 of {name} is higher in {wins}, equal in {ties} and lower in {losses}.");
    match human::preference(comparison, difference.system) {
        Some(people) => format!("{by_f1} {people}"),
        None => by_f1,
    }
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
            pluralized(n, &format!("equal {}", unit(comparison)))
        ),
    }
}

/// The differences that are not 0.
pub fn histogram(
    comparison: &SystemComparison,
    difference: &SystemDifference,
) -> Option<Histogram> {
    let title = format!(
        "{} by difference of F1{}",
        units_heading(comparison),
        without_equal(comparison, difference)
    );
    Some(cells::histogram(
        title,
        difference.histogram.as_ref()?,
        true,
    ))
}

/// The segments with the largest gains and losses.
fn largest(comparison: &SystemComparison, difference: &SystemDifference) -> Vec<String> {
    let name = &comparison.systems[difference.system];
    let mut lines = Vec::new();
    for (verb, segments) in [
        ("gains", &difference.largest_gains),
        ("loses", &difference.largest_losses),
    ] {
        if segments.is_empty() {
            continue;
        }
        let unit = if segments.len() == 1 {
            "segment"
        } else {
            "segments"
        };
        let named: Vec<String> = segments.iter().take(MAX_NAMED).map(named).collect();
        lines.push(format!(
            "{name} {verb} most in {unit} {}.",
            named.join(", ")
        ));
    }
    lines
}

fn named(segment: &SegmentDifference) -> String {
    format!("{} ({})", segment.id, exact_change(segment.difference))
}
