//! The figures of a report, on its page and as files: the distribution of F1, means and differences with intervals, F1 against
//! human scores.

use bertscope_systems::{Histogram, Interval, Measure, MeasureComparison};

use super::cells::{interval_cell, number_cell};
use super::difference::without_equal;
use super::examples::{JudgedCandidate, differences, judged_candidates};
use super::{CorpusReport, cells, human, minus, unit};
use crate::export::picture::ink::Ink;
use crate::export::picture::svg::FONTS;
use crate::number::pluralized;
use bertscope_sheet::html::{PLOT_STYLE, plot};
use bertscope_sheet::{Axis, Cell, Histogram as Bins, Plot, PlotNumbers, PlotRow};

/// Approximate number of bins over the range of F1.
const BINS: usize = 50;

/// Approximate numbers of steps on an axis, the second beside long numbers.
const STEPS: usize = 5;
const FEW_STEPS: usize = 4;

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
    let mut names: Vec<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    names.extend((0..systems).map(|system| human_score_figure_name(system, systems)));
    names
}

/// A figure as an SVG file, on white or on a dark ground.
pub fn figure_file(figure: &Plot, is_dark: bool) -> String {
    let ink = if is_dark { Ink::DARK } else { Ink::LIGHT };
    let mut style = PLOT_STYLE.to_owned();
    for (name, value) in [
        ("fonts", FONTS),
        ("ink", ink.text),
        ("quiet", ink.quiet),
        ("line", ink.line),
        ("bar", ink.bar),
        ("up", ink.accent),
        ("paper", ink.paper.unwrap_or("none")),
    ] {
        style = style.replace(&format!("var(--{name})"), value);
    }
    plot(figure, Some(&style)).into_string() + "\n"
}

/// A system, or a difference of two, with its numbers.
struct Series {
    name: String,
    /// The count in each bin.
    counts: Vec<usize>,
    /// Its mean, perhaps over more than is counted.
    mean: Option<f64>,
}

impl CorpusReport {
    pub fn figures(&self) -> Vec<Plot> {
        let systems = self.systems().len();
        let mut figures = Vec::new();
        figures.extend(self.f1_figure());
        if systems > 1 {
            figures.extend(self.means_figure());
            figures.extend(self.differences_figure());
            figures.extend(self.changes_figure());
        }
        let judged = judged_candidates(self);
        for system in 0..systems {
            figures.extend(self.human_score_figure(system, &judged));
        }
        figures
    }

    fn f1(&self) -> Option<&MeasureComparison> {
        self.findings.comparison.measure(Measure::F1)
    }

    /// F1 of every candidate of a system.
    fn f1_values(&self, system: usize) -> impl Iterator<Item = f64> + Clone {
        self.segments
            .iter()
            .filter_map(move |segment| segment.f1(system))
    }

    fn f1_figure(&self) -> Option<Plot> {
        let f1 = self.f1()?;
        let systems = self.systems();
        let values = (0..systems.len()).flat_map(|system| self.f1_values(system));
        let bins = Histogram::from_scores(values, BINS)?;
        let mut rows = Vec::new();
        for (system, name) in systems.iter().enumerate() {
            rows.push(Series {
                name: name.clone(),
                counts: bins.count(self.f1_values(system)),
                mean: f1.systems[system].value,
            });
        }
        self.histograms(NAMES[0], &cells::histogram("F1", &bins, false), rows)
    }

    fn means_figure(&self) -> Option<Plot> {
        let estimates = self.systems().iter().zip(&self.f1()?.systems);
        let rows = estimates.filter_map(|(name, of)| {
            Some(interval_row(name.clone(), of.value?, of.interval?, false))
        });
        intervals(NAMES[1], "mean F1, 95% interval", rows.collect(), false)
    }

    /// Each system's differences from the baseline system, in the bins of the tables if there is only one.
    fn differences_figure(&self) -> Option<Plot> {
        let comparison = &self.findings.comparison;
        let all = (1..self.systems().len()).flat_map(|system| differences(self, system));
        let all: Vec<f64> = all.map(|of| of.difference).collect();
        let bins = Histogram::from_differences(all.into_iter())?;
        let mut rows = Vec::new();
        for (of, change) in comparison.differences.iter().zip(&self.f1()?.changes) {
            let unequal = differences(self, of.system)
                .into_iter()
                .map(|of| of.difference)
                .filter(|difference| Measure::F1.direction(*difference).is_ne());
            rows.push(Series {
                name: minus(comparison, of.system, of.baseline) + &without_equal(comparison, of),
                counts: bins.count(unequal),
                // That of all segments, also of the equal ones, whose bar would dwarf the others.
                mean: change.difference,
            });
        }
        let all = cells::histogram("difference of F1", &bins, true);
        self.histograms(NAMES[2], &all, rows)
    }

    fn changes_figure(&self) -> Option<Plot> {
        // The changes begin with that of the second system.
        let changes = (1..).zip(&self.f1()?.changes);
        let rows = changes.filter_map(|(system, of)| {
            let name = minus(&self.findings.comparison, system, 0);
            Some(interval_row(name, of.difference?, of.interval?, true))
        });
        let measures = "difference of mean F1, 95% interval";
        intervals(NAMES[3], measures, rows.collect(), true)
    }

