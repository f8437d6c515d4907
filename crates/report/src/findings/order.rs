//! Whether other settings and metrics give the order of F1.

use std::cmp::Ordering;

use bertscope_systems::{Measure, MeasureComparison, PairChange, SystemComparison};

use crate::findings::sheet::{Block, Cell, Column, Table};
use crate::number::{SIGNIFICANCE_LEVEL, p_value, pluralized, with_thousands_separators};

/// Why rescaling is not among the other settings.
const RESCALING: &str = "Rescaling never changes the order: it scales all scores alike.";

/// Number of reversed pairs named for a measure.
const MAX_REVERSED: usize = 3;

/// How many measures contradict the order, which pair of systems they reverse, and whether that could be chance. Nothing
/// for one system, or if nothing else was computed.
pub(super) fn blocks(comparison: &SystemComparison) -> Vec<Block> {
    let others = comparison
        .measures
        .iter()
        .filter(|compared| !compared.measure.is_main());
    let (others, undefined): (Vec<&MeasureComparison>, Vec<&MeasureComparison>) =
        others.partition(|compared| compared.is_defined());
    if comparison.systems.len() < 2 || others.is_empty() {
        return Vec::new();
    }
    let against: Vec<&MeasureComparison> = others
        .iter()
        .copied()
        .filter(|compared| !compared.agrees)
        .collect();
    let measures = pluralized(others.len() as u64, "other measure");
    let undefined = match undefined.len() {
        0 => String::new(),
        1 => "; 1 more is undefined".to_owned(),
        n => format!("; {n} more are undefined"),
    };
    let lead = format!(
        "The order by F1 is contradicted by {} of {measures}",
        count_or_none(against.len())
    );
    let lead = format!("{lead}{}{undefined}. {RESCALING}", significance(&against));
    let mut blocks = vec![Block::heading("Does the order hold?"), Block::Text(lead)];
    // Settings of the metric only if they contradict the order; word overlap always.
    let is_setting =
        |compared: &&MeasureComparison| matches!(compared.measure, Measure::F1AtLayer { .. });
    let shown: Vec<_> = others
        .into_iter()
        .filter(|compared| !compared.agrees || !is_setting(compared))
        .collect();
    if !shown.is_empty() {
        blocks.push(Block::Table(table(comparison, &shown)));
    }
    blocks
}

fn table(comparison: &SystemComparison, shown: &[&MeasureComparison]) -> Table {
    let with_p = comparison.has_intervals();
    let p_columns = comparison.systems.iter().skip(1).filter(|_| with_p);
    let p_columns = p_columns.map(|name| Column::new(format!("p of {name}, randomisation")));
    let systems = comparison.systems.iter().map(Column::new);
    let row = |compared: &&MeasureComparison| {
        let value = |value| Cell::Score {
            value,
            places: compared.measure.decimals(),
        };
        let values = compared
            .systems
            .iter()
            .map(|estimate| value(estimate.value));
        let p_values = compared
            .changes
            .iter()
            .filter(|_| with_p)
            .map(|change| Cell::PValue(change.p_randomisation));
        let lead = [
            Cell::named(compared.measure.to_string()),
            Cell::named(order(comparison, compared)),
        ];
        lead.into_iter().chain(values).chain(p_values).collect()
    };
    let columns = [Column::new("Measure"), Column::new("Order")]
        .into_iter()
        .chain(systems)
        .chain(p_columns);
    Table::new(columns).with_rows(shown.iter().map(row))
}

/// The pairs of systems that a measure reverses, each with its own p-value; otherwise whether it also ties those that F1
/// ties, and no others.
fn order(comparison: &SystemComparison, compared: &MeasureComparison) -> String {
    let pair = |pair: &PairChange| {
        let is_above = pair
            .change
            .difference
            .is_some_and(|difference| difference > 0.0);
        let (above, below) = if is_above {
            (pair.system, pair.baseline)
        } else {
            (pair.baseline, pair.system)
        };
        let p = pair
            .change
            .p_randomisation
            .map_or_else(String::new, |p| format!(" (p = {})", p_value(p)));
        format!(
            "{} above {}{p}",
            comparison.systems[above], comparison.systems[below]
        )
    };
    let mut named: Vec<String> = compared
        .reversed
        .iter()
        .take(MAX_REVERSED)
        .map(pair)
        .collect();
    named.extend(
        (compared.reversed.len() > MAX_REVERSED)
            .then(|| format!("{} more", compared.reversed.len() - MAX_REVERSED)),
    );
    if !named.is_empty() {
        format!("reversed: {}", named.join(", "))
    } else if comparison
        .measure(Measure::F1)
        .is_some_and(|f1| directions(f1) == directions(compared))
    {
        "same as by F1".to_owned()
    } else {
        "no pair reversed".to_owned()
    }
}

/// The order of each system and each other one.
fn directions(compared: &MeasureComparison) -> Vec<Option<Ordering>> {
    let values = || compared.systems.iter().map(|estimate| estimate.value);
    values()
        .flat_map(|one| values().map(move |other| Some(compared.measure.direction(one? - other?))))
        .collect()
}

/// How many of the measures that contradict F1 do so significantly, by the pairs that they reverse; empty without p-values.
fn significance(against: &[&MeasureComparison]) -> String {
    let lowest = |compared: &&MeasureComparison| {
        compared
            .reversed
            .iter()
            .filter_map(|pair| pair.change.p_randomisation)
            .min_by(f64::total_cmp)
    };
    let p_values: Vec<f64> = against.iter().filter_map(lowest).collect();
    if p_values.is_empty() {
        return String::new();
    }
    let below = p_values.iter().filter(|p| **p < SIGNIFICANCE_LEVEL).count();
    let chance = if below == 0 {
        ", so that could be chance"
    } else {
        ""
    };
    let below = count_or_none(below);
    format!(
        ", {below} of them with p < {SIGNIFICANCE_LEVEL} by randomisation for a pair that they reverse (not corrected for \
         the number of tests){chance}"
    )
}

fn count_or_none(n: usize) -> String {
    if n == 0 {
        "none".to_owned()
    } else {
        with_thousands_separators(n as u64)
    }
}
