//! A comparison for people, in tables.

use std::io::{self, Write};

use bertscope_metric::correlation::Correlation;
use bertscope_printable::printable;
use bertscope_systems::{Change, Comparison, Difference, Histogram, Interval, Measure};

use super::{RepeatedIds, SystemsReport, drivers, grid, order};
use crate::agreement::mean_of;
use crate::number::count;

/// The p-value below which a difference is called real.
pub(super) const LEVEL: f64 = 0.05;

/// The two p-values of a difference are explained when they are farther apart than this.
const FAR_APART: f64 = 0.1;

/// Characters of the longest bar of a histogram.
const BAR: usize = 40;

/// Writes everything: the systems, each difference, whether the order holds, agreement with people, groups, and what drives it.
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
        writeln!(out, "{} could not be scored for every system, left out", segments(report.left_out))?;
    }
    report.notes.write(out, comparison.segments as u64, "segment")?;
    if let Some(repeated) = &report.repeated_ids {
        repeated_ids(out, repeated)?;
    }
    writeln!(out)?;
    systems(out, comparison)?;
    for difference in &comparison.differences {
        writeln!(out)?;
        one_difference(out, comparison, difference)?;
    }
    if comparison.systems.len() > 1 {
        order::write(out, comparison)?;
    }
    human(out, comparison)?;
    groups(out, comparison)?;
    match &report.drivers {
        Some(drivers) => drivers::write(out, drivers),
        None => Ok(()),
    }
}

/// One system against the baseline in one sentence.
#[must_use]
pub fn verdict(comparison: &Comparison, system: usize) -> String {
    let [baseline, name] = [&comparison.systems[0], &comparison.systems[system]];
    let change = comparison.measure(Measure::F1).and_then(|f1| f1.changes.get(system - 1));
    let Some((change, difference)) = change.and_then(|change| Some((change, change.difference?))) else {
        return format!("{name} and {baseline} have no segment in which both have an F1.");
    };
    if comparison.differences[system - 1].identical {
        return format!("{name} and {baseline} have the same scores in every segment: difference 0, p = 1.");
    }
    let size = if difference < 0.0 { "lower" } else { "higher" };
    let lead = format!("F1 of {name} is {:.5} {size} than that of {baseline}", difference.abs());
    match (change.p_bootstrap, change.p_randomisation) {
        (Some(bootstrap), Some(randomisation)) => {
            let chance = if bootstrap.max(randomisation) < LEVEL { "" } else { "; that could be chance" };
            format!("{lead} (p = {bootstrap:.4} by bootstrap, {randomisation:.4} by randomisation){chance}.")
        }
        _ => format!("{lead}. One segment has no interval and no p-value."),
    }
}

/// Why the two p-values of a small difference are far apart, and which one to read.
fn p_values(out: &mut impl Write, comparison: &Comparison) -> io::Result<()> {
    let changes = comparison.measure(Measure::F1).map_or(&[][..], |f1| &f1.changes);
    let far_apart = |change: &Change| {
        change.p_randomisation.zip(change.p_bootstrap).is_some_and(|(swaps, drawn)| swaps - drawn > FAR_APART)
    };
    if !changes.iter().any(far_apart) {
        return Ok(());
    }
    writeln!(
        out,
        "  p by bootstrap, as sacrebleu defines it, hardly rises above 0.4 however small the difference is: trust p by randomisation there."
    )?;
    writeln!(out, "  A difference is called real when both are below {LEVEL}; any other could be chance.")
}

fn repeated_ids(
    out: &mut impl Write,
    RepeatedIds { segments, first, rows: [one, two] }: &RepeatedIds,
) -> io::Result<()> {
    let first = printable(first);
    let have = if *segments == 1 { "has" } else { "have" };
    writeln!(
        out,
        "  {} {have} the id of an earlier one (first: {first} in rows {one} and {two}); each is compared by itself",
        self::segments(*segments)
    )
}

/// Whether anything was resampled, so that there are intervals and p-values to show.
pub(super) fn has_intervals(comparison: &Comparison) -> bool {
    let main = comparison.measures.iter().filter(|compared| compared.measure.is_main());
    main.flat_map(|compared| &compared.systems).any(|estimate| estimate.interval.is_some())
}

