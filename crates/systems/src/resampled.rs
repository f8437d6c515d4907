//! Measures over all segments and over resamples of them, from which intervals and p-values follow.

use std::cmp::Ordering;
use std::ops::Range;

use crate::defined_segments::{DefinedSegments, SummedColumn};
use crate::exact_swaps::{ExactSwaps, max_exact_segments};
use crate::resampling::{self, ResamplingMethod};
use crate::segments::SelectedSegments;
use crate::significance::{bootstrap_p_value, holm_corrected, p_value};
use crate::{
    Estimate, Interval, Measure, MeasureChange, MeasureComparison, PairChange, Resampling,
};

/// Every table with the sums of its columns, over all segments and over each resample.
pub(crate) struct ResampledTables<'a> {
    tables: Vec<DefinedSegments<'a>>,
    /// One sum for each column of each table.
    totals: Vec<f64>,
    /// The same over each resample of the bootstrap.
    drawn: Vec<Vec<f64>>,
    /// The same over the segments that each trial of the randomisation test swaps; empty if every test is exact.
    swapped: Vec<Vec<f64>>,
    is_testable: bool,
    max_exact_segments: usize,
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
    pub fn draw(segments: &'a SelectedSegments<'a>, resampling: Resampling) -> Self {
        let tables: Vec<DefinedSegments<'_>> = segments
            .all
            .tables
            .iter()
            .map(|table| DefinedSegments::new(table, segments))
            .collect();
        // All tables are summed together, so that every measure sees the same resamples and they are drawn only once.
        let columns: Vec<SummedColumn<'_>> =
            tables.iter().flat_map(DefinedSegments::columns).collect();
        let totals = resampling::totals(&columns, segments.len());
        // A single segment has only one resample, so there is no interval and no p-value.
        let is_testable = segments.len() > 1 && resampling.resamples > 0;
        let mut drawn = Vec::new();
        let mut swapped = Vec::new();
        let max_exact_segments =
            max_exact_segments(segments.all.groups().len(), segments.all.systems().len());
        if is_testable {
            drawn = resampling.sums(ResamplingMethod::Bootstrap, &columns, segments.len());
            // So few segments are swapped in all ways instead.
            if segments.len() > max_exact_segments {
                swapped = resampling.sums(ResamplingMethod::Swaps, &columns, segments.len());
            }
        }
        Self {
            tables,
            totals,
            drawn,
            swapped,
            is_testable,
            max_exact_segments,
        }
    }

    fn tables(&self) -> impl Iterator<Item = ResampledTable<'_>> {
        let mut start = 0;
        self.tables.iter().map(move |table| {
            let columns = start..start + table.width();
            start = columns.end;
            ResampledTable::new(self, table, columns)
        })
    }

    fn f1(&self) -> Option<ResampledTable<'_>> {
        self.tables().find(|table| table.measure() == Measure::F1)
    }

    /// Every measure of every system, with intervals and p-values.
    pub fn compare_measures(&self) -> Vec<MeasureComparison> {
        let f1 = self.f1().map(|table| table.values).unwrap_or_default();
        self.tables().map(|table| table.compare(&f1)).collect()
    }

    /// F1 of every pair of more than two systems.
    pub fn compare_pairs(&self) -> Vec<PairChange> {
        let Some(f1) = self.f1().filter(|f1| f1.values.len() > 2) else {
            return Vec::new();
        };
        let pairs = system_pairs(f1.values.len());
        holm_corrected(
            pairs
                .map(|(baseline, system)| f1.pair_change(baseline, system))
                .collect(),
        )
    }
}

impl<'a> ResampledTable<'a> {
    fn new(
        all: &'a ResampledTables<'a>,
        table: &'a DefinedSegments<'a>,
        columns: Range<usize>,
    ) -> Self {
        Self {
            all,
            table,
            values: table.values(&all.totals[columns.clone()]),
            samples: all
                .drawn
                .iter()
                .map(|sums| table.values(&sums[columns.clone()]))
                .collect(),
            columns,
        }
    }

    fn measure(&self) -> Measure {
        self.table.measure()
    }

    /// The number of segments in which it is defined for every system.
    fn segment_count(&self) -> usize {
        self.all.totals[self.columns.end - 1] as usize
    }

