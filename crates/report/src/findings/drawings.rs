//! The figures of a report.

use bertscope_systems::{Histogram, Measure, MeasureComparison};

use super::difference::without_equal;
use super::examples::differences;
use super::{CorpusReport, human, minus, unit};
use crate::findings::cells;
use crate::findings::figures::{
    Figure, IntervalRow, Points, Series, histogram, intervals, scatter,
};
use crate::number::pluralized;
use bertscope_sheet::Cell;

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
    let mut names: Vec<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    names.extend((0..systems).map(|system| human_score_figure_name(system, systems)));
    names
}

impl CorpusReport {
    /// All figures: the distribution of F1, means and differences with intervals, F1 against human scores.
    pub fn figures(&self) -> Vec<Figure> {
        let systems = self.systems().len();
        let mut figures: Vec<Figure> = self.f1_figure().into_iter().collect();
        if systems > 1 {
            figures.extend(self.means_figure());
            figures.extend(self.differences_figure());
            figures.extend(self.changes_figure());
        }
        let judged: Vec<Vec<(f64, f64)>> = (0..systems).map(|system| self.judged(system)).collect();
        // The axes of each have room for the points of every system, so that the figures can be compared.
        let all = judged.concat();
        for (system, points) in judged.iter().enumerate() {
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

    fn f1_figure(&self) -> Option<Figure> {
        let systems = self.systems();
        let f1 = self.f1()?;
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
        let all = cells::histogram("F1", &bins, false);
        histogram(NAMES[0], &all, unit(&self.findings.comparison), &rows)
    }

    fn means_figure(&self) -> Option<Figure> {
        let mut rows = Vec::new();
        for (name, estimate) in self.systems().iter().zip(&self.f1()?.systems) {
            if let (Some(value), Some(interval)) = (estimate.value, estimate.interval) {
                rows.push(IntervalRow {
                    name,
                    value,
                    interval,
                });
            }
        }
        intervals(NAMES[1], "mean F1, 95% interval", &rows, false)
    }

    /// Each system's differences from the baseline system, in the bins of the tables if there is only one.
    fn differences_figure(&self) -> Option<Figure> {
        let comparison = &self.findings.comparison;
        let all: Vec<f64> = (1..self.systems().len())
            .flat_map(|system| differences(self, system))
            .map(|of| of.difference)
            .collect();
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
        histogram(NAMES[2], &all, unit(comparison), &rows)
    }

    fn changes_figure(&self) -> Option<Figure> {
        let comparison = &self.findings.comparison;
        // The changes begin with that of the second system.
        let names: Vec<String> = (1..self.systems().len())
            .map(|system| minus(comparison, system, 0))
            .collect();
        let mut rows = Vec::new();
        for (name, change) in names.iter().zip(&self.f1()?.changes) {
            if let (Some(value), Some(interval)) = (change.difference, change.interval) {
                rows.push(IntervalRow {
                    name,
                    value,
                    interval,
                });
            }
        }
        intervals(NAMES[3], "difference of mean F1, 95% interval", &rows, true)
    }

    /// Human score and F1 of every candidate of a system that has both.
    fn judged(&self, system: usize) -> Vec<(f64, f64)> {
        let outputs = self
            .segments
            .iter()
            .filter_map(|segment| segment.outputs.get(system));
        outputs
            .filter_map(|output| Some((output.human?, output.f1()?)))
            .collect()
    }

    /// Human score and F1 of a system's candidates; the axes have room for `all`.
    fn human_score_figure(
        &self,
        system: usize,
        points: &[(f64, f64)],
        all: &[(f64, f64)],
    ) -> Option<Figure> {
        let f1 = human::f1_agreement(&self.findings.comparison, system)?;
        // Without groups, the coefficients are over all pairs together.
        let groups = if self.findings.comparison.groups.len() > 1 {
            format!(", means of {}", pluralized(f1.groups as u64, "group"))
        } else {
            String::new()
        };
        let note = format!(
            "Pearson {}, Spearman {}{groups}",
            Cell::coefficient(f1.correlation.pearson).text(),
            Cell::coefficient(f1.correlation.spearman).text()
        );
        let points = Points {
            name: &self.systems()[system],
            note: &note,
            measures: (
                self.findings.human.as_deref().unwrap_or("human score"),
                "F1",
            ),
            points,
            other_points: all,
        };
        scatter(
            &human_score_figure_name(system, self.systems().len()),
            points,
        )
    }
}