    /// A row of bars for each series, with a line at its mean.
    fn histograms(&self, name: &str, all: &Bins, series: Vec<Series>) -> Option<Plot> {
        let most = series.iter().flat_map(|row| &row.counts).max().copied();
        let rows = series.into_iter().map(|row| PlotRow {
            name: row.name,
            note: format!("mean {}", number_cell(row.mean, 5, all.is_signed).text()),
            numbers: PlotNumbers::Counts {
                histogram: Bins {
                    counts: row.counts,
                    ..all.clone()
                },
                most: most.unwrap_or(0).max(1),
                mean: row.mean,
            },
        });
        let unit = unit(&self.findings.comparison);
        Some(Plot {
            name: name.to_owned(),
            title: format!("Histogram of {}", all.title),
            measures: format!("{}, {unit}s in steps of {}", all.title, all.step_text()),
            axis: axis(
                [0, all.counts.len()].map(|bin| all.edge(bin)).into_iter(),
                STEPS,
            )?,
            rows: rows.collect(),
        })
    }

    /// Human score and F1 of a system's candidates. The axes have room for those of every system, so that the figures can be
    /// compared.
    fn human_score_figure(&self, system: usize, judged: &[JudgedCandidate]) -> Option<Plot> {
        let own = judged.iter().filter(|of| of.system == system);
        let points: Vec<[f64; 2]> = own.map(|of| [of.human, of.f1]).collect();
        if points.is_empty() {
            return None;
        }
        let comparison = &self.findings.comparison;
        let f1 = human::f1_agreement(comparison, system)?;
        // Without groups, the coefficients are over all pairs together.
        let groups = if comparison.groups.len() > 1 {
            format!(", means of {}", pluralized(f1.groups, "group"))
        } else {
            String::new()
        };
        let note = format!(
            "Pearson {}, Spearman {}{groups}",
            Cell::coefficient(f1.coefficients.correlation.pearson).text(),
            Cell::coefficient(f1.coefficients.correlation.spearman).text()
        );
        let measures = self.findings.human.as_deref().unwrap_or("human score");
        let pairs = pluralized(points.len(), "pair");
        Some(Plot {
            name: human_score_figure_name(system, self.systems().len()),
            title: format!("F1 against {measures}, {pairs}. {note}"),
            measures: measures.to_owned(),
            axis: axis(judged.iter().map(|of| of.human), STEPS)?,
            rows: vec![PlotRow {
                name: self.systems()[system].clone(),
                note,
                numbers: PlotNumbers::Points {
                    points,
                    up: axis(judged.iter().map(|of| of.f1), STEPS)?,
                    measures: "F1".to_owned(),
                },
            }],
        })
    }
}

fn interval_row(name: String, value: f64, interval: Interval, is_signed: bool) -> PlotRow {
    let number = number_cell(Some(value), 5, is_signed).text();
    let ends = interval_cell(Some(interval), 5, is_signed).text();
    PlotRow {
        name,
        note: format!("{number} {ends}"),
        numbers: PlotNumbers::Interval {
            value,
            ends: [interval.low, interval.high],
        },
    }
}

/// Numbers with their intervals; `None` without any. Differences have an axis with a line at 0.
fn intervals(name: &str, measures: &str, rows: Vec<PlotRow>, is_signed: bool) -> Option<Plot> {
    if rows.is_empty() {
        return None;
    }
    let ends = rows.iter().flat_map(|row| match row.numbers {
        PlotNumbers::Interval { ends, .. } => ends.to_vec(),
        _ => Vec::new(),
    });
    let mark = is_signed.then_some(0.0);
    let axis = axis(ends.chain(mark), FEW_STEPS)?;
    Some(Plot {
        name: name.to_owned(),
        title: measures.to_owned(),
        measures: measures.to_owned(),
        axis: Axis { mark, ..axis },
        rows,
    })
}

/// An axis over numbers in about so many steps, which begins and ends at a round number as the bins of a histogram do. `None`
/// for numbers as far apart as floating-point numbers can be.
fn axis(numbers: impl Iterator<Item = f64> + Clone, steps: usize) -> Option<Axis> {
    let bins = Histogram::from_scores(numbers, steps)?;
    bins.from
        .is_finite()
        .then(|| Axis::over(&cells::histogram("", &bins, false)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(numbers: &[f64], steps: usize) -> Vec<String> {
        let ticks = axis(numbers.iter().copied(), steps)
            .unwrap()
            .ticks
            .into_iter();
        ticks.map(|tick| tick.label).collect()
    }

    #[test]
    fn an_axis_begins_and_ends_at_round_numbers_around_all_values() {
        assert_eq!(
            labels(&[0.31, 0.9, f64::NAN], 4),
            ["0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        assert_eq!(labels(&[-1.7, 1.2], 4), ["−2", "−1", "0", "1", "2"]);
        assert_eq!(
            labels(&[0.0, 1.000_000_2], 2),
            ["0.0", "0.5", "1.0"],
            "rounding needs no further step"
        );
        assert_eq!(
            labels(&[0.999_98, 1.0], 5),
            ["0.99998", "0.99999", "1.00000"],
            "no more digits than a score"
        );
        assert_eq!(labels(&[4.0], 5), ["4.00", "4.01"]);
    }

    #[test]
    fn there_is_no_axis_without_a_number() {
        for numbers in [
            vec![],
            vec![f64::NAN, f64::INFINITY],
            vec![f64::MAX, f64::MIN],
        ] {
            assert_eq!(axis(numbers.into_iter(), 4), None);
        }
    }
}
