//! How well the scores agree with human scores.

use bertscope_systems::agreement::{Coefficient, Coefficients, MeanAgreement};
use bertscope_systems::human::SystemAgreement;
use bertscope_systems::{Measure, SystemComparison};

use super::{counted, group_name, unit};
use crate::findings::cells::number_cell;
use crate::number::{pluralized, with_thousands_separators};
use bertscope_sheet::{Cell, Column, Sheet, Table};

/// Name of the row over the pairs of all groups.
pub(super) const ALL_GROUPS: &str = "all groups together";

/// A row of a table of coefficients.
#[derive(Debug, Clone)]
pub(super) struct AgreementRow {
    /// What it is about: a system, a group or a layer.
    pub name: String,
    /// Number of judged pairs, where it is known.
    pub judged: Option<usize>,
    /// The mean of the human scores, where it is known.
    pub mean: Option<f64>,
    /// The coefficients of P, R and F1.
    pub coefficients: [Coefficients; 3],
}

impl AgreementRow {
    fn new(name: &str, agreement: &SystemAgreement) -> Self {
        Self {
            name: name.to_owned(),
            judged: Some(agreement.judged),
            mean: agreement.mean,
            coefficients: [agreement.precision, agreement.recall, agreement.f1]
                .map(Coefficients::from),
        }
    }

    fn has(&self, coefficient: Coefficient) -> bool {
        let mut coefficients = self.coefficients.iter();
        coefficients.any(|of| of.get(coefficient).is_some())
    }

    fn cells(&self, with_mean: bool, coefficients: &[Coefficient]) -> Vec<Cell> {
        let mut cells = vec![
            Cell::named(&self.name),
            self.judged.map_or(Cell::Empty, Cell::count),
        ];
        if with_mean {
            cells.push(match self.mean {
                Some(mean) => number_cell(Some(mean), 3, false),
                None => Cell::Empty,
            });
        }
        for coefficient in coefficients {
            let values = self.coefficients.map(|of| of.get(*coefficient));
            cells.extend(values.map(Cell::coefficient));
        }
        cells
    }
}

/// The section; nothing if there are no human scores and none were requested. `human` is their name.
pub(super) fn add_section(sheet: &mut Sheet, comparison: &SystemComparison, human: Option<&str>) {
    if comparison.human.is_none() && human.is_none() {
        return;
    }
    sheet.section("agreement", "Agreement with human scores");
    if comparison.human.is_none() {
        sheet.text(format!(
            "No scored {} has a human score (0 judged), so agreement with human scores is unknown.",
            unit(comparison)
        ));
        return;
    }
    let with = human.map_or_else(String::new, |name| format!(" with {name}"));
    sheet.note(format!(
        "Correlation{with}, over the {0}s that have a human score. A dash means that a coefficient is undefined: one \
         side is constant, or there are fewer than three {0}s.",
        unit(comparison)
    ));
    sheet.extend(tables(comparison));
    if !comparison.groups.is_empty() {
        sheet.note(
            "The mean of the groups is that of the coefficients within each group, as in bertscope score.",
        );
    }
    sheet.notes(not_comparable(comparison));
}

/// Says that the systems were judged in different segments.
pub(super) fn not_comparable(comparison: &SystemComparison) -> Option<String> {
    let human = comparison.human.as_ref()?;
    if human.covers_same_segments() {
        return None;
    }
    let common = with_thousands_separators(human.judged_for_all);
    Some(format!(
        "People judged the systems in different {}s ({common} in common), so means and coefficients are not comparable \
         between systems.",
        unit(comparison)
    ))
}

/// Without groups a table of the systems; with groups a table of the groups for each system.
pub fn tables(comparison: &SystemComparison) -> Vec<Table> {
    let Some(human) = &comparison.human else {
        return Vec::new();
    };
    let systems = comparison.systems.iter().zip(&human.systems);
    if comparison.groups.is_empty() {
        let rows: Vec<AgreementRow> = systems
            .map(|(name, agreement)| AgreementRow::new(name, agreement))
            .collect();
        return vec![table(if rows.len() > 1 { "System" } else { "" }, &rows)];
    }
    let mut tables = Vec::new();
    for (system, (name, all)) in systems.enumerate() {
        let table = table_of_groups(comparison, system, all);
        // The only system needs no name.
        tables.push(if comparison.systems.len() > 1 {
            table.titled(name)
        } else {
            table
        });
    }
    tables
}

