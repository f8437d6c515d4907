//! Whether other settings and metrics give the order of F1.

use std::cmp::Ordering;

use bertscope_systems::{Measure, MeasureComparison, PairChange, SystemComparison};

use super::verdict::randomisation_test;
use crate::findings::cells::number_cell;
use crate::number::{SIGNIFICANCE_LEVEL, p_value, pluralized, with_thousands_separators};
use bertscope_sheet::{Cell, Column, Sheet, Table};

/// Why rescaling is not among the other settings.
const RESCALING: &str = "Rescaling never changes the order: it scales all scores alike.";

/// Number of reversed pairs named for a measure.
const MAX_REVERSED: usize = 3;

/// How many measures contradict the order, which pair of systems they reverse, and whether that could be chance. Nothing
/// for one system, or if nothing else was computed.
pub fn add(sheet: &mut Sheet, comparison: &SystemComparison) {
    let others = comparison
        .measures
        .iter()
        .filter(|compared| !compared.measure.is_main());
    let others: Vec<&MeasureComparison> = others.collect();
    if comparison.systems.len() < 2 || others.is_empty() {
        return;
    }
    let against: Vec<&MeasureComparison> = others
        .iter()
        .copied()
        .filter(|compared| !compared.agrees)
        .collect();
    let defined = others.iter().filter(|compared| compared.is_defined());
    let defined = defined.count();
    let undefined = match others.len() - defined {
        0 => String::new(),
        1 => "; 1 more is undefined, or 0 for every system".to_owned(),
        n => format!("; {n} more are undefined, or 0 for every system"),
    };
    let lead = format!(
        "The order by F1 is contradicted by {} of {}{}{undefined}. {RESCALING}",
        count_or_none(against.len()),
        pluralized(defined, "other measure"),
        significance(&against)
    );
    sheet.heading("Does the order hold?");
    sheet.text(lead);
    // Settings of the metric only if they contradict the order; word overlap always, also where it is undefined.
    let shown: Vec<&MeasureComparison> = others
        .into_iter()
        .filter(|compared| !compared.agrees || !is_setting(compared.measure))
        .collect();
    if !shown.is_empty() {
        sheet.push(table(comparison, &shown));
    }
}

fn is_setting(measure: Measure) -> bool {
    matches!(measure, Measure::F1AtLayer { .. })
}

fn table(comparison: &SystemComparison, shown: &[&MeasureComparison]) -> Table {
    let mut columns = vec![Column::new("Measure"), Column::new("Order")];
    columns.extend(comparison.systems.iter().map(Column::new));
    if comparison.has_intervals() {
        // The changes begin with that of the second system.
        for (change, name) in comparison.systems[1..].iter().enumerate() {
            let test = randomisation_test(shown.iter().map(|compared| &compared.changes[change]));
            columns.push(Column::new(format!("p of {name}, {test}")));
        }
    }
    let mut rows = Vec::new();
    for compared in shown {
        let mut row = vec![
            Cell::named(compared.measure.to_string()),
            Cell::named(order(comparison, compared)),
        ];
        for estimate in &compared.systems {
            let places = compared.measure.decimals();
            row.push(number_cell(estimate.value, places, false));
        }
        if comparison.has_intervals() {
            for change in &compared.changes {
                row.push(Cell::PValue(change.p_randomisation));
            }
        }
        rows.push(row);
    }
    Table::new(columns).with_rows(rows)
}

/// The pairs of systems that a measure reverses, each with its own p-value; otherwise whether it also ties those that F1
/// ties, and no others.
fn order(comparison: &SystemComparison, compared: &MeasureComparison) -> String {
    let mut reversed: Vec<String> = compared
        .reversed
        .iter()
        .take(MAX_REVERSED)
        .map(|pair| reversed_pair(comparison, pair))
        .collect();
    let unnamed = compared.reversed.len().saturating_sub(MAX_REVERSED);
    if unnamed > 0 {
        reversed.push(format!("{unnamed} more"));
    }
    if !reversed.is_empty() {
        return format!("reversed: {}", reversed.join(", "));
    }
    if !compared.is_defined() {
        return match compared.systems[0].value {
            Some(_) => "0 for every system".to_owned(),
            None => "undefined".to_owned(),
        };
    }
    match comparison.measure(Measure::F1) {
        Some(f1) if directions(f1) == directions(compared) => "same as by F1".to_owned(),
        _ => "no pair reversed".to_owned(),
    }
}

/// `B above A (p = 0.0120)`.
fn reversed_pair(comparison: &SystemComparison, pair: &PairChange) -> String {
    let system = &comparison.systems[pair.system];
    let baseline = &comparison.systems[pair.baseline];
    let p = match pair.change.p_randomisation {
        Some(p) => format!(" (p = {})", p_value(p)),
        None => String::new(),
    };
    match pair.change.difference {
        Some(difference) if difference > 0.0 => format!("{system} above {baseline}{p}"),
        _ => format!("{baseline} above {system}{p}"),
    }
}

/// The order of each system and each other one.
fn directions(compared: &MeasureComparison) -> Vec<Option<Ordering>> {
    let mut directions = Vec::new();
    for one in &compared.systems {
        for other in &compared.systems {
            directions.push(match (one.value, other.value) {
                (Some(one), Some(other)) => Some(compared.measure.direction(one - other)),
                _ => None,
            });
        }
    }
    directions
}

/// How many of the measures that contradict F1 do so significantly, by the pairs that they reverse; empty without p-values.
fn significance(against: &[&MeasureComparison]) -> String {
    let p_values: Vec<f64> = against
        .iter()
        .filter_map(|compared| lowest_p_value(compared))
        .collect();
    if p_values.is_empty() {
        return String::new();
    }
    let below = p_values.iter().filter(|p| **p < SIGNIFICANCE_LEVEL).count();
    let chance = if below == 0 {
        ", so that could be chance"
    } else {
        ""
    };
    let reversed = against.iter().flat_map(|compared| &compared.reversed);
    let test = randomisation_test(reversed.map(|pair| &pair.change));
    format!(
        ", {} of them with p < {SIGNIFICANCE_LEVEL} by {test} for a pair that they reverse (not corrected for \
         the number of tests){chance}",
        count_or_none(below)
    )
}

fn lowest_p_value(compared: &MeasureComparison) -> Option<f64> {
    compared
        .reversed
        .iter()
        .filter_map(|pair| pair.change.p_randomisation)
        .min_by(f64::total_cmp)
}

fn count_or_none(n: usize) -> String {
    if n == 0 {
        "none".to_owned()
    } else {
        with_thousands_separators(n)
    }
}
