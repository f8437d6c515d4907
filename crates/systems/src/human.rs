//! Agreement of each system's scores with human scores.

use serde::Serialize;

use bertscope_metric::correlation::Correlation;

use crate::Measure;
use crate::segments::SelectedSegments;

/// Agreement with human scores, over all segments together. The comparison of each group has the agreement within it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HumanAgreement {
    /// One entry for each system.
    pub systems: Vec<SystemAgreement>,
    /// Segments with a human score for every system.
    pub judged_for_all: usize,
    /// One entry for each system except the baseline: how often its F1 differs from the baseline's in the same direction as the human
    /// scores.
    pub preferences: Vec<Preferences>,
}

/// Agreement of a system's scores with human scores, over the segments that have one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemAgreement {
    /// Segments with a human score.
    pub judged: usize,
    /// The mean of the human scores; `None` without any.
    pub mean: Option<f64>,
    /// Correlation of precision.
    pub precision: Correlation,
    /// Correlation of recall.
    pub recall: Correlation,
    /// Correlation of F1.
    pub f1: Correlation,
}

/// Pairwise preferences: how often F1 agrees with the human preference between two systems.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Preferences {
    /// Segments in which both have human scores that differ.
    pub preferred: usize,
    /// Of these, segments in which F1 prefers the same candidate.
    pub agreed: usize,
    /// Of these, segments in which F1 prefers neither.
    pub undecided: usize,
}

impl Preferences {
    /// Segments in which people prefer one and F1 the other.
    pub fn opposite(&self) -> usize {
        self.preferred - self.agreed - self.undecided
    }
}

impl HumanAgreement {
    /// `None` without human scores.
    pub(crate) fn compute(segments: &SelectedSegments<'_>) -> Option<Self> {
        let systems: Vec<SystemAgreement> = (0..segments.of.systems().len())
            .map(|system| SystemAgreement::compute(segments, system))
            .collect();
        let preferences = (1..systems.len())
            .map(|system| Preferences::compute(segments, system))
            .collect();
        let is_judged = |row: &usize| {
            (0..systems.len()).all(|system| segments.of.human(system, *row).is_some())
        };
        let judged_for_all = segments.rows().filter(is_judged).count();
        systems
            .iter()
            .any(|system| system.judged > 0)
            .then_some(Self {
                systems,
                judged_for_all,
                preferences,
            })
    }

    /// Whether the same segments are judged for all systems, so that means and coefficients of the systems are comparable.
    pub fn covers_same_segments(&self) -> bool {
        self.systems
            .iter()
            .all(|system| system.judged == self.judged_for_all)
    }
}

impl SystemAgreement {
    fn compute(segments: &SelectedSegments<'_>, system: usize) -> Self {
        let human: Vec<(usize, f64)> = segments
            .rows()
            .filter_map(|segment| Some((segment, segments.of.human(system, segment)?)))
            .collect();
        let of = |measure: Measure| {
            let both = |&(segment, human): &(usize, f64)| {
                Some((segments.of.score(measure, system, segment)?, human))
            };
            let (scores, human): (Vec<f64>, Vec<f64>) = human.iter().filter_map(both).unzip();
            Correlation::between(&scores, &human)
        };
        let sum: f64 = human.iter().map(|(_, human)| human).sum();
        Self {
            judged: human.len(),
            mean: (!human.is_empty()).then(|| sum / human.len() as f64),
            precision: of(Measure::Precision),
            recall: of(Measure::Recall),
            f1: of(Measure::F1),
        }
    }
}

impl Preferences {
    fn compute(segments: &SelectedSegments<'_>, system: usize) -> Self {
        let mut all = Self {
            preferred: 0,
            agreed: 0,
            undecided: 0,
        };
        for segment in segments.rows() {
            let minus = |of: &dyn Fn(usize) -> Option<f64>| Some(of(system)? - of(0)?);
            let (Some(human), Some(f1)) = (
                minus(&|system| segments.of.human(system, segment)),
                minus(&|system| segments.of.score(Measure::F1, system, segment)),
            ) else {
                continue;
            };
            if human != 0.0 {
                all.preferred += 1;
                let preferred = Measure::F1.direction(f1);
                all.undecided += usize::from(preferred.is_eq());
                all.agreed += usize::from(preferred.is_ne() && preferred.is_gt() == (human > 0.0));
            }
        }
        all
    }
}