/// The groups of a system, their mean, and all of them together.
fn table_of_groups(comparison: &SystemComparison, system: usize, all: &SystemAgreement) -> Table {
    let mut rows = Vec::new();
    for group in &comparison.groups {
        if let Some(agreement) = judged_agreement(&group.comparison, system) {
            rows.push(AgreementRow::new(group_name(&group.name), agreement));
        }
    }
    rows.extend(mean_row(&rows));
    rows.push(AgreementRow::new(ALL_GROUPS, all));
    table("Group", &rows)
}

/// The agreement of a system; `None` if people judged none of its candidates.
fn judged_agreement(comparison: &SystemComparison, system: usize) -> Option<&SystemAgreement> {
    let agreement = comparison.human.as_ref()?.systems.get(system)?;
    (agreement.judged > 0).then_some(agreement)
}

/// The mean of the coefficients of several groups, each over the groups in which it exists; `None` if there is none.
pub(super) fn mean_row(groups: &[AgreementRow]) -> Option<AgreementRow> {
    if groups.len() < 2 {
        return None;
    }
    let means = [0, 1, 2]
        .map(|measure| MeanAgreement::new(groups.iter().map(|group| group.coefficients[measure])));
    Some(AgreementRow {
        name: mean_name(&means)?,
        judged: None,
        mean: None,
        coefficients: means.map(|mean| mean.coefficients),
    })
}

/// Over how many groups a mean of P, R and F1 is; `None` if it is over none.
pub(super) fn mean_name(means: &[MeanAgreement; 3]) -> Option<String> {
    // A mean over no group is a dash, which says so itself.
    let mut known = means.iter().filter(|mean| mean.groups > 0);
    let first = known.next()?;
    if known.all(|mean| mean.groups == first.groups) {
        return Some(groups_name(first.groups));
    }
    let mut named = Vec::new();
    for (measure, mean) in Measure::MAIN.into_iter().zip(means) {
        if mean.groups > 0 {
            named.push(format!("{measure} {}", mean.groups));
        }
    }
    Some(format!("mean of groups ({})", named.join(", ")))
}

/// `mean of 3 groups`.
pub(super) fn groups_name(groups: usize) -> String {
    format!("mean of {}", pluralized(groups, "group"))
}

/// The agreement of F1 of a system, the mean over its groups if there are several.
pub(super) fn f1_agreement(comparison: &SystemComparison, system: usize) -> Option<MeanAgreement> {
    let all = judged_agreement(comparison, system)?;
    let mut groups: Vec<Coefficients> = Vec::new();
    for group in &comparison.groups {
        if let Some(agreement) = judged_agreement(&group.comparison, system) {
            groups.push(agreement.f1.into());
        }
    }
    if groups.len() > 1 {
        return Some(MeanAgreement::new(groups));
    }
    Some(MeanAgreement {
        coefficients: all.f1.into(),
        groups: 1,
        ..MeanAgreement::default()
    })
}

/// A table with the coefficients of P, R and F1. The accuracy, then Kendall's and Spearman's give way first.
pub(super) fn table(name: &str, rows: &[AgreementRow]) -> Table {
    let with_mean = rows.iter().any(|row| row.mean.is_some());
    let mut columns = vec![Column::new(name), Column::new("Judged")];
    if with_mean {
        columns.push(Column::new("Mean").ranked(1));
    }
    let mut coefficients = Vec::new();
    for (coefficient, rank) in Coefficient::ALL.into_iter().zip([0, 2, 3, 4]) {
        // A comparison of systems does not compute the accuracy.
        if coefficient == Coefficient::Accuracy && !rows.iter().any(|row| row.has(coefficient)) {
            continue;
        }
        coefficients.push(coefficient);
        for measure in Measure::MAIN {
            let column = Column::new(measure.to_string()).in_group(coefficient.title());
            columns.push(column.ranked(rank));
        }
    }
    let rows = rows.iter().map(|row| row.cells(with_mean, &coefficients));
    Table::new(columns).with_rows(rows)
}

/// In how many segments F1 prefers the system that people prefer, the other one, and neither; `None` if people have no
/// preference.
pub(super) fn preference(comparison: &SystemComparison, system: usize) -> Option<String> {
    // Preferences begin with that of the second system.
    let of = comparison.human.as_ref()?.preferences.get(system - 1)?;
    if of.preferred == 0 {
        return None;
    }
    let [name, baseline] = [&comparison.systems[system], &comparison.systems[0]];
    let [same, other, neither] =
        [of.agreed, of.opposite(), of.undecided].map(with_thousands_separators);
    Some(format!(
        "People prefer {name} or {baseline} in {}: F1 prefers the same one in {same}, the other one in {other} and neither in {neither}.",
        counted(comparison, of.preferred)
    ))
}
