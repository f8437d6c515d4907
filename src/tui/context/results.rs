//! The newest results of the worker, and its pending jobs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bertscope_analysis::{Analysis, Cosine};
use bertscope_report::number::{pluralized, printed_difference};
use bertscope_report::topics::setting_changes;

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
    /// Whether the newest analysis is from another pair or model, so that no change leads from its score to the next.
    pub is_unrelated: bool,
    /// Why the newest job has no analysis.
    pub error: Option<String>,
    /// The time that the newest analysis took; `None` if the model had nothing to compute.
    pub elapsed: Option<Duration>,
    /// Number of the newest requested job.
    pub newest_job: u64,
    /// Number of the newest finished job.
    pub finished_job: u64,
    /// When the oldest unfinished job was requested.
    pub stale_since: Option<Instant>,
    pub last_edit: Option<Instant>,
    /// The pair at the last pause in typing, with the score that was on the screen then.
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

    /// Prepares for another pair or model: what is still computed for the old one must not arrive any more.
    pub fn start_over(&mut self) {
        self.finished_job = self.newest_job;
        self.anchor = None;
        self.is_unrelated = self.analysis.is_some();
    }

    /// The change since the last pause.
    pub fn change(&self) -> Option<ShownChange<'_>> {
        Some(ShownChange {
            before: self.anchor.as_ref()?,
            after: self.analysis.as_ref()?,
        })
    }
}

/// A change from one score on the screen to a later one. Each pair has the settings that its score was computed with, so
/// that no score can be put on the scale of another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShownChange<'a> {
    pub before: &'a Analysis,
    pub after: &'a Analysis,
}

impl ShownChange<'_> {
    /// The differences of P, R and F1, as a reader finds them who subtracts the printed numbers.
    pub fn numbers(&self) -> [Option<f64>; 3] {
        let before = self.before.score().numbers();
        let after = self.after.score().numbers();
        std::array::from_fn(|i| Some(printed_difference(after[i]?, before[i]?)))
    }

    /// What the scores differ by if it is not the text alone, in full and for less room: `by layer 6 → 4, IDF off → on` and
    /// `by 2 settings`, or `by edit, layer 6 → 4` and `by 2 changes`.
    pub fn reasons(&self) -> Option<[String; 2]> {
        let settings = setting_changes(self.before, self.after);
        if settings.is_empty() {
            return None;
        }
        let names = settings.join(", ");
        let count = settings.len();
        Some(if self.is_edited() {
            let changes = pluralized(count + 1, "change");
            [format!("by edit, {names}"), format!("by {changes}")]
        } else {
            let settings = pluralized(count, "setting");
            [format!("by {names}"), format!("by {settings}")]
        })
    }

    fn is_edited(&self) -> bool {
        let before = self.before;
        let after = self.after;
        before.reference.tokenized.text != after.reference.tokenized.text
            || before.candidate.tokenized.text != after.candidate.tokenized.text
    }
}
