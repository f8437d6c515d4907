//! The figures of a report.

use super::CorpusReport;
use super::agreement::{self, Agreement, rounded_or_dash};
use super::example_selection::differences;
use crate::figures::{self, Figure, Points, Series, histogram, intervals, scatter};
use crate::number::pluralized;
use bertscope_systems::{Measure, SystemComparison};

/// Names of the figures; those against human scores have names of their own.
pub(super) const NAMES: [&str; 4] = ["f1", "systems", "differences", "difference-intervals"];

/// The name of the figure of F1 against human scores.
pub(super) fn human_score_figure_name(system: usize, systems: usize) -> String {
    if systems == 1 { "human".to_owned() } else { format!("human-{}", system + 1) }
}

/// All figures: the distribution of F1, means and differences with intervals, F1 against human scores.
pub(super) fn figures(report: &CorpusReport, comparison: &SystemComparison) -> Vec<Figure> {
    let [f1, systems, differences, difference_intervals] = NAMES;
    let values = |system: usize| -> Vec<f64> {
        report.segments.iter().filter_map(|segment| segment.outputs.get(system)?.f1()).collect()
    };
    let all: Vec<Vec<f64>> = (0..report.systems.len()).map(values).collect();
    let series: Vec<Series<'_>> =
        report.systems.iter().zip(&all).map(|(name, values)| Series { name, values }).collect();
    let mut figures: Vec<Figure> = histogram(f1, "F1", &series).into_iter().collect();
    if report.systems.len() > 1 {
        figures.extend(means(report, comparison, systems));
        figures.extend(differences_figure(report, differences));
        figures.extend(changes_figure(report, comparison, difference_intervals));
    }
    if let Some(human) = &report.human {
        let all: Vec<(f64, f64)> = (0..report.systems.len()).flat_map(|system| judged(report, system)).collect();
        figures
            .extend(agreement::agreement(report).iter().filter_map(|of| human_score_figure(report, of, human, &all)));
    }
    figures
}

fn means(report: &CorpusReport, comparison: &SystemComparison, name: &str) -> Option<Figure> {
    let estimates = &comparison.measure(Measure::F1)?.systems;
    let row = |(name, estimate): (_, &bertscope_systems::Estimate)| {
        let interval = estimate.interval?;
        Some(figures::IntervalRow { name, value: estimate.value?, ends: (interval.low, interval.high) })
    };
    let rows: Vec<figures::IntervalRow<'_>> =
        report.systems.iter().map(String::as_str).zip(estimates).filter_map(row).collect();
    intervals(name, "mean F1, 95% interval", &rows, false)
}

/// Name of the difference of a system from the baseline system.
pub(super) fn against_baseline(report: &CorpusReport, system: usize) -> String {
    format!("{} − {}", report.systems[system], report.systems[0])
}

fn differences_figure(report: &CorpusReport, name: &str) -> Option<Figure> {
    let others: Vec<(String, Vec<f64>)> = (1..report.systems.len())
        .map(|system| {
            let all = differences(report, system).into_iter().map(|(_, difference)| difference);
            let (equal, values): (Vec<f64>, Vec<f64>) = all.partition(|difference| *difference == 0.0);
            // Their bar would dwarf the others.
            let name = against_baseline(report, system);
            let without = |n: u64| format!("{name}, without {}", pluralized(n, "equal pair"));
            (if equal.is_empty() { name } else { without(equal.len() as u64) }, values)
        })
        .collect();
    let series: Vec<Series<'_>> = others.iter().map(|(name, values)| Series { name, values }).collect();
    histogram(name, "difference of F1", &series)
}

fn changes_figure(report: &CorpusReport, comparison: &SystemComparison, name: &str) -> Option<Figure> {
    let names: Vec<String> = (1..report.systems.len()).map(|system| against_baseline(report, system)).collect();
    let changes = &comparison.measure(Measure::F1)?.changes;
    let row = |(name, change): (&'_ String, &bertscope_systems::MeasureChange)| {
        let (at, interval) = (change.difference?, change.interval?);
        Some((name.clone(), at, (interval.low, interval.high)))
    };
    let rows: Vec<(String, f64, (f64, f64))> = names.iter().zip(changes).filter_map(row).collect();
    let rows: Vec<figures::IntervalRow<'_>> =
        rows.iter().map(|(name, at, ends)| figures::IntervalRow { name, value: *at, ends: *ends }).collect();
    intervals(name, "difference of mean F1, 95% interval", &rows, true)
}

/// Human score and F1 of every candidate of a system that has both.
fn judged(report: &CorpusReport, system: usize) -> Vec<(f64, f64)> {
    let outputs = report.segments.iter().filter_map(|segment| segment.outputs.get(system));
    outputs.filter_map(|output| Some((output.human?, output.f1()?))).collect()
}

/// One system; the axes have room for `all`, the points of every system, so that the figures can be compared.
fn human_score_figure(report: &CorpusReport, agreement: &Agreement, human: &str, all: &[(f64, f64)]) -> Option<Figure> {
    let at = judged(report, agreement.system);
    let [.., f1] = agreement.mean();
    let groups = match agreement.groups.len() {
        1 => String::new(),
        several => format!(", means of {several} groups"),
    };
    let note =
        format!("Pearson {}, Spearman {}{groups}", rounded_or_dash(f1.pearson, 3), rounded_or_dash(f1.spearman, 3));
    let name = human_score_figure_name(agreement.system, report.systems.len());
    let points = Points {
        name: &report.systems[agreement.system],
        note: &note,
        measures: (human, "F1"),
        points: &at,
        other_points: all,
    };
    scatter(&name, points)
}
