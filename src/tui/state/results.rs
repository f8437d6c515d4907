//! The newest results of the worker, and its pending jobs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bertscope_analysis::{Analysis, Cosine};
use bertscope_metric::Score;

/// How late a result may be before the old heatmap is dimmed. A shorter time would flicker.
pub const DIM_AFTER: Duration = Duration::from_millis(120);

/// A pause this long ends an edit, so that changes are measured from there.
pub const EDIT_PAUSE: Duration = Duration::from_secs(1);

/// The newest results, and the pending jobs.
#[derive(Debug, Clone, Default)]
pub struct Results {
    pub analysis: Option<Arc<Analysis>>,
    pub cosine: Option<Cosine>,
    /// Whether the newest analysis is from the previous model.
    pub is_from_other_model: bool,
    /// Why the newest job has no analysis.
    pub error: Option<String>,
    /// The time that the newest analysis took.
    pub elapsed: Duration,
    /// Number of the newest requested job.
    pub newest_job: u64,
    /// Number of the newest finished job.
    pub finished_job: u64,
    /// When the oldest unfinished job was requested.
    pub stale_since: Option<Instant>,
    pub last_edit: Option<Instant>,
    /// The pair at the last pause in typing.
    pub anchor: Option<Arc<Analysis>>,
}

impl Results {
    /// Whether a job is unfinished.
    pub fn is_pending(&self) -> bool {
        self.finished_job < self.newest_job
    }

    /// Whether the heatmap is outdated enough to be dimmed: its text was changed a while ago, or has no analysis, or it
    /// is from another model.
    pub fn is_late(&self, now: Instant) -> bool {
        self.error.is_some()
            || self.is_from_other_model
            || self
                .stale_since
                .is_some_and(|since| now.duration_since(since) >= DIM_AFTER)
    }

    /// The change since the last pause: P, R and F1, on the current scale.
    pub fn change(&self) -> Option<[Option<f64>; 3]> {
        let analysis = self.analysis.as_ref()?;
        let before = self.anchor.as_ref()?.raw;
        let before = analysis
            .rescaling()
            .map_or(before, |r| before.rescaled(&r.baseline));
        let [before, now] = [before, analysis.score()].map(Score::numbers);
        Some(std::array::from_fn(|i| Some(now[i]? - before[i]?)))
    }
}
