//! A system against the baseline system, as text: differences, wins and losses, a histogram, the segments behind it.

use std::io::{self, Write};

use bertscope_printable::printable;
use bertscope_systems::{Histogram, Measure, MeasureChange, SegmentDifference, SystemComparison, SystemDifference};

use super::cells::has_intervals;
use super::cells::{interval, p_value_or_dash, signed};
use super::grid;
use crate::number::{pluralized, with_thousands_separators};

/// Characters of the longest bar of a histogram.
const BAR_WIDTH: usize = 40;

/// Writes it.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(
    out: &mut impl Write,
    comparison: &SystemComparison,
    difference: &SystemDifference,
) -> io::Result<()> {
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
    let [wins, ties, losses] =
        [difference.wins, difference.ties, difference.losses].map(|n| with_thousands_separators(n as u64));
    writeln!(out, "  Segments with a higher F1: {wins}; with the same: {ties}; with a lower one: {losses}")?;
    if let Some(histogram) = &difference.histogram {
        let ties = match difference.ties {
            0 => String::new(),
            ties => format!(", without {}", pluralized(ties as u64, "equal segment")),
        };
        writeln!(out, "  Segments by difference of F1{ties}")?;
        bars(out, histogram)?;
    }
    let named = |segments: &[SegmentDifference]| {
        let named = segments.iter().take(5).map(|segment| format!("{} ({:+.3})", segment.id, segment.difference));
        let unit = if segments.len() == 1 { "segment" } else { "segments" };
        format!("{unit} {}", printable(&named.collect::<Vec<_>>().join(", ")))
    };
    if !difference.largest_gains.is_empty() {
        writeln!(out, "  {name} gains most in {}", named(&difference.largest_gains))?;
    }
    if !difference.largest_losses.is_empty() {
        writeln!(out, "  and loses most in {}", named(&difference.largest_losses))?;
    }
    Ok(())
}

/// A measure of a difference, with its interval and p-values.
pub(super) fn change_row(measure: Measure, change: &MeasureChange) -> Vec<String> {
    vec![
        measure.to_string(),
        signed(measure, change.difference),
        interval(measure, change.interval, true),
        p_value_or_dash(change.p_bootstrap),
        p_value_or_dash(change.p_randomisation),
    ]
}

fn bars(out: &mut impl Write, histogram: &Histogram) -> io::Result<()> {
    let most = histogram.counts.iter().copied().max().unwrap_or(1).max(1);
    let places = (-histogram.width.log10().floor()).max(0.0) as usize;
    let row = |(bin, counted): (usize, &usize)| {
        let edge = |bin: usize| format!("{:+.places$}", histogram.edge(bin));
        let eighths = (counted * BAR_WIDTH * 8).div_ceil(most);
        let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
        let bar = format!("{}{part}", "█".repeat(eighths / 8));
        [format!("{} to {}", edge(bin), edge(bin + 1)), format!("{counted:>7}"), bar]
    };
    for [edges, counted, bar] in histogram.counts.iter().enumerate().map(row) {
        writeln!(out, "{}", format!("    {edges:>18} {counted} {bar}").trim_end())?;
    }
    Ok(())
}
