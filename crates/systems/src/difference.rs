//! A system compared with the baseline segment by segment: wins, ties, losses, and the largest differences.

use serde::Serialize;

use crate::largest::Largest;
use crate::segments::SelectedSegments;
use crate::{Histogram, Measure};

/// The F1 of a system minus that of the baseline over all segments. A difference that prints as 0 counts as none
/// ([`Measure::direction`]).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemDifference {
    /// Indices of the two.
    pub baseline: usize,
    pub system: usize,
    /// Whether P, R and F1 of the two are equal in every segment.
    pub identical: bool,
    /// p of F1 by randomisation with Holm's correction over all systems that are compared with the baseline; `None` for
    /// one such system, or without a p-value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_holm: Option<f64>,
    /// Segments in which the system's F1 is higher.
    pub wins: usize,
    /// Segments in which the two are equal.
    pub ties: usize,
    /// Segments in which the system's F1 is lower.
    pub losses: usize,
    /// The histogram of the differences that are not 0; `None` if there are none.
    pub histogram: Option<Histogram>,
    /// Segments with the largest gains, largest gain first; at most 10.
    #[serde(rename = "gains")]
    pub largest_gains: Vec<SegmentDifference>,
    /// Segments with the largest losses, largest loss first; at most 10.
    #[serde(rename = "falls")]
    pub largest_losses: Vec<SegmentDifference>,
}

/// One segment of two systems.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SegmentDifference {
    /// Its id, or the number of its row.
    pub id: String,
    /// F1 of the baseline and of the system.
    pub baseline: f64,
    pub system: f64,
    /// F1 of the system − F1 of the baseline.
    pub difference: f64,
}

/// Number of segments listed at each end.
const MAX_SEGMENTS: usize = 10;

/// A segment in which F1 of both systems is defined.
#[derive(Debug, Clone, Copy)]
struct ScoredSegment {
    segment: usize,
    baseline: f64,
    system: f64,
}

/// The segments in which F1 of one system is higher than that of the other.
#[derive(Default)]
struct Won {
    count: usize,
    largest: Largest<ScoredSegment, MAX_SEGMENTS>,
}

impl SystemDifference {
    pub(crate) fn compute(segments: &SelectedSegments<'_>, system: usize) -> Self {
        let scored = segments
            .rows()
            .filter_map(|segment| ScoredSegment::new(segments, system, segment));
        // Both lists are the ends of one order, by difference and then by segment: of equal losses, the last comes first.
        let wins = Won::collect(scored.clone(), 1.0);
        let losses = Won::collect(scored.clone().rev(), -1.0);
        Self {
            baseline: 0,
            system,
            identical: segments
                .rows()
                .all(|segment| has_equal_scores(segments, system, segment)),
            wins: wins.count,
            ties: scored.clone().count() - wins.count - losses.count,
            losses: losses.count,
            p_holm: None,
            histogram: Histogram::from_differences(scored.map(|scored| scored.difference())),
            largest_gains: wins.list(segments),
            largest_losses: losses.list(segments),
        }
    }
}

impl ScoredSegment {
    fn new(segments: &SelectedSegments<'_>, system: usize, segment: usize) -> Option<Self> {
        Some(Self {
            segment,
            baseline: segments.all.score(Measure::F1, 0, segment)?,
            system: segments.all.score(Measure::F1, system, segment)?,
        })
    }

    fn difference(&self) -> f64 {
        self.system - self.baseline
    }
}

impl Won {
    /// `sign` is 1 for segments that the system wins, −1 for those that the baseline wins.
    fn collect(scored: impl Iterator<Item = ScoredSegment>, sign: f64) -> Self {
        let mut won = Self::default();
        for segment in scored {
            let advantage = sign * segment.difference();
            if Measure::F1.direction(advantage).is_gt() {
                won.count += 1;
                won.largest.add(advantage, || segment);
            }
        }
        won
    }

    fn list(&self, segments: &SelectedSegments<'_>) -> Vec<SegmentDifference> {
        self.largest
            .items()
            .map(|scored| SegmentDifference {
                id: segments.all.id(scored.segment).to_owned(),
                baseline: scored.baseline,
                system: scored.system,
                difference: scored.difference(),
            })
            .collect()
    }
}

/// Whether P, R and F1 of a system are those of the baseline.
fn has_equal_scores(segments: &SelectedSegments<'_>, system: usize, segment: usize) -> bool {
    Measure::MAIN.into_iter().all(|measure| {
        segments.all.score(measure, 0, segment) == segments.all.score(measure, system, segment)
    })
}
