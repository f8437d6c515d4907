//! The figures of a report.

use super::examples::differences;
use super::{CorpusReport, human, minus};
use crate::findings::figures::{Figure, IntervalRow, Points, Series, histogram, intervals, mean, scatter};
use crate::findings::sheet::Cell;
use crate::number::pluralized;
use bertscope_systems::Measure;

/// Names of the figures; those against human scores have names of their own.
const NAMES: [&str; 4] = ["f1", "systems", "differences", "difference-intervals"];

/// The name of the figure of F1 against human scores.
fn human_score_figure_name(system: usize, systems: usize) -> String {
    if systems == 1 { "human".to_owned() } else { format!("human-{}", system + 1) }
}

/// File names, without extension, that the figures over so many systems may have.
pub fn figure_names(systems: usize) -> Vec<String> {
    let people = (0..systems).map(|system| human_score_figure_name(system, systems));
    NAMES.iter().map(|name| (*name).to_owned()).chain(people).collect()
}

impl CorpusReport {
    /// All figures: the distribution of F1, means and differences with intervals, F1 against human scores.
    pub fn figures(&self) -> Vec<Figure> {
        let [f1, means, differences, changes] = NAMES;
        let names = self.systems();
        let values = |system: usize| -> Vec<f64> {
            self.segments.iter().filter_map(|segment| segment.outputs.get(system)?.f1()).collect()
        };
        let all: Vec<Vec<f64>> = (0..names.len()).map(values).collect();
        let series = names.iter().zip(&all).map(|(name, values)| Series { name, values, mean: mean(values) });
        let mut figures: Vec<Figure> = histogram(f1, "F1", &series.collect::<Vec<_>>()).into_iter().collect();
        if names.len() > 1 {
            figures.extend(means_figure(self, means));
            figures.extend(differences_figure(self, differences));
            figures.extend(changes_figure(self, changes));
        }
        let all: Vec<(f64, f64)> = (0..names.len()).flat_map(|system| judged(self, system)).collect();
        figures.extend((0..names.len()).filter_map(|system| human_score_figure(self, system, &all)));
        figures
    }
}

fn means_figure(report: &CorpusReport, name: &str) -> Option<Figure> {
    let estimates = &report.findings.comparison.measure(Measure::F1)?.systems;
    let row = |(name, estimate): (_, &bertscope_systems::Estimate)| {
        let interval = estimate.interval?;
        Some(IntervalRow { name, value: estimate.value?, ends: (interval.low, interval.high) })
    };
    let rows: Vec<_> = report.systems().iter().map(String::as_str).zip(estimates).filter_map(row).collect();
    intervals(name, "mean F1, 95% interval", &rows, false)
}

/// The name of the difference of each system from the baseline.
fn difference_names(report: &CorpusReport) -> impl Iterator<Item = String> {
    (1..report.systems().len()).map(|system| minus(&report.findings.comparison, system, 0))
}

fn differences_figure(report: &CorpusReport, name: &str) -> Option<Figure> {
    let others = difference_names(report).enumerate().map(|(system, name)| {
        let all: Vec<f64> = differences(report, system + 1).into_iter().map(|(_, difference)| difference).collect();
        // The bar of the equal ones would dwarf the others; their mean is that of all.
        let (equal, values): (Vec<f64>, Vec<f64>) = all.iter().partition(|difference| **difference == 0.0);
        let without = |n: u64| format!("{name}, without {}", pluralized(n, "equal pair"));
        (if equal.is_empty() { name } else { without(equal.len() as u64) }, values, mean(&all))
    });
    let others: Vec<(String, Vec<f64>, Option<f64>)> = others.collect();
    let series = others.iter().map(|(name, values, mean)| Series { name, values, mean: *mean });
    histogram(name, "difference of F1", &series.collect::<Vec<_>>())
}

fn changes_figure(report: &CorpusReport, name: &str) -> Option<Figure> {
    let names: Vec<String> = difference_names(report).collect();
    let changes = &report.findings.comparison.measure(Measure::F1)?.changes;
    let row = |(name, change): (&'_ String, &bertscope_systems::MeasureChange)| {
        let (value, interval) = (change.difference?, change.interval?);
        Some((name.clone(), value, (interval.low, interval.high)))
    };
    let rows: Vec<_> = names.iter().zip(changes).filter_map(row).collect();
    let rows: Vec<IntervalRow<'_>> =
        rows.iter().map(|(name, value, ends)| IntervalRow { name, value: *value, ends: *ends }).collect();
    intervals(name, "difference of mean F1, 95% interval", &rows, true)
}

/// Human score and F1 of every candidate of a system that has both.
fn judged(report: &CorpusReport, system: usize) -> Vec<(f64, f64)> {
    let outputs = report.segments.iter().filter_map(|segment| segment.outputs.get(system));
    outputs.filter_map(|output| Some((output.human?, output.f1()?))).collect()
}

/// One system; the axes have room for `all`, the points of every system, so that the figures can be compared.
fn human_score_figure(report: &CorpusReport, system: usize, all: &[(f64, f64)]) -> Option<Figure> {
    let (f1, groups) = human::f1_agreement(&report.findings.comparison, system)?;
    let groups = if groups > 1 { format!(", means of {groups} groups") } else { String::new() };
    let number = |value| Cell::Score { value, places: 3 }.text();
    let points = Points {
        name: &report.systems()[system],
        note: &format!("Pearson {}, Spearman {}{groups}", number(f1.pearson), number(f1.spearman)),
        measures: (report.findings.human.as_deref().unwrap_or("human score"), "F1"),
        points: &judged(report, system),
        other_points: all,
    };
    scatter(&human_score_figure_name(system, report.systems().len()), points)
}
