//! How well the scores agree with human scores.

use bertscope_metric::correlation::Correlation;
use bertscope_systems::SystemComparison;
use bertscope_systems::human::SystemAgreement;

use super::judged_pairs::mean_of;
use super::{counted, group_name, unit};
use crate::findings::sheet::{Block, Cell, Column, Table};
use crate::number::with_thousands_separators;

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
    pub coefficients: [Correlation; 3],
}

/// The section; nothing if there are no human scores and none were requested. `human` is their name.
pub(super) fn section(comparison: &SystemComparison, human: Option<&str>) -> Vec<Block> {
    if comparison.human.is_none() && human.is_none() {
        return Vec::new();
    }
    let heading = Block::section("agreement", "Agreement with human scores");
    if comparison.human.is_none() {
        let none = format!(
            "No scored {} has a human score (0 judged), so agreement with human scores is unknown.",
            unit(comparison)
        );
        return vec![heading, Block::Text(none)];
    }
    let with = human.map_or_else(String::new, |name| format!(" with {name}"));
    let note = format!(
        "Correlation{with}, over the {}s that have a human score. A dash means that a coefficient is undefined because \
         one side is constant.",
        unit(comparison)
    );
    let mut blocks = vec![heading, Block::Note(note)];
    blocks.extend(tables(comparison).into_iter().map(Block::Table));
    if !comparison.groups.is_empty() {
        let note = "The mean of the groups is that of the coefficients within each group, as in bertscope score.";
        blocks.push(Block::Note(note.to_owned()));
    }
    blocks.extend(not_comparable(comparison).map(Block::Note));
    blocks
}

/// Says that the systems were judged in different segments.
pub(super) fn not_comparable(comparison: &SystemComparison) -> Option<String> {
    let agreement = comparison
        .human
        .as_ref()
        .filter(|human| !human.covers_same_segments())?;
    let common = with_thousands_separators(agreement.judged_for_all as u64);
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
    let row = |name: String, of: &SystemAgreement| AgreementRow {
        name,
        judged: Some(of.judged),
        mean: of.mean,
        coefficients: [of.precision, of.recall, of.f1],
    };
    let systems = || comparison.systems.iter().zip(&human.systems);
    if comparison.groups.is_empty() {
        let rows: Vec<_> = systems().map(|(name, of)| row(name.clone(), of)).collect();
        return vec![table(if rows.len() > 1 { "System" } else { "" }, &rows)];
    }
    let table_of = |(system, (name, all)): (usize, (&String, &SystemAgreement))| {
        let groups = comparison.groups.iter().filter_map(|group| {
            let of = group
                .comparison
                .human
                .as_ref()?
                .systems
                .get(system)
                .filter(|of| of.judged > 0)?;
            Some(row(group_name(&group.name).to_owned(), of))
        });
        let mut rows: Vec<AgreementRow> = groups.collect();
        rows.extend(mean_row(&rows));
        rows.push(row("all groups together".to_owned(), all));
        let table = table("Group", &rows);
        if comparison.systems.len() > 1 {
            table.titled(name)
        } else {
            table
        }
    };
    systems().enumerate().map(table_of).collect()
}

/// The mean of the coefficients of several groups, each over the groups in which it exists.
pub(super) fn mean_row(groups: &[AgreementRow]) -> Option<AgreementRow> {
    let of = |measure: usize| mean_of(&groups.iter().map(|group| group.coefficients[measure]));
    let row = |name| AgreementRow {
        name,
        judged: None,
        mean: None,
        coefficients: [0, 1, 2].map(of),
    };
    (groups.len() > 1).then(|| row(format!("mean of {} groups", groups.len())))
}

/// The agreement of F1 of a system, the mean over its groups if there are several, with their number.
pub(super) fn f1_agreement(
    comparison: &SystemComparison,
    system: usize,
) -> Option<(Correlation, usize)> {
    let judged = |comparison: &SystemComparison| {
        Some(
            comparison
                .human
                .as_ref()?
                .systems
                .get(system)
                .filter(|of| of.judged > 0)?
                .f1,
        )
    };
    let groups: Vec<Correlation> = comparison
        .groups
        .iter()
        .filter_map(|group| judged(&group.comparison))
        .collect();
    let all = judged(comparison)?;
    Some(if groups.len() > 1 {
        (mean_of(&groups.iter().copied()), groups.len())
    } else {
        (all, 1)
    })
}

/// A table with three coefficients of P, R and F1. Kendall's, then Spearman's give way first.
pub(super) fn table(name: &str, rows: &[AgreementRow]) -> Table {
    let named = |column: &str, rank: u8| Column::new(column).ranked(rank);
    let coefficients = [("Pearson", 0), ("Spearman", 2), ("Kendall", 3)]
        .into_iter()
        .flat_map(|(group, rank)| {
            ["P", "R", "F1"].map(|measure| Column::new(measure).in_group(group).ranked(rank))
        });
    let with_mean = rows.iter().any(|row| row.mean.is_some());
    let mean = with_mean.then(|| named("Mean", 1));
    let columns = [Column::new(name), named("Judged", 0)]
        .into_iter()
        .chain(mean)
        .chain(coefficients);
    let row = |AgreementRow {
                   name,
                   judged,
                   mean,
                   coefficients,
               }: &AgreementRow| {
        let judged = judged.map_or_else(|| Cell::named(""), Cell::count);
        let mean = mean.map_or_else(
            || Cell::named(""),
            |mean| Cell::Score {
                value: Some(mean),
                places: 3,
            },
        );
        let of = |coefficient: fn(&Correlation) -> Option<f64>| {
            coefficients.map(|c| Cell::coefficient(coefficient(&c)))
        };
        let three = [of(|c| c.pearson), of(|c| c.spearman), of(|c| c.kendall)].concat();
        [Cell::named(name), judged]
            .into_iter()
            .chain(with_mean.then_some(mean))
            .chain(three)
            .collect()
    };
    Table::new(columns).with_rows(rows.iter().map(row))
}

/// In how many segments F1 prefers the system that people prefer, the other one, and neither; `None` if people have no
/// preference.
pub(super) fn preference(comparison: &SystemComparison, system: usize) -> Option<String> {
    let of = comparison
        .human
        .as_ref()?
        .preferences
        .get(system - 1)
        .filter(|of| of.preferred > 0)?;
    let [name, baseline] = [&comparison.systems[system], &comparison.systems[0]];
    let n = |n: usize| with_thousands_separators(n as u64);
    Some(format!(
        "People prefer {name} or {baseline} in {}: F1 prefers the same one in {}, the other one in {} and neither in {}.",
        counted(comparison, of.preferred),
        n(of.agreed),
        n(of.opposite()),
        n(of.undecided)
    ))
}
