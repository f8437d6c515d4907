//! Whether other settings and metrics give the order of F1.

use std::io::{self, Write};

use bertscope_systems::{Compared, Comparison, Measure};

use super::grid;
use super::text::{LEVEL, has_intervals, p, value};
use crate::number::count;

/// Writes how many contradict F1, and which; nothing where there is no other measure.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(out: &mut impl Write, comparison: &Comparison) -> io::Result<()> {
    let others = comparison.measures.iter().filter(|compared| !compared.measure.is_main());
    let (others, undefined): (Vec<&Compared>, Vec<&Compared>) = others.partition(|compared| compared.is_defined());
    if others.is_empty() {
        return Ok(());
    }
    let against: Vec<&Compared> = others.iter().copied().filter(|compared| !compared.holds).collect();
    let plural = if others.len() == 1 { "" } else { "s" };
    let lead = format!(
        "The order by F1 is contradicted by {} of {} other measure{plural}",
        or_none(against.len()),
        others.len()
    );
    let undefined = match undefined.len() {
        0 => String::new(),
        1 => "; 1 more is undefined".to_owned(),
        n => format!("; {n} more are undefined"),
    };
    writeln!(out, "\n{lead}{}{undefined}", significant(comparison, &against))?;
    // Of the settings of the metric those that turn it round; word overlap always.
    let shown = others.iter().filter(|compared| !compared.holds || !matches!(compared.measure, Measure::F1At { .. }));
    let mut rows = vec![vec![String::new()]];
    rows[0].extend(comparison.systems.iter().cloned());
    let with_p = has_intervals(comparison);
    let named = comparison.systems.iter().skip(1).map(|name| format!("p of {name}"));
    rows[0].extend(named.filter(|_| with_p));
    rows[0].push(String::new());
    for compared in shown {
        let mut row = vec![compared.measure.to_string()];
        row.extend(compared.systems.iter().map(|estimate| value(compared.measure, estimate.value)));
        row.extend(compared.changes.iter().filter(|_| with_p).map(|change| p(change.p_randomisation)));
        row.push(if compared.holds { String::new() } else { "another order".to_owned() });
        rows.push(row);
    }
    grid::write(out, 2, &rows)?;
    writeln!(out, "  Rescaling never changes the order: it stretches all scores alike.")
}

/// How many of the measures that contradict F1 could hardly do so by chance; nothing where no p-value says.
fn significant(comparison: &Comparison, against: &[&Compared]) -> String {
    let Some(f1) = comparison.measure(Measure::F1) else { return String::new() };
    let p_values: Vec<f64> = against.iter().filter_map(|compared| compared.p_against(f1)).collect();
    if p_values.is_empty() {
        return String::new();
    }
    let below = p_values.iter().filter(|p| **p < LEVEL).count();
    let chance = if below == 0 { ", so that could be chance" } else { "" };
    format!(", {} of them with p < {LEVEL} by randomisation{chance}", or_none(below))
}

fn or_none(n: usize) -> String {
    if n == 0 { "none".to_owned() } else { count(n as u64) }
}
