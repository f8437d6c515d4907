//! A comparison as text, in tables.

use std::io::{self, Write};

use super::cells::has_intervals;
use bertscope_printable::printable;
use bertscope_systems::{Measure, MeasureChange, SystemComparison};

use super::cells::{SIGNIFICANCE_LEVEL, interval, p_value, value};
use super::difference::change_row;
use super::{NO_DRIVERS, SystemsReport, difference, drivers, grid, human_agreement, order};
use crate::number::{pluralized, with_thousands_separators};

/// The two p-values of a difference are explained when they are farther apart than this.
const FAR_APART: f64 = 0.1;

/// Writes everything: the systems, each difference, whether the order holds, agreement with people, groups, and what
/// drives it.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, report: &SystemsReport) -> io::Result<()> {
    let comparison = &report.comparison;
    for index in 1..comparison.systems.len() {
        writeln!(out, "{}", printable(&verdict(comparison, index)))?;
    }
    p_values(out, comparison)?;
    writeln!(out, "{}", printable(&report.signature))?;
    if report.left_out > 0 {
        let left_out = pluralized(report.left_out, "segment");
        writeln!(out, "{left_out} left out: not scored for every system")?;
    }
    let remarks = report.remarks.lines(comparison.segments as u64, "segment");
    remarks.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    writeln!(out)?;
    systems(out, comparison)?;
    for difference in &comparison.differences {
        writeln!(out)?;
        difference::write(out, comparison, difference)?;
    }
    order::write(out, comparison)?;
    human_agreement::write(out, comparison, report.with_human)?;
    groups(out, comparison)?;
    match &report.drivers {
        Some(drivers) => drivers::write(out, drivers),
        None => writeln!(out, "\n{NO_DRIVERS} Run `bertscope compare` on the texts instead of --scores."),
    }
}

/// One system against the baseline system, in one sentence.
#[must_use]
pub fn verdict(comparison: &SystemComparison, system: usize) -> String {
    let [baseline, name] = [&comparison.systems[0], &comparison.systems[system]];
    let change = comparison.measure(Measure::F1).and_then(|f1| f1.changes.get(system - 1));
    let Some((change, difference)) = change.and_then(|change| Some((change, change.difference?))) else {
        return format!("{name} and {baseline} have no segment where both have an F1.");
    };
    if comparison.differences[system - 1].identical {
        return format!("{name} and {baseline} have the same scores in every segment: difference 0, p = 1.");
    }
    let size = if difference < 0.0 { "lower" } else { "higher" };
    let lead = format!("F1 of {name} is {:.5} {size} than that of {baseline}", difference.abs());
    match (change.p_bootstrap, change.p_randomisation) {
        (Some(bootstrap), Some(randomisation)) => {
            let chance = match (bootstrap < SIGNIFICANCE_LEVEL, randomisation < SIGNIFICANCE_LEVEL) {
                (true, true) => "the difference is statistically significant".to_owned(),
                (false, false) => "the difference could be chance".to_owned(),
                (true, false) => {
                    format!("only p by bootstrap is below {SIGNIFICANCE_LEVEL}, so the difference could be chance")
                }
                (false, true) => {
                    format!("only p by randomisation is below {SIGNIFICANCE_LEVEL}, so the difference could be chance")
                }
            };
            let [bootstrap, randomisation] = [bootstrap, randomisation].map(|p| p_value(p, 4));
            format!("{lead} (p = {bootstrap} by bootstrap, {randomisation} by randomisation); {chance}.")
        }
        _ => format!("{lead}. A single segment has no interval and no p-value."),
    }
}

/// Why the two p-values of a small difference are far apart, and which one to use.
fn p_values(out: &mut impl Write, comparison: &SystemComparison) -> io::Result<()> {
    let changes = comparison.measure(Measure::F1).map_or(&[][..], |f1| &f1.changes);
    let far_apart = |change: &MeasureChange| {
        change.p_randomisation.zip(change.p_bootstrap).is_some_and(|(swaps, drawn)| swaps - drawn > FAR_APART)
    };
    if !changes.iter().any(far_apart) {
        return Ok(());
    }
    writeln!(
        out,
        "  p by bootstrap, as sacrebleu defines it, hardly rises above 0.4, however small the difference: for small differences, use p by randomisation."
    )?;
    writeln!(out, "  A difference counts as statistically significant if both p-values are below {SIGNIFICANCE_LEVEL}.")
}

fn systems(out: &mut impl Write, comparison: &SystemComparison) -> io::Result<()> {
    let resampling = comparison.resampling;
    let segments = pluralized(comparison.segments as u64, "segment");
    let with_intervals = has_intervals(comparison);
    if with_intervals {
        let resamples = pluralized(resampling.resamples as u64, "resample");
        writeln!(out, "Means over {segments}, with 95% intervals from {resamples}, seed {}", resampling.seed)?;
    } else {
        writeln!(out, "Means over {segments}, without intervals (they need at least two segments)")?;
    }
    let mut rows = vec![vec![String::new()]];
    for measure in Measure::MAIN {
        rows[0].push(measure.to_string());
        rows[0].extend(with_intervals.then(String::new));
    }
    for (index, name) in comparison.systems.iter().enumerate() {
        let mut row = vec![name.clone()];
        for measure in Measure::MAIN {
            let estimate = comparison.measure(measure).map(|compared| compared.systems[index]);
            row.push(value(measure, estimate.and_then(|estimate| estimate.value)));
            let interval = || interval(measure, estimate.and_then(|estimate| estimate.interval), false);
            row.extend(with_intervals.then(interval));
        }
        rows.push(row);
    }
    grid::write(out, 2, &rows)
}

fn groups(out: &mut impl Write, comparison: &SystemComparison) -> io::Result<()> {
    if comparison.groups.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nF1 in each group")?;
    let mut rows = vec![vec![String::new(), "segments".to_owned()]];
    rows[0].extend(comparison.systems.iter().cloned());
    for name in comparison.systems.iter().skip(1) {
        rows[0].extend([
            format!("{name} − {}", comparison.systems[0]),
            "95% interval".to_owned(),
            "p randomisation".to_owned(),
        ]);
    }
    for group in &comparison.groups {
        let Some(f1) = group.comparison.measure(Measure::F1) else { continue };
        let mut row =
            vec![group_name(&group.name).to_owned(), with_thousands_separators(group.comparison.segments as u64)];
        row.extend(f1.systems.iter().map(|estimate| value(Measure::F1, estimate.value)));
        for change in &f1.changes {
            let [_, difference, interval, _, randomisation] =
                <[String; 5]>::try_from(change_row(Measure::F1, change)).unwrap_or_default();
            row.extend([difference, interval, randomisation]);
        }
        rows.push(row);
    }
    grid::write(out, 2, &rows)
}

/// Name of a group; `(none)` for the segments without a group.
#[must_use]
pub fn group_name(name: &str) -> &str {
    if name.is_empty() { "(none)" } else { name }
}
