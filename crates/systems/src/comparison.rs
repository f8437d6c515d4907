//! Compares several systems over the same segments.

use std::ops::Range;

use serde::Serialize;

use crate::column::{BLOCK_SEGMENTS, Column};
use crate::human::HumanAgreement;
use crate::resampling::{self, ReadBlock, ResamplingMethod};
use crate::segments::{MeasureTable, SelectedSegments};
use crate::significance::{bootstrap_p_value, holm_corrected, p_value};
use crate::statistic::Statistic;
use crate::{
    Estimate, Interval, Measure, MeasureChange, PairChange, Resampling, Segments, SystemDifference,
};

/// A comparison of several systems over the same segments.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemComparison {
    /// Names of the systems; the first is the baseline.
    pub systems: Vec<String>,
    /// Number of segments.
    pub segments: usize,
    /// How resamples were drawn.
    pub resampling: Resampling,
    /// P, R and F1; then F1 with other settings and word overlap, to test whether the ranking is robust.
    pub measures: Vec<MeasureComparison>,
    /// Every system except the baseline, compared with the baseline.
    pub differences: Vec<SystemDifference>,
    /// F1 of every pair of systems, if there are more than two, with Holm's correction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<PairChange>,
    /// Agreement with human scores, if any candidate has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub human: Option<HumanAgreement>,
    /// The same comparison in each group, if there are groups.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupComparison>,
}

/// A measure of every system.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeasureComparison {
    /// The measure.
    pub measure: Measure,
    /// Its value for each system.
    pub systems: Vec<Estimate>,
    /// The difference from the baseline, for every system except the baseline.
    pub changes: Vec<MeasureChange>,
    /// Whether it ranks no two systems in the opposite order of F1 with the settings of the run. Equal or undefined values
    /// contradict nothing.
    #[serde(rename = "holds")]
    pub agrees: bool,
    /// The pairs of systems that it ranks in the opposite order, compared by this measure.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reversed: Vec<PairChange>,
}

/// A group of segments, such as a language pair.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GroupComparison {
    /// Its name.
    pub name: String,
    /// The comparison over its segments.
    pub comparison: SystemComparison,
}

impl MeasureComparison {
    /// Whether enough values are defined to rank the systems: two, or the value of the only system.
    pub fn is_defined(&self) -> bool {
        self.systems
            .iter()
            .filter(|estimate| estimate.value.is_some())
            .count()
            >= self.systems.len().min(2)
    }
}

impl SystemComparison {
    /// Compares the systems. Every measure and every group is resampled with the same seed.
    pub fn compute(segments: &Segments, resampling: Resampling) -> Self {
        let grouped = segments.groups().iter().any(|name| !name.is_empty());
        let group = |(index, name): (usize, &String)| GroupComparison {
            name: name.clone(),
            comparison: Self::compute_ungrouped(
                &SelectedSegments::new(segments, Some(index)),
                resampling,
            ),
        };
        let groups = segments
            .groups()
            .iter()
            .enumerate()
            .filter(|_| grouped)
            .map(group)
            .collect();
        Self {
            groups,
            ..Self::compute_ungrouped(&SelectedSegments::new(segments, None), resampling)
        }
    }

    /// Whether anything was resampled, so that there are intervals and p-values.
    pub fn has_intervals(&self) -> bool {
        let main = self
            .measures
            .iter()
            .filter(|compared| compared.measure.is_main());
        main.flat_map(|compared| &compared.systems)
            .any(|estimate| estimate.interval.is_some())
    }

    /// Compares the systems without groups.
    fn compute_ungrouped(segments: &SelectedSegments<'_>, resampling: Resampling) -> Self {
        let resamples = ResampledTables::draw(segments, resampling);
        Self {
            systems: segments.of.systems().to_vec(),
            segments: segments.len(),
            resampling,
            measures: resamples.compare_measures(),
            differences: (1..segments.of.systems().len())
                .map(|system| SystemDifference::compute(segments, system))
                .collect(),
            pairs: resamples.compare_pairs(),
            human: HumanAgreement::compute(segments),
            groups: Vec::new(),
        }
    }

    /// A measure, if it was computed.
    pub fn measure(&self, measure: Measure) -> Option<&MeasureComparison> {
        self.measures
            .iter()
            .find(|compared| compared.measure == measure)
    }
}

/// A table without the segments in which any system's number is undefined.
struct DefinedSegments<'a> {
    table: &'a MeasureTable,
    segments: &'a SelectedSegments<'a>,
    /// 1 for segments in which all systems have the number, otherwise 0; `None` if all have it everywhere.
    mask: Option<Column>,
}

