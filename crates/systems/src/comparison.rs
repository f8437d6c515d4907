//! Compares several systems over the same segments.

use serde::Serialize;

use crate::column::Column;
use crate::human::HumanAgreement;
use crate::resampling::ResamplingMethod;
use crate::segments::MeasureTable;
use crate::significance::{bootstrap_p_value, p_value};
use crate::{Estimate, Interval, Measure, MeasureChange, Resampling, Segments, SystemDifference};

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
    #[must_use]
    pub fn is_defined(&self) -> bool {
        self.systems.iter().filter(|estimate| estimate.value.is_some()).count() >= self.systems.len().min(2)
    }

    /// The lowest randomisation p of a system that is better than the baseline by `other` but worse by this measure, or the
    /// reverse; `None` if no difference from the baseline contradicts, or none has a p-value.
    #[must_use]
    pub fn p_value_against(&self, other: &Self) -> Option<f64> {
        let pairs = self.changes.iter().zip(&other.changes);
        let contradicts = |(own, other): &(&MeasureChange, &MeasureChange)| {
            own.difference.zip(other.difference).is_some_and(|(own, other)| own * other < 0.0)
        };
        pairs.filter(contradicts).filter_map(|(own, _)| own.p_randomisation).min_by(f64::total_cmp)
    }
}

impl SystemComparison {
    /// Compares the systems. Every measure and every group is resampled with the same seed.
    #[must_use]
    pub fn compute(segments: &Segments, resampling: Resampling) -> Self {
        let grouped = segments.groups().iter().any(|name| !name.is_empty());
        let group = |(index, name): (usize, &String)| GroupComparison {
            name: name.clone(),
            comparison: Self::compute_ungrouped(&segments.group_segments(index), resampling),
        };
        let groups = segments.groups().iter().enumerate().filter(|_| grouped).map(group).collect();
        Self { groups, ..Self::compute_ungrouped(segments, resampling) }
    }

    /// Compares the systems without groups.
    fn compute_ungrouped(segments: &Segments, resampling: Resampling) -> Self {
        let mut measures = compare_measures(segments, resampling);
        let order =
            |measure: &MeasureComparison| measure.systems.iter().map(|estimate| estimate.value).collect::<Vec<_>>();
        let main = measures.iter().find(|compared| compared.measure == Measure::F1).map(order).unwrap_or_default();
        for measure in &mut measures {
            measure.agrees = is_same_order(&main, &order(measure));
        }
        Self {
            systems: segments.systems().to_vec(),
            segments: segments.len(),
            resampling,
            measures,
            differences: (1..segments.systems().len())
                .map(|system| SystemDifference::compute(segments, system))
                .collect(),
            human: HumanAgreement::compute(segments),
            groups: Vec::new(),
        }
    }

    /// A measure, if it was computed.
    #[must_use]
    pub fn measure(&self, measure: Measure) -> Option<&MeasureComparison> {
        self.measures.iter().find(|compared| compared.measure == measure)
    }
}

