//! How well each system's scores agree with human scores, as text.

use std::io::{self, Write};

use bertscope_metric::correlation::Correlation;
use bertscope_printable::printable;
use bertscope_systems::SystemComparison;

use super::grid;
use crate::agreement::mean_of;
use crate::number::{pluralized, with_thousands_separators};

/// Says that no scored pair has a human score; `unit` names what is counted, such as "pair".
pub(crate) fn unjudged(unit: &str) -> String {
    format!("No scored {unit} has a human score (0 judged), so agreement with human scores is unknown.")
}

/// Says that the systems were judged in different segments, so that their numbers are not comparable.
pub(crate) fn judged_apart(comparison: &SystemComparison, unit: &str) -> Option<String> {
    let human = comparison.human.as_ref().filter(|human| !human.covers_same_segments())?;
    let common = with_thousands_separators(human.judged_for_all as u64);
    Some(format!(
        "People judged the systems in different {unit}s ({common} in common), so means and coefficients are not comparable between \
         systems."
    ))
}

/// Writes it; nothing if human scores were not requested.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(out: &mut impl Write, comparison: &SystemComparison, asked: bool) -> io::Result<()> {
    let Some(human) = &comparison.human else {
        return if asked { writeln!(out, "\n{}", unjudged("segment")) } else { Ok(()) };
    };
    let pooled = if comparison.groups.is_empty() { "" } else { ", all groups together" };
    writeln!(out, "\nAgreement of F1 with human scores{pooled}")?;
    let number = |x: Option<f64>| x.map_or("–".to_owned(), |x| format!("{x:.4}"));
    let mut rows = vec![["", "judged", "mean", "Pearson", "Spearman", "Kendall"].map(str::to_owned).to_vec()];
    for (name, system) in comparison.systems.iter().zip(&human.systems) {
        let Correlation { pearson, spearman, kendall } = system.f1;
        let mut row = vec![name.clone(), with_thousands_separators(system.judged as u64), number(system.mean)];
        row.extend([pearson, spearman, kendall].map(number));
        rows.push(row);
    }
    grid::write(out, 2, &rows)?;
    if !comparison.groups.is_empty() {
        writeln!(out, "  Mean over the groups of the coefficients within each group, as in `bertscope score`")?;
        let mut rows = vec![["", "groups", "Pearson", "Spearman", "Kendall"].map(str::to_owned).to_vec()];
        for (index, name) in comparison.systems.iter().enumerate() {
            let groups = comparison.groups.iter().filter_map(|group| group.comparison.human.as_ref());
            let judged = groups
                .map(|human| &human.systems[index])
                .filter(|system| system.f1.kendall.or(system.f1.pearson).is_some());
            let Correlation { pearson, spearman, kendall } = mean_of(&judged.clone().map(|system| system.f1));
            let mut row = vec![name.clone(), with_thousands_separators(judged.count() as u64)];
            row.extend([pearson, spearman, kendall].map(number));
            rows.push(row);
        }
        grid::write(out, 4, &rows)?;
    }
    if let Some(apart) = judged_apart(comparison, "segment") {
        writeln!(out, "  {apart}")?;
    }
    let preferences = comparison.systems.iter().skip(1).zip(&human.preferences);
    for (name, preferences) in preferences.filter(|(_, preferences)| preferences.preferred > 0) {
        let (preferred, agreed) =
            (pluralized(preferences.preferred as u64, "segment"), with_thousands_separators(preferences.agreed as u64));
        let (name, baseline) = (printable(name), printable(&comparison.systems[0]));
        writeln!(
            out,
            "  Of {preferred} in which people prefer {name} or {baseline}, F1 prefers the same one in {agreed}"
        )?;
    }
    Ok(())
}
