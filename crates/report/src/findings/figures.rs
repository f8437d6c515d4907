//! The figures of a report, on its page and as files: the distribution of F1, means and differences with intervals, F1 against
//! human scores.

use bertscope_systems::{Histogram, Interval, Measure, MeasureComparison};

use super::cells::{interval_cell, number_cell};
use super::difference::without_equal;
use super::examples::differences;
use super::{CorpusReport, cells, human, minus, unit};
use crate::export::picture::ink::Ink;
use crate::export::picture::svg::FONTS;
use crate::number::pluralized;
use bertscope_sheet::html::{PLOT_STYLE, plot};
use bertscope_sheet::{Axis, Cell, Plot, PlotNumbers, PlotRow};

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

/// A mean, or a difference of two, with its interval.
struct Estimated {
    name: String,
    value: Option<f64>,
    interval: Option<Interval>,
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
        let judged: Vec<Vec<[f64; 2]>> = (0..systems).map(|system| self.judged(system)).collect();
        // The axes of each have room for the points of every system, so that the figures can be compared.
        let all = judged.concat();
        for (system, points) in judged.into_iter().enumerate() {
            figures.extend(self.human_score_figure(system, points, &all));
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
            .filter_map(move |segment| segment.outputs.get(system)?.f1())
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
        self.histograms(NAMES[0], "F1", &bins, rows)
    }

    fn means_figure(&self) -> Option<Plot> {
        let mut rows = Vec::new();
        for (name, estimate) in self.systems().iter().zip(&self.f1()?.systems) {
            rows.push(Estimated {
                name: name.clone(),
                value: estimate.value,
                interval: estimate.interval,
            });
        }
        intervals(NAMES[1], "mean F1, 95% interval", rows, false)
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
        self.histograms(NAMES[2], "difference of F1", &bins, rows)
    }

    fn changes_figure(&self) -> Option<Plot> {
        let mut rows = Vec::new();
        // The changes begin with that of the second system.
        for (at, change) in self.f1()?.changes.iter().enumerate() {
            rows.push(Estimated {
                name: minus(&self.findings.comparison, at + 1, 0),
                value: change.difference,
                interval: change.interval,
            });
        }
        intervals(NAMES[3], "difference of mean F1, 95% interval", rows, true)
    }

    /// A row of bars for each series, with a line at its mean.
    fn histograms(
        &self,
        name: &str,
        measured: &str,
        bins: &Histogram,
        series: Vec<Series>,
    ) -> Option<Plot> {
        let is_signed = name == NAMES[2];
        let most = series.iter().flat_map(|row| &row.counts).max().copied();
        let all = cells::histogram(measured, bins, is_signed);
        let rows = series.into_iter().map(|row| PlotRow {
            name: row.name,
            note: format!("mean {}", number_cell(row.mean, 5, is_signed).text()),
            numbers: PlotNumbers::Counts {
                histogram: bertscope_sheet::Histogram {
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
            title: format!("Histogram of {measured}"),
            measures: format!("{measured}, {unit}s in steps of {}", all.step_text()),
            axis: axis(&[all.edge(0), all.edge(all.counts.len())], STEPS)?,
            rows: rows.collect(),
        })
    }

    /// Human score and F1 of every candidate of a system that has both.
    fn judged(&self, system: usize) -> Vec<[f64; 2]> {
        let outputs = self
            .segments
            .iter()
            .filter_map(|segment| segment.outputs.get(system));
        outputs
            .filter_map(|output| Some([output.human?, output.f1()?]))
            .filter(|point| point.iter().all(|number| number.is_finite()))
            .collect()
    }

    /// Human score and F1 of a system's candidates; the axes have room for `all`.
    fn human_score_figure(
        &self,
        system: usize,
        points: Vec<[f64; 2]>,
        all: &[[f64; 2]],
    ) -> Option<Plot> {
        if points.is_empty() {
            return None;
        }
        let comparison = &self.findings.comparison;
        let f1 = human::f1_agreement(comparison, system)?;
        // Without groups, the coefficients are over all pairs together.
        let groups = if comparison.groups.len() > 1 {
            format!(", means of {}", pluralized(f1.groups as u64, "group"))
        } else {
            String::new()
        };
        let note = format!(
            "Pearson {}, Spearman {}{groups}",
            Cell::coefficient(f1.correlation.pearson).text(),
            Cell::coefficient(f1.correlation.spearman).text()
        );
        let measures = self.findings.human.as_deref().unwrap_or("human score");
        let pairs = pluralized(points.len() as u64, "pair");
        let [human, f1] = [0, 1].map(|at| all.iter().map(|point| point[at]).collect::<Vec<_>>());
        Some(Plot {
            name: human_score_figure_name(system, self.systems().len()),
            title: format!("F1 against {measures}, {pairs}. {note}"),
            measures: measures.to_owned(),
            axis: axis(&human, STEPS)?,
            rows: vec![PlotRow {
                name: self.systems()[system].clone(),
                note,
                numbers: PlotNumbers::Points {
                    points,
                    up: axis(&f1, STEPS)?,
                    measures: "F1".to_owned(),
                },
            }],
        })
    }
}

/// A row for each estimate with an interval; `None` without any. Differences have a sign, and an axis with a line at 0.
fn intervals(
    name: &str,
    measures: &str,
    estimates: Vec<Estimated>,
    is_signed: bool,
) -> Option<Plot> {
    let mut numbers = Vec::new();
    let mut rows = Vec::new();
    for of in estimates {
        let Some(value) = of.value else { continue };
        let Some(interval) = of.interval else {
            continue;
        };
        numbers.extend([value, interval.low, interval.high]);
        let number = number_cell(of.value, 5, is_signed).text();
        let ends = interval_cell(of.interval, 5, is_signed).text();
        rows.push(PlotRow {
            name: of.name,
            note: format!("{number} {ends}"),
            numbers: PlotNumbers::Interval {
                value,
                ends: [interval.low, interval.high],
            },
        });
    }
    if rows.is_empty() {
        return None;
    }
    let axis = if is_signed {
        numbers.push(0.0);
        axis(&numbers, FEW_STEPS)?.with_mark(0.0)
    } else {
        axis(&numbers, FEW_STEPS)?
    };
    Some(Plot {
        name: name.to_owned(),
        title: measures.to_owned(),
        measures: measures.to_owned(),
        axis,
        rows,
    })
}

/// An axis over numbers in about so many steps, which begins and ends at a round number as the bins of a histogram do. `None`
/// for numbers as far apart as floating-point numbers can be.
fn axis(numbers: &[f64], steps: usize) -> Option<Axis> {
    let bins = Histogram::from_scores(numbers.iter().copied(), steps)?;
    bins.from
        .is_finite()
        .then(|| Axis::over(&cells::histogram("", &bins, false)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(numbers: &[f64], steps: usize) -> Vec<String> {
        let ticks = axis(numbers, steps).unwrap().ticks.into_iter();
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
        assert_eq!(axis(&[], 4), None);
        assert_eq!(axis(&[f64::NAN, f64::INFINITY], 4), None);
        assert_eq!(axis(&[f64::MAX, f64::MIN], 4), None);
    }
}
