//! The figures of a report.

use bertscope_systems::{
    Estimate, Histogram, Measure, MeasureChange, MeasureComparison, SystemDifference,
};

use super::difference::without_equal;
use super::examples::differences;
use super::{CorpusReport, human, minus, unit};
use crate::findings::figures::{
    Figure, IntervalRow, Points, Series, histogram, intervals, scatter,
};
use crate::findings::sheet::{Cell, HistogramBlock};

/// Approximate number of bins over the range of F1.
const BINS: usize = 50;

/// Names of the figures; those against human scores have names of their own.
const NAMES: [&str; 4] = ["f1", "systems", "differences", "difference-intervals"];

/// The name of the figure of F1 against human scores.
fn human_score_figure_name(system: usize, systems: usize) -> String {
    if systems == 1 {
        "human".to_owned()
    } else {
        format!("human-{}", system + 1)
    }
}

/// File names, without extension, that the figures over so many systems may have.
pub fn figure_names(systems: usize) -> Vec<String> {
    let people = (0..systems).map(|system| human_score_figure_name(system, systems));
    NAMES
        .iter()
        .map(|name| (*name).to_owned())
        .chain(people)
        .collect()
}

impl CorpusReport {
    /// All figures: the distribution of F1, means and differences with intervals, F1 against human scores.
    pub fn figures(&self) -> Vec<Figure> {
        let systems = self.systems().len();
        let mut figures: Vec<Figure> = f1_figure(self).into_iter().collect();
        if systems > 1 {
            figures.extend(
                [
                    means_figure(self),
                    differences_figure(self),
                    changes_figure(self),
                ]
                .into_iter()
                .flatten(),
            );
        }
        let all: Vec<(f64, f64)> = (0..systems)
            .flat_map(|system| judged(self, system))
            .collect();
        figures.extend((0..systems).filter_map(|system| human_score_figure(self, system, &all)));
        figures
    }

    fn f1(&self) -> Option<&MeasureComparison> {
        self.findings.comparison.measure(Measure::F1)
    }
}

fn f1_figure(report: &CorpusReport) -> Option<Figure> {
    let values = |system: usize| {
        report
            .segments
            .iter()
            .filter_map(move |segment| segment.outputs.get(system)?.f1())
    };
    let (systems, f1) = (report.systems(), report.f1()?);
    let bins = Histogram::from_scores((0..systems.len()).flat_map(values), BINS)?;
    let row = |(system, name): (usize, &String)| Series {
        name: name.clone(),
        counts: bins.count(values(system)),
        mean: f1.systems[system].value,
    };
    let rows: Vec<Series> = systems.iter().enumerate().map(row).collect();
    let all = HistogramBlock {
        title: "F1".to_owned(),
        histogram: bins,
        is_signed: false,
    };
    histogram(NAMES[0], &all, unit(&report.findings.comparison), &rows)
}

fn means_figure(report: &CorpusReport) -> Option<Figure> {
    let row = |(name, estimate): (_, &Estimate)| {
        Some(IntervalRow {
            name,
            value: estimate.value?,
            interval: estimate.interval?,
        })
    };
    let names = report.systems().iter().map(String::as_str);
    let rows: Vec<_> = names.zip(&report.f1()?.systems).filter_map(row).collect();
    intervals(NAMES[1], "mean F1, 95% interval", &rows, false)
}

/// Each system's differences from the baseline, in the bins of the tables if there is only one.
fn differences_figure(report: &CorpusReport) -> Option<Figure> {
    let comparison = &report.findings.comparison;
    let values = |system: usize| {
        differences(report, system)
            .into_iter()
            .map(|(_, difference)| difference)
    };
    let all: Vec<f64> = (1..report.systems().len()).flat_map(values).collect();
    let bins = Histogram::from_differences(all.into_iter())?;
    let row = |(of, change): (&SystemDifference, &MeasureChange)| Series {
        name: minus(comparison, of.system, of.baseline) + &without_equal(comparison, of),
        counts: bins.count(
            values(of.system).filter(|difference| Measure::F1.direction(*difference).is_ne()),
        ),
        // That of all segments, also of the equal ones, whose bar would dwarf the others.
        mean: change.difference,
    };
    let rows: Vec<Series> = comparison
        .differences
        .iter()
        .zip(&report.f1()?.changes)
        .map(row)
        .collect();
    let all = HistogramBlock {
        title: "difference of F1".to_owned(),
        histogram: bins,
        is_signed: true,
    };
    histogram(NAMES[2], &all, unit(comparison), &rows)
}

fn changes_figure(report: &CorpusReport) -> Option<Figure> {
    let comparison = &report.findings.comparison;
    let names: Vec<String> = (1..report.systems().len())
        .map(|system| minus(comparison, system, 0))
        .collect();
    let row = |(name, change): (_, &MeasureChange)| {
        Some(IntervalRow {
            name,
            value: change.difference?,
            interval: change.interval?,
        })
    };
    let names = names.iter().map(String::as_str);
    let rows: Vec<_> = names.zip(&report.f1()?.changes).filter_map(row).collect();
    intervals(NAMES[3], "difference of mean F1, 95% interval", &rows, true)
}

/// Human score and F1 of every candidate of a system that has both.
fn judged(report: &CorpusReport, system: usize) -> Vec<(f64, f64)> {
    let outputs = report
        .segments
        .iter()
        .filter_map(|segment| segment.outputs.get(system));
    outputs
        .filter_map(|output| Some((output.human?, output.f1()?)))
        .collect()
}

/// One system; the axes have room for `all`, the points of every system, so that the figures can be compared.
fn human_score_figure(report: &CorpusReport, system: usize, all: &[(f64, f64)]) -> Option<Figure> {
    let (f1, groups) = human::f1_agreement(&report.findings.comparison, system)?;
    let groups = if groups > 1 {
        format!(", means of {groups} groups")
    } else {
        String::new()
    };
    let number = |value| Cell::coefficient(value).text();
    let points = Points {
        name: &report.systems()[system],
        note: &format!(
            "Pearson {}, Spearman {}{groups}",
            number(f1.pearson),
            number(f1.spearman)
        ),
        measures: (
            report.findings.human.as_deref().unwrap_or("human score"),
            "F1",
        ),
        points: &judged(report, system),
        other_points: all,
    };
    scatter(
        &human_score_figure_name(system, report.systems().len()),
        points,
    )
}