/// Whether no two systems are in the opposite order.
fn is_same_order(one: &[Option<f64>], other: &[Option<f64>]) -> bool {
    let pairs = (0..one.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.into_iter().all(|(i, j)| {
        let gap = |values: &[Option<f64>]| Some(values[i]? - values[j]?);
        gap(one).zip(gap(other)).is_none_or(|(one, other)| one * other >= 0.0)
    })
}

/// A table without the segments in which any system's number is undefined.
struct DefinedSegments {
    table: MeasureTable,
    /// 1 for segments in which all systems have the number, otherwise 0.
    mask: Column,
}

impl DefinedSegments {
    fn new(table: &MeasureTable) -> Self {
        let segments = table.systems.first().and_then(|columns| columns.first()).map_or(0, Column::len);
        let is_defined = |segment: usize| table.systems.iter().flatten().all(|column| !column.get(segment).is_nan());
        let mask: Vec<bool> = (0..segments).map(is_defined).collect();
        let mut table = table.clone();
        table.systems.iter_mut().flatten().for_each(|column| column.clear_where(|segment| !mask[segment]));
        Self { table, mask: Column::F32(mask.iter().map(|defined| f32::from(u8::from(*defined))).collect()) }
    }

    /// The columns of each system, then the mask.
    fn columns(&self) -> impl Iterator<Item = &Column> {
        self.table.systems.iter().flatten().chain([&self.mask])
    }

    /// Computes the values of the systems from the sums of [`Self::columns`].
    fn values(&self, sums: &[f64]) -> Vec<Option<f64>> {
        let width = self.table.systems.first().map_or(1, Vec::len);
        let (systems, defined) = sums.split_at(sums.len() - 1);
        systems.chunks(width).map(|sums| self.table.statistic.value(sums, defined[0])).collect()
    }

    /// The sums after swapping a system with the baseline in some segments, \[the new baseline, the new system\]; `swapped`
    /// are the sums over these segments.
    fn swap(&self, totals: &[f64], swapped: &[f64], system: usize) -> [Option<f64>; 2] {
        let width = self.table.systems.first().map_or(1, Vec::len);
        let defined = totals[totals.len() - 1];
        let mixed = |own: usize, other: usize| {
            let column = |i: usize| totals[own + i] - swapped[own + i] + swapped[other + i];
            let sums: Vec<f64> = (0..width).map(column).collect();
            self.table.statistic.value(&sums, defined)
        };
        [mixed(0, system * width), mixed(system * width, 0)]
    }
}

/// Every measure of every system, with intervals and p-values.
fn compare_measures(segments: &Segments, resampling: Resampling) -> Vec<MeasureComparison> {
    let tables: Vec<DefinedSegments> = segments.tables().iter().map(DefinedSegments::new).collect();
    let columns: Vec<&Column> = tables.iter().flat_map(DefinedSegments::columns).collect();
    let ones = vec![1; segments.len()];
    let totals: Vec<f64> = columns.iter().map(|column| column.sum(0, &ones)).collect();
    // A single segment has only one resample, so there is no interval and no p-value.
    let testable = segments.len() > 1 && resampling.resamples > 0;
    let sums = |draw| if testable { resampling.sums(draw, &columns, segments.len()) } else { Vec::new() };
    let (drawn, swapped) = (sums(ResamplingMethod::Bootstrap), sums(ResamplingMethod::Swaps));
    let mut from = 0;
    let compare = |table: &DefinedSegments| {
        let range = from..from + table.columns().count();
        from = range.end;
        let totals = &totals[range.clone()];
        let real = table.values(totals);
        let samples: Vec<Vec<Option<f64>>> = drawn.iter().map(|sums| table.values(&sums[range.clone()])).collect();
        let of_system = |system: usize| samples.iter().filter_map(|values| values[system]).collect::<Vec<_>>();
        let defined = totals[totals.len() - 1] as usize;
        let enough = testable && defined > 1;
        let estimate = |system: usize| Estimate {
            value: real[system],
            interval: Interval::from_resamples(of_system(system)).filter(|_| enough),
            segments: defined,
        };
        let change = |system: usize| {
            let difference = real[system].zip(real[0]).map(|(system, baseline)| system - baseline);
            let minus = |values: &[Option<f64>]| Some(values[system]? - values[0]?);
            let differences: Vec<f64> = samples.iter().filter_map(|values| minus(values)).collect();
            let trial = |sums: &Vec<f64>| {
                let [baseline, system] = table.swap(totals, &sums[range.clone()], system);
                Some((system? - baseline?).abs())
            };
            let trials: Vec<f64> = swapped.iter().filter_map(trial).collect();
            let real = difference.filter(|_| enough);
            MeasureChange {
                difference,
                p_bootstrap: real.map(|real| bootstrap_p_value(&differences, real)),
                p_randomisation: real.map(|real| p_value(&trials, real.abs())),
                interval: Interval::from_resamples(differences).filter(|_| enough),
            }
        };
        let systems = 0..table.table.systems.len();
        MeasureComparison {
            measure: table.table.measure,
            systems: systems.clone().map(estimate).collect(),
            changes: systems.skip(1).map(change).collect(),
            agrees: true,
        }
    };
    tables.iter().map(compare).collect()
}
