//! Agreement of each system's scores with human scores.

use serde::Serialize;

use bertscope_metric::correlation::Correlation;

use crate::segments::SelectedSegments;
use crate::{Measure, Segments, mean};

/// Agreement with human scores, over all segments together. The comparison of each group has the agreement within it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HumanAgreement {
    /// One entry for each system.
    pub systems: Vec<SystemAgreement>,
    /// Segments with a human score for every system that has any.
    pub judged_for_all: usize,
    /// One entry for each system except the baseline: how often its F1 differs from the baseline's in the same direction as the human
    /// scores.
    pub preferences: Vec<Preferences>,
}

/// Agreement of a system's scores with human scores, over the segments that have one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemAgreement {
    /// Number of these segments.
    pub judged: usize,
    /// The mean of the human scores; `None` without any.
    pub mean: Option<f64>,
    pub precision: Correlation,
    pub recall: Correlation,
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
        let count = segments.all.systems().len();
        let systems: Vec<SystemAgreement> = (0..count)
            .map(|system| SystemAgreement::compute(segments, system))
            .collect();
        let judged: Vec<usize> = (0..count)
            .filter(|system| systems[*system].judged > 0)
            .collect();
        if judged.is_empty() {
            return None;
        }
        let judged_for_all = segments.rows().filter(|segment| {
            let mut judged = judged.iter();
            judged.all(|system| segments.all.human(*system, *segment).is_some())
        });
        Some(Self {
            judged_for_all: judged_for_all.count(),
            preferences: (1..count)
                .map(|system| Preferences::compute(segments, system))
                .collect(),
            systems,
        })
    }

    /// Whether the same segments are judged for all systems that have human scores, so that their means and coefficients
    /// are comparable.
    pub fn covers_same_segments(&self) -> bool {
        self.systems
            .iter()
            .all(|system| [0, self.judged_for_all].contains(&system.judged))
    }
}

/// A segment with the human score of a system's candidate.
struct JudgedSegment {
    segment: usize,
    human: f64,
}

impl SystemAgreement {
    fn compute(segments: &SelectedSegments<'_>, system: usize) -> Self {
        let mut judged = Vec::new();
        for segment in segments.rows() {
            if let Some(human) = segments.all.human(system, segment) {
                judged.push(JudgedSegment { segment, human });
            }
        }
        Self {
            judged: judged.len(),
            mean: mean(judged.iter().map(|segment| segment.human)),
            precision: correlation(segments.all, system, Measure::Precision, &judged),
            recall: correlation(segments.all, system, Measure::Recall, &judged),
            f1: correlation(segments.all, system, Measure::F1, &judged),
        }
    }
}

/// The correlation over the judged segments in which the measure is defined.
fn correlation(
    segments: &Segments,
    system: usize,
    measure: Measure,
    judged: &[JudgedSegment],
) -> Correlation {
    let mut scores = Vec::with_capacity(judged.len());
    let mut human_scores = Vec::with_capacity(judged.len());
    for JudgedSegment { segment, human } in judged {
        if let Some(score) = segments.score(measure, system, *segment) {
            scores.push(score);
            human_scores.push(*human);
        }
    }
    Correlation::of_scores(&scores, measure.decimals(), &human_scores)
}

impl Preferences {
    fn compute(segments: &SelectedSegments<'_>, system: usize) -> Self {
        let mut preferences = Self {
            preferred: 0,
            agreed: 0,
            undecided: 0,
        };
        for segment in segments.rows() {
            if let Some([human, f1]) = differences(segments.all, system, segment) {
                preferences.add(human, f1);
            }
        }
        preferences
    }

    /// Adds a segment: how much higher the system is than the baseline, by human score and by F1.
    fn add(&mut self, human: f64, f1: f64) {
        // People prefer neither.
        if human == 0.0 {
            return;
        }
        self.preferred += 1;
        let direction = Measure::F1.direction(f1);
        if direction.is_eq() {
            self.undecided += 1;
        } else if direction.is_gt() == (human > 0.0) {
            self.agreed += 1;
        }
    }
}

/// How much higher a system is than the baseline, by human score and by F1.
fn differences(segments: &Segments, system: usize, segment: usize) -> Option<[f64; 2]> {
    let human = segments.human(system, segment)? - segments.human(0, segment)?;
    let f1 =
        segments.score(Measure::F1, system, segment)? - segments.score(Measure::F1, 0, segment)?;
    Some([human, f1])
}
