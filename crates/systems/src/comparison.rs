//! Compares several systems over the same segments.

use rayon::prelude::*;
use serde::Serialize;

use crate::exact_swaps::max_exact_segments;
use crate::human::HumanAgreement;
use crate::resampled::ResampledTables;
use crate::segments::SelectedSegments;
use crate::significance::holm;
use crate::{Estimate, Measure, MeasureChange, PairChange, Resampling, Segments, SystemDifference};

/// A comparison of several systems over the same segments.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemComparison {
    /// Names of the systems; the first is the baseline.
    pub systems: Vec<String>,
    pub segments: usize,
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

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeasureComparison {
    pub measure: Measure,
    pub systems: Vec<Estimate>,
    /// The difference from the baseline, for every system except the baseline.
    pub changes: Vec<MeasureChange>,
    /// Whether the measure ranks no two systems in the opposite order of F1 with the settings of the run. Equal or undefined
    /// values contradict nothing. In JSON, `holds`: the ranking by F1 holds under this measure.
    #[serde(rename = "holds")]
    pub agrees: bool,
    /// The pairs of systems that the measure ranks in the opposite order, compared by this measure.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reversed: Vec<PairChange>,
}

/// A group of segments, such as a language pair.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GroupComparison {
    pub name: String,
    pub comparison: SystemComparison,
}

impl MeasureComparison {
    /// Whether enough values are defined to rank the systems: two, or the value of the only system. A metric that is 0 for
    /// every system found nothing to count, and ranks none.
    pub fn is_defined(&self) -> bool {
        let values = self.systems.iter().filter_map(|estimate| estimate.value);
        let is_zero = values.clone().all(|value| value == 0.0);
        values.count() >= self.systems.len().min(2) && !is_zero
    }
}

impl SystemComparison {
    /// Compares the systems. Every measure and every group is resampled with the same seed.
    pub fn compute(segments: &Segments, resampling: Resampling) -> Self {
        let all = SelectedSegments::all(segments);
        let mut comparison = Self::compute_ungrouped(&all, resampling);
        // A file without groups has a single one without a name.
        if segments.groups().iter().all(String::is_empty) {
            return comparison;
        }
        let groups: Vec<SelectedSegments<'_>> = SelectedSegments::groups(segments);
        comparison.groups = groups
            .par_iter()
            .enumerate()
            .map(|(index, group)| GroupComparison {
                name: segments.groups()[index].clone(),
                comparison: Self::compute_ungrouped(group, resampling),
            })
            .collect();
        comparison
    }

    fn compute_ungrouped(segments: &SelectedSegments<'_>, resampling: Resampling) -> Self {
        let systems = segments.all.systems();
        let resamples = ResampledTables::draw(segments, resampling);
        let measures = resamples.compare_measures();
        let mut differences: Vec<SystemDifference> = (1..systems.len())
            .map(|system| SystemDifference::compute(segments, system))
            .collect();
        correct_p_values(&mut differences, &measures);
        Self {
            systems: systems.to_vec(),
            segments: segments.len(),
            resampling,
            measures,
            differences,
            pairs: resamples.compare_pairs(),
            human: HumanAgreement::compute(segments),
            groups: Vec::new(),
        }
    }

    /// Whether anything was resampled, so that there are intervals and p-values.
    pub fn has_intervals(&self) -> bool {
        self.measures
            .iter()
            .filter(|compared| compared.measure.is_main())
            .flat_map(|compared| &compared.systems)
            .any(|estimate| estimate.interval.is_some())
    }

    /// p by randomisation is exact where at most so many segments differ.
    pub fn max_exact_segments(&self) -> usize {
        max_exact_segments(self.groups.len(), self.systems.len())
    }

    /// A measure, if it was computed.
    pub fn measure(&self, measure: Measure) -> Option<&MeasureComparison> {
        self.measures
            .iter()
            .find(|compared| compared.measure == measure)
    }
}

/// Fills in [`SystemDifference::p_holm`]: of several systems, one is better than the baseline by chance more often.
fn correct_p_values(differences: &mut [SystemDifference], measures: &[MeasureComparison]) {
    let f1 = measures
        .iter()
        .find(|compared| compared.measure == Measure::F1);
    let Some(f1) = f1.filter(|f1| f1.changes.len() > 1) else {
        return;
    };
    let p_values: Vec<Option<f64>> = f1
        .changes
        .iter()
        .map(|change| change.p_randomisation)
        .collect();
    for (difference, p) in differences.iter_mut().zip(holm(&p_values)) {
        difference.p_holm = p;
    }
}
