//! A comparison as a table: a row for each group, measure and system.

use std::io::{self, Write};

use bertscope_printable::printable;
use bertscope_systems::{Interval, Measure, SystemComparison};

use super::Findings;
use crate::number::all_digits;

/// Columns of the table. Differences are from the first system, for which they are empty, like all missing values.
const COLUMNS: &str = "group measure system segments value low high difference difference_low difference_high \
    p_bootstrap p_randomisation order_holds exact_segments p_holm";

/// Writes the table; the rows of all segments have no group.
pub fn write(out: &mut impl Write, findings: &Findings) -> io::Result<()> {
    writeln!(out, "{}", COLUMNS.replace(' ', "\t"))?;
    rows(out, "", &findings.comparison)?;
    findings
        .comparison
        .groups
        .iter()
        .try_for_each(|group| rows(out, &group.name, &group.comparison))
}

fn rows(out: &mut impl Write, group: &str, comparison: &SystemComparison) -> io::Result<()> {
    for measure in &comparison.measures {
        for (system, (name, estimate)) in
            comparison.systems.iter().zip(&measure.systems).enumerate()
        {
            // The first system is the baseline system, so the first change is that of the second.
            let change = system.checked_sub(1).map(|at| measure.changes[at]);
            let [low, high] = ends(estimate.interval);
            let [change_low, change_high] = ends(change.and_then(|change| change.interval));
            let exact_segments = change.and_then(|change| change.exact_segments);
            // Only F1 has verdicts.
            let p_holm = match system.checked_sub(1) {
                Some(at) if measure.measure == Measure::F1 => comparison.differences[at].p_holm,
                _ => None,
            };
            let fields = [
                printable(group),
                measure.measure.to_string(),
                printable(name),
                estimate.segments.to_string(),
                all_digits(estimate.value),
                low,
                high,
                all_digits(change.and_then(|change| change.difference)),
                change_low,
                change_high,
                all_digits(change.and_then(|change| change.p_bootstrap)),
                all_digits(change.and_then(|change| change.p_randomisation)),
                measure.agrees.to_string(),
                exact_segments.map_or_else(String::new, |segments| segments.to_string()),
                all_digits(p_holm),
            ];
            writeln!(out, "{}", fields.join("\t"))?;
        }
    }
    Ok(())
}

fn ends(interval: Option<Interval>) -> [String; 2] {
    [
        all_digits(interval.map(|interval| interval.low)),
        all_digits(interval.map(|interval| interval.high)),
    ]
}
