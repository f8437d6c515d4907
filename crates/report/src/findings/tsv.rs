//! A comparison as a table: a row for each group, measure and system.

use std::io::{self, Write};

use bertscope_printable::printable;
use bertscope_systems::{Interval, SystemComparison};

use super::Findings;

/// Columns of the table. Differences are from the first system, for which they are empty, like all missing values.
const COLUMNS: &str = "group measure system segments value low high difference difference_low difference_high \
    p_bootstrap p_randomisation order_holds";

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
    let number = |x: Option<f64>| x.map_or(String::new(), |x| x.to_string());
    let ends = |interval: Option<Interval>| {
        [
            number(interval.map(|i| i.low)),
            number(interval.map(|i| i.high)),
        ]
    };
    for measure in &comparison.measures {
        for (index, (name, estimate)) in comparison.systems.iter().zip(&measure.systems).enumerate()
        {
            let change = index.checked_sub(1).map(|index| measure.changes[index]);
            let of_change = |number: fn(&bertscope_systems::MeasureChange) -> Option<f64>| {
                change.as_ref().and_then(number)
            };
            let [low, high] = ends(estimate.interval);
            let [change_low, change_high] = ends(change.and_then(|change| change.interval));
            let fields = [
                printable(group),
                measure.measure.to_string(),
                printable(name),
                estimate.segments.to_string(),
                number(estimate.value),
                low,
                high,
                number(of_change(|change| change.difference)),
                change_low,
                change_high,
                number(of_change(|change| change.p_bootstrap)),
                number(of_change(|change| change.p_randomisation)),
                measure.agrees.to_string(),
            ];
            writeln!(out, "{}", fields.join("\t"))?;
        }
    }
    Ok(())
}