impl<'a> DefinedSegments<'a> {
    fn new(table: &'a MeasureTable, segments: &'a SelectedSegments<'a>) -> Self {
        let is_defined = |row: usize| {
            table
                .systems
                .iter()
                .flatten()
                .all(|column| !column.get(row).is_nan())
        };
        let has_all = table.statistic != Statistic::Mean || segments.rows().all(is_defined);
        let mask = || {
            segments
                .rows()
                .map(|row| f64::from(u8::from(is_defined(row))))
                .collect()
        };
        Self {
            table,
            segments,
            mask: (!has_all).then(mask),
        }
    }

    /// The number of sums: those of each system, then that of the mask.
    fn width(&self) -> usize {
        self.table.systems.len() * self.table.statistic.sums() + 1
    }

    /// The numbers that are summed; undefined ones are 0.
    fn columns(&self) -> impl Iterator<Item = ReadBlock<'_>> {
        let MeasureTable {
            statistic, systems, ..
        } = self.table;
        let read_mask = |block: usize, out: &mut [f64]| match &self.mask {
            Some(mask) => mask.read_block(block, out),
            None => out.fill(1.0),
        };
        let column = move |columns: &'a Vec<Column>, sum: usize| -> ReadBlock<'_> {
            Box::new(move |block, out| {
                statistic.read(
                    columns,
                    sum,
                    |column, out| self.segments.read_block(column, block, out),
                    out,
                );
                if let Some(mask) = &self.mask {
                    let mut is_defined = vec![0.0; BLOCK_SEGMENTS];
                    mask.read_block(block, &mut is_defined[..out.len()]);
                    out.iter_mut()
                        .zip(is_defined)
                        .filter(|(_, defined)| *defined == 0.0)
                        .for_each(|(n, _)| *n = 0.0);
                }
            })
        };
        let of_system = move |columns| (0..statistic.sums()).map(move |sum| column(columns, sum));
        systems
            .iter()
            .flat_map(of_system)
            .chain(std::iter::once(Box::new(read_mask) as ReadBlock<'_>))
    }

    /// Computes the values of the systems from the sums of [`Self::columns`].
    fn values(&self, sums: &[f64]) -> Vec<Option<f64>> {
        let width = self.table.statistic.sums();
        let (systems, defined) = sums.split_at(sums.len() - 1);
        systems
            .chunks(width)
            .map(|sums| self.table.statistic.value(sums, defined[0]))
            .collect()
    }

    /// The values of two systems after swapping them in some segments; `swapped` are the sums over these segments.
    fn swap(&self, totals: &[f64], swapped: &[f64], systems: [usize; 2]) -> [Option<f64>; 2] {
        let width = self.table.statistic.sums();
        let defined = totals[totals.len() - 1];
        let [one, other] = systems.map(|system| system * width);
        let mixed = |own: usize, other: usize| {
            let column = |i: usize| totals[own + i] - swapped[own + i] + swapped[other + i];
            let sums: Vec<f64> = (0..width).map(column).collect();
            self.table.statistic.value(&sums, defined)
        };
        [mixed(one, other), mixed(other, one)]
    }
}

/// Every table with the sums of its columns, over all segments and over each resample.
struct ResampledTables<'a> {
    tables: Vec<DefinedSegments<'a>>,
    totals: Vec<f64>,
    drawn: Vec<Vec<f64>>,
    swapped: Vec<Vec<f64>>,
    testable: bool,
}

/// One table of [`ResampledTables`].
struct ResampledTable<'a> {
    all: &'a ResampledTables<'a>,
    table: &'a DefinedSegments<'a>,
    /// The range of its columns among all columns.
    columns: Range<usize>,
    /// Its value for each system.
    values: Vec<Option<f64>>,
    /// The same for each bootstrap resample.
    samples: Vec<Vec<Option<f64>>>,
}

impl<'a> ResampledTables<'a> {
    fn draw(segments: &'a SelectedSegments<'a>, resampling: Resampling) -> Self {
        let tables: Vec<DefinedSegments<'_>> = segments
            .of
            .tables
            .iter()
            .map(|table| DefinedSegments::new(table, segments))
            .collect();
        let columns: Vec<ReadBlock<'_>> =
            tables.iter().flat_map(DefinedSegments::columns).collect();
        let totals = resampling::totals(&columns, segments.len());
        // A single segment has only one resample, so there is no interval and no p-value.
        let testable = segments.len() > 1 && resampling.resamples > 0;
        let sums = |draw| {
            if testable {
                resampling.sums(draw, &columns, segments.len())
            } else {
                Vec::new()
            }
        };
        let (drawn, swapped) = (
            sums(ResamplingMethod::Bootstrap),
            sums(ResamplingMethod::Swaps),
        );
        drop(columns);
        Self {
            tables,
            totals,
            drawn,
            swapped,
            testable,
        }
    }

