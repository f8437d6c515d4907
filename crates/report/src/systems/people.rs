//! How well each system's scores agree with human scores, for people.

use std::io::{self, Write};

use bertscope_metric::correlation::Correlation;
use bertscope_printable::printable;
use bertscope_systems::Comparison;

use super::grid;
use crate::agreement::mean_of;
use crate::number::count;

/// Writes it; nothing without human scores.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(out: &mut impl Write, comparison: &Comparison) -> io::Result<()> {
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