fn systems(out: &mut impl Write, comparison: &Comparison) -> io::Result<()> {
    let resampling = comparison.resampling;
    let segments = segments(comparison.segments as u64);
    let with_intervals = has_intervals(comparison);
    if with_intervals {
        let resamples = count(resampling.resamples as u64);
        writeln!(
            out,
            "Means over {segments}, with 95% intervals from {resamples} resamples, seed {}",
            resampling.seed
        )?;
    } else {
        writeln!(out, "Means over {segments}, without intervals, which need two segments")?;
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

fn one_difference(out: &mut impl Write, comparison: &Comparison, difference: &Difference) -> io::Result<()> {
    let [baseline, name] = [difference.baseline, difference.system].map(|at| printable(&comparison.systems[at]));
    writeln!(out, "{name} − {baseline}")?;
    let mut rows =
        vec![["", "difference", "95% interval", "p bootstrap", "p randomisation"].map(str::to_owned).to_vec()];
    for measure in Measure::MAIN {
        if let Some(change) = comparison.measure(measure).map(|compared| compared.changes[difference.system - 1]) {
            rows.push(change_row(measure, &change));
        }
    }
    if !has_intervals(comparison) {
        for row in &mut rows {
            row.truncate(2);
        }
    }
    grid::write(out, 2, &rows)?;
    let [wins, ties, losses] = [difference.wins, difference.ties, difference.losses].map(|n| count(n as u64));
    writeln!(out, "  Segments with a higher F1: {wins}; with the same: {ties}; with a lower one: {losses}")?;
    if let Some(histogram) = &difference.histogram {
        writeln!(out, "  Segments by difference of F1")?;
        bars(out, histogram)?;
    }
    let named = |segments: &[bertscope_systems::SegmentDifference]| {
        let named = segments.iter().take(5).map(|segment| format!("{} ({:+.3})", segment.id, segment.difference));
        printable(&named.collect::<Vec<_>>().join(", "))
    };
    if !difference.gains.is_empty() {
        writeln!(out, "  {name} gains most in the segments {}", named(&difference.gains))?;
    }
    if !difference.falls.is_empty() {
        writeln!(out, "  and loses most in {}", named(&difference.falls))?;
    }
    Ok(())
}

fn change_row(measure: Measure, change: &Change) -> Vec<String> {
    vec![
        measure.to_string(),
        signed(measure, change.difference),
        interval(measure, change.interval, true),
        p(change.p_bootstrap),
        p(change.p_randomisation),
    ]
}

fn bars(out: &mut impl Write, histogram: &Histogram) -> io::Result<()> {
    let most = histogram.counts.iter().copied().max().unwrap_or(1).max(1);
    let places = (-histogram.width.log10().floor()).max(0.0) as usize;
    let row = |(bin, counted): (usize, &usize)| {
        let edge = |bin: usize| format!("{:+.places$}", histogram.edge(bin));
        let eighths = (counted * BAR * 8).div_ceil(most);
        let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
        let bar = format!("{}{part}", "█".repeat(eighths / 8));
        [format!("{} to {}", edge(bin), edge(bin + 1)), format!("{counted:>7}"), bar]
    };
    for [edges, counted, bar] in histogram.counts.iter().enumerate().map(row) {
        writeln!(out, "{}", format!("    {edges:>18} {counted} {bar}").trim_end())?;
    }
    Ok(())
}

fn human(out: &mut impl Write, comparison: &Comparison) -> io::Result<()> {
    let Some(human) = &comparison.human else { return Ok(()) };
    let pooled = if comparison.groups.is_empty() { "" } else { ", all groups together" };
    writeln!(out, "\nAgreement of F1 with human scores{pooled}")?;
    let number = |x: Option<f64>| x.map_or("–".to_owned(), |x| format!("{x:.4}"));
    let mut rows = vec![["", "judged", "mean", "Pearson", "Spearman", "Kendall"].map(str::to_owned).to_vec()];
    for (name, system) in comparison.systems.iter().zip(&human.systems) {
        let Correlation { pearson, spearman, kendall } = system.f1;
        let mut row = vec![name.clone(), count(system.judged as u64), number(system.mean)];
        row.extend([pearson, spearman, kendall].map(number));
        rows.push(row);
    }
    grid::write(out, 2, &rows)?;
    if !comparison.groups.is_empty() {
        writeln!(out, "  Mean over the groups, of the coefficients within each, as `bertscope score` has it")?;
        let mut rows = vec![["", "groups", "Pearson", "Spearman", "Kendall"].map(str::to_owned).to_vec()];
        for (index, name) in comparison.systems.iter().enumerate() {
            let groups = comparison.groups.iter().filter_map(|group| group.comparison.human.as_ref());
            let judged = groups
                .map(|human| &human.systems[index])
                .filter(|system| system.f1.kendall.or(system.f1.pearson).is_some());
            let Correlation { pearson, spearman, kendall } = mean_of(&judged.clone().map(|system| system.f1));
            let mut row = vec![name.clone(), count(judged.count() as u64)];
            row.extend([pearson, spearman, kendall].map(number));
            rows.push(row);
        }
        grid::write(out, 4, &rows)?;
    }
    let preferences = comparison.systems.iter().skip(1).zip(&human.preferences);
    for (name, preferences) in preferences.filter(|(_, preferences)| preferences.preferred > 0) {
        let [preferred, agreed] = [preferences.preferred, preferences.agreed].map(|n| count(n as u64));
        let (name, baseline) = (printable(name), printable(&comparison.systems[0]));
        writeln!(
            out,
            "  Of {preferred} segments in which people prefer {name} or {baseline}, F1 prefers the same in {agreed}"
        )?;
    }
    Ok(())
}

fn groups(out: &mut impl Write, comparison: &Comparison) -> io::Result<()> {
    if comparison.groups.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nF1 in each group")?;
    let mut rows = vec![vec![String::new(), "segments".to_owned()]];
    rows[0].extend(comparison.systems.iter().cloned());
    for name in comparison.systems.iter().skip(1) {
        rows[0].extend([format!("{name} −"), "95% interval".to_owned(), "p randomisation".to_owned()]);
    }
    for group in &comparison.groups {
        let Some(f1) = group.comparison.measure(Measure::F1) else { continue };
        let mut row = vec![group_name(&group.name).to_owned(), count(group.comparison.segments as u64)];
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

/// `1 segment`, `2 segments`.
fn segments(n: u64) -> String {
    if n == 1 { "1 segment".to_owned() } else { format!("{} segments", count(n)) }
}

/// What a group is called: `(none)` for the segments without one.
#[must_use]
pub fn group_name(name: &str) -> &str {
    if name.is_empty() { "(none)" } else { name }
}

/// Digits behind the point of a measure's numbers: BLEU and chrF go to 100.
#[must_use]
pub fn digits(measure: Measure) -> usize {
    match measure {
        Measure::Bleu | Measure::Chrf => 2,
        Measure::Precision | Measure::Recall | Measure::F1 | Measure::F1At { .. } | Measure::RougeL => 5,
    }
}

pub(super) fn value(measure: Measure, value: Option<f64>) -> String {
    value.map_or("undefined".to_owned(), |value| format!("{value:.*}", digits(measure)))
}

fn signed(measure: Measure, value: Option<f64>) -> String {
    let rounded = |value: f64| format!("{value:+.*}", digits(measure));
    value.map_or("undefined".to_owned(), |value| rounded(if value == 0.0 { 0.0 } else { value }))
}

fn interval(measure: Measure, interval: Option<Interval>, is_signed: bool) -> String {
    let Some(Interval { low, high }) = interval else { return "–".to_owned() };
    let end = |x: f64| if is_signed { signed(measure, Some(x)) } else { value(measure, Some(x)) };
    format!("[{}, {}]", end(low), end(high))
}

pub(super) fn p(p: Option<f64>) -> String {
    p.map_or("–".to_owned(), |p| format!("{p:.4}"))
}
