//! Whether other settings and metrics give the order of F1: one result, which text, HTML and Markdown write as a table.

use std::io::{self, Write};

use bertscope_systems::{Measure, MeasureComparison, SystemComparison};

use super::cells::has_intervals;
use super::cells::{SIGNIFICANCE_LEVEL, p_value_or_dash, value};
use super::grid;
use crate::number::{pluralized, with_thousands_separators};

/// Why rescaling is not among the other settings.
pub(crate) const RESCALING: &str = "Rescaling never changes the order: it scales all scores alike.";

/// Whether the order of several systems holds.
pub(crate) struct OrderCheck<'a> {
    /// How many measures contradict it, and whether that could be chance, without a full stop.
    pub lead: String,
    /// The measures in the table: word overlap, and those settings that contradict the order.
    pub shown: Vec<&'a MeasureComparison>,
    /// Whether there are p-values.
    pub with_p: bool,
}

impl<'a> OrderCheck<'a> {
    /// `None` for one system, or if nothing else was computed.
    pub fn check(comparison: &'a SystemComparison) -> Option<Self> {
        let others = comparison.measures.iter().filter(|compared| !compared.measure.is_main());
        let (others, undefined): (Vec<&MeasureComparison>, Vec<&MeasureComparison>) =
            others.partition(|compared| compared.is_defined());
        if comparison.systems.len() < 2 || others.is_empty() {
            return None;
        }
        let against: Vec<&MeasureComparison> = others.iter().copied().filter(|compared| !compared.agrees).collect();
        let measures = pluralized(others.len() as u64, "other measure");
        let lead = format!("The order by F1 is contradicted by {} of {measures}", count_or_none(against.len()));
        let undefined = match undefined.len() {
            0 => String::new(),
            1 => "; 1 more is undefined".to_owned(),
            n => format!("; {n} more are undefined"),
        };
        let lead = format!("{lead}{}{undefined}", significant(comparison, &against));
        // Settings of the metric only if they contradict it; word overlap always.
        let is_setting = |compared: &&MeasureComparison| matches!(compared.measure, Measure::F1AtLayer { .. });
        let shown = others.into_iter().filter(|compared| !compared.agrees || !is_setting(compared)).collect();
        Some(Self { lead, shown, with_p: has_intervals(comparison) })
    }
}

/// Writes it as text; nothing if there is no other measure.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(out: &mut impl Write, comparison: &SystemComparison) -> io::Result<()> {
    let Some(OrderCheck { lead, shown, with_p }) = OrderCheck::check(comparison) else { return Ok(()) };
    writeln!(out, "\n{lead}")?;
    let mut rows = vec![vec![String::new()]];
    rows[0].extend(comparison.systems.iter().cloned());
    let named = comparison.systems.iter().skip(1).map(|name| format!("p of {name}, randomisation"));
    rows[0].extend(named.filter(|_| with_p));
    rows[0].push(String::new());
    for compared in shown {
        let mut row = vec![compared.measure.to_string()];
        row.extend(compared.systems.iter().map(|estimate| value(compared.measure, estimate.value)));
        row.extend(compared.changes.iter().filter(|_| with_p).map(|change| p_value_or_dash(change.p_randomisation)));
        row.push(if compared.agrees { String::new() } else { "different order".to_owned() });
        rows.push(row);
    }
    grid::write(out, 2, &rows)?;
    writeln!(out, "  {RESCALING}")
}

/// How many of the measures that contradict F1 do so significantly; empty without p-values.
fn significant(comparison: &SystemComparison, against: &[&MeasureComparison]) -> String {
    let Some(f1) = comparison.measure(Measure::F1) else { return String::new() };
    let p_values: Vec<f64> = against.iter().filter_map(|compared| compared.p_value_against(f1)).collect();
    if p_values.is_empty() {
        return String::new();
    }
    let below = p_values.iter().filter(|p| **p < SIGNIFICANCE_LEVEL).count();
    let chance = if below == 0 { ", so that could be chance" } else { "" };
    format!(", {} of them with p < {SIGNIFICANCE_LEVEL} by randomisation{chance}", count_or_none(below))
}

fn count_or_none(n: usize) -> String {
    if n == 0 { "none".to_owned() } else { with_thousands_separators(n as u64) }
}