    fn tables(&self) -> impl Iterator<Item = ResampledTable<'_>> {
        let mut from = 0;
        self.tables.iter().map(move |table| {
            let columns = from..from + table.width();
            from = columns.end;
            let values = table.values(&self.totals[columns.clone()]);
            let samples = self
                .drawn
                .iter()
                .map(|sums| table.values(&sums[columns.clone()]))
                .collect();
            ResampledTable {
                all: self,
                table,
                columns,
                values,
                samples,
            }
        })
    }

    /// Every measure of every system, with intervals and p-values.
    fn compare_measures(&self) -> Vec<MeasureComparison> {
        let f1 = self
            .tables()
            .find(|table| table.measure() == Measure::F1)
            .map(|table| table.values);
        let compare = |table: ResampledTable<'_>| {
            let reversed = table.reversed(f1.as_deref().unwrap_or_default());
            MeasureComparison {
                measure: table.measure(),
                systems: (0..table.values.len())
                    .map(|system| table.estimate(system))
                    .collect(),
                changes: (1..table.values.len())
                    .map(|system| table.change(0, system))
                    .collect(),
                agrees: reversed.is_empty(),
                reversed,
            }
        };
        self.tables().map(compare).collect()
    }

    /// F1 of every pair of more than two systems.
    fn compare_pairs(&self) -> Vec<PairChange> {
        let Some(f1) = self.tables().find(|table| table.measure() == Measure::F1) else {
            return Vec::new();
        };
        if f1.values.len() < 3 {
            return Vec::new();
        }
        let pair =
            |(baseline, system)| PairChange::new(baseline, system, f1.change(baseline, system));
        holm_corrected(system_pairs(f1.values.len()).map(pair).collect())
    }
}

/// Every pair of so many systems, the earlier one first.
fn system_pairs(systems: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..systems).flat_map(move |one| (one + 1..systems).map(move |other| (one, other)))
}

impl ResampledTable<'_> {
    fn measure(&self) -> Measure {
        self.table.table.measure
    }

    /// The number of segments in which it is defined for every system, and whether they are enough for a test.
    fn defined(&self) -> (usize, bool) {
        let defined = self.all.totals[self.columns.end - 1] as usize;
        (defined, self.all.testable && defined > 1)
    }

    fn estimate(&self, system: usize) -> Estimate {
        let (segments, enough) = self.defined();
        let samples = self
            .samples
            .iter()
            .filter_map(|values| values[system])
            .collect();
        let interval = Interval::from_resamples(samples).filter(|_| enough);
        Estimate {
            value: self.values[system],
            interval,
            segments,
        }
    }

    /// The difference of two systems.
    fn change(&self, baseline: usize, system: usize) -> MeasureChange {
        let minus = |values: &[Option<f64>]| Some(values[system]? - values[baseline]?);
        let differences: Vec<f64> = self
            .samples
            .iter()
            .filter_map(|values| minus(values))
            .collect();
        let totals = &self.all.totals[self.columns.clone()];
        let trial = |sums: &Vec<f64>| {
            let [one, other] =
                self.table
                    .swap(totals, &sums[self.columns.clone()], [baseline, system]);
            Some((other? - one?).abs())
        };
        let trials: Vec<f64> = self.all.swapped.iter().filter_map(trial).collect();
        let (_, enough) = self.defined();
        let difference = minus(&self.values);
        let real = difference.filter(|_| enough);
        MeasureChange {
            difference,
            p_bootstrap: real.map(|real| bootstrap_p_value(&differences, real)),
            p_randomisation: real.map(|real| p_value(&trials, real.abs())),
            interval: Interval::from_resamples(differences).filter(|_| enough),
        }
    }

    /// The pairs of systems in the opposite order of `f1`.
    fn reversed(&self, f1: &[Option<f64>]) -> Vec<PairChange> {
        let order = |measure: Measure, values: &[Option<f64>], (one, other): (usize, usize)| {
            Some(measure.direction(values[other]? - values[one]?))
        };
        let contradicts = |pair: &(usize, usize)| {
            let orders =
                order(Measure::F1, f1, *pair).zip(order(self.measure(), &self.values, *pair));
            orders.is_some_and(|(f1, own)| own.is_ne() && f1 == own.reverse())
        };
        let reversed = system_pairs(self.values.len()).filter(contradicts);
        reversed
            .map(|(one, other)| PairChange::new(one, other, self.change(one, other)))
            .collect()
    }
}