    /// Whether there are enough segments for an interval and a test.
    fn is_testable(&self) -> bool {
        self.all.is_testable && self.segment_count() > 1
    }

    /// `f1` has the F1 of each system.
    fn compare(&self, f1: &[Option<f64>]) -> MeasureComparison {
        let reversed = self.reversed(f1);
        let systems = self.values.len();
        MeasureComparison {
            measure: self.measure(),
            systems: (0..systems).map(|system| self.estimate(system)).collect(),
            changes: (1..systems).map(|system| self.change(0, system)).collect(),
            agrees: reversed.is_empty(),
            reversed,
        }
    }

    fn estimate(&self, system: usize) -> Estimate {
        let mut interval = None;
        if self.is_testable() {
            let values = self.samples.iter().filter_map(|values| values[system]);
            interval = Interval::from_resamples(values.collect());
        }
        Estimate {
            value: self.values[system],
            interval,
            segments: self.segment_count(),
        }
    }

    /// The difference of two systems.
    fn change(&self, baseline: usize, system: usize) -> MeasureChange {
        let mut change = MeasureChange {
            difference: difference(&self.values, baseline, system),
            ..MeasureChange::default()
        };
        if !self.is_testable() {
            return change;
        }
        let differences: Vec<f64> = self
            .samples
            .iter()
            .filter_map(|values| difference(values, baseline, system))
            .collect();
        if let Some(observed) = change.difference {
            change.p_bootstrap = Some(bootstrap_p_value(&differences, observed));
            self.add_randomisation(&mut change, baseline, system, observed.abs());
        }
        change.interval = Interval::from_resamples(differences);
        change
    }

    /// p by randomisation: exact if few segments differ, otherwise from trials.
    fn add_randomisation(
        &self,
        change: &mut MeasureChange,
        baseline: usize,
        system: usize,
        observed: f64,
    ) {
        let max_segments = self.all.max_exact_segments;
        if let Some(swaps) = ExactSwaps::new(self.table, baseline, system, max_segments) {
            change.p_randomisation = Some(swaps.p_value(self.totals(), observed));
            change.exact_segments = Some(swaps.len());
        } else {
            let trials = self.swap_trials(baseline, system);
            change.p_randomisation = Some(p_value(&trials, observed));
        }
    }

    fn totals(&self) -> &[f64] {
        &self.all.totals[self.columns.clone()]
    }

    /// The absolute differences of two systems after their segments were swapped at random.
    fn swap_trials(&self, baseline: usize, system: usize) -> Vec<f64> {
        let totals = self.totals();
        let mut trials = Vec::with_capacity(self.all.swapped.len());
        for sums in &self.all.swapped {
            let swapped = &sums[self.columns.clone()];
            let values = [(baseline, system), (system, baseline)]
                .map(|(one, other)| self.table.value_after_swap(totals, swapped, one, other));
            trials.extend(difference(&values, 0, 1).map(f64::abs));
        }
        trials
    }

    fn pair_change(&self, baseline: usize, system: usize) -> PairChange {
        PairChange::new(baseline, system, self.change(baseline, system))
    }

    /// The pairs of systems in the opposite order of `f1`.
    fn reversed(&self, f1: &[Option<f64>]) -> Vec<PairChange> {
        let mut reversed = Vec::new();
        for (one, other) in system_pairs(self.values.len()) {
            let by_measure = order(self.measure(), &self.values, one, other);
            let by_f1 = order(Measure::F1, f1, one, other);
            if by_measure.is_ne() && by_f1 == by_measure.reverse() {
                reversed.push(self.pair_change(one, other));
            }
        }
        reversed
    }
}

/// Every pair of so many systems, the earlier one first.
fn system_pairs(systems: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..systems).flat_map(move |one| (one + 1..systems).map(move |other| (one, other)))
}

/// The value of a system minus that of the baseline.
fn difference(values: &[Option<f64>], baseline: usize, system: usize) -> Option<f64> {
    Some(values[system]? - values[baseline]?)
}

/// Whether `other` is better than `one`; equal if either has no value, because then it contradicts no order.
fn order(measure: Measure, values: &[Option<f64>], one: usize, other: usize) -> Ordering {
    match difference(values, one, other) {
        Some(difference) => measure.direction(difference),
        None => Ordering::Equal,
    }
}
