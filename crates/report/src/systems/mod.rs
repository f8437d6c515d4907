//! Renders a comparison of systems: as text, as a table, and as JSON.

mod cells;
mod difference;
pub(crate) mod drivers;
mod grid;
pub(crate) mod human_agreement;
pub(crate) mod order;
pub mod text;
pub mod tsv;

use serde::Serialize;

use crate::note_counts::NoteCounts;
use crate::number::pluralized;
use bertscope_printable::printable;
use bertscope_systems::{Drivers, SystemComparison};

pub use cells::{SIGNIFICANCE_LEVEL, p_value};
pub(crate) use cells::{digits, has_intervals};

/// Why there are no drivers. A sentence with the command to run instead follows.
pub(crate) const NO_DRIVERS: &str =
    "Finding what drives the scores needs the model and all texts, but these scores were read from files.";

/// The results of `bertscope compare`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemsReport {
    /// What the scores were computed with, in `bert_score`'s form.
    pub signature: String,
    /// Number of segments left out, because they could not be scored for every system.
    pub left_out: u64,
    /// Remarks on segments.
    #[serde(flatten)]
    pub remarks: Remarks,
    /// Whether human scores were requested; there may be none.
    #[serde(skip)]
    pub with_human: bool,
    /// The comparison of the systems.
    #[serde(flatten)]
    pub comparison: SystemComparison,
    /// What drives their scores; `None` if only scores are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drivers: Option<Drivers>,
}

/// Remarks on segments that were compared all the same.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Remarks {
    /// Segments with a remark, such as a text without words, by id or number of the row. A segment counts once for all
    /// systems.
    #[serde(skip_serializing_if = "NoteCounts::is_empty")]
    pub notes: NoteCounts<String>,
    /// Duplicate ids; `None` if all ids are unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeated_ids: Option<RepeatedIds>,
}

impl Remarks {
    /// A sentence for each; `unit` is the word for a segment.
    #[must_use]
    pub fn lines(&self, of: u64, unit: &str) -> Vec<String> {
        self.notes.lines(of, unit).chain(self.repeated_ids.as_ref().map(|ids| ids.line(unit))).collect()
    }
}

impl RepeatedIds {
    fn line(&self, unit: &str) -> String {
        let Self { segments, first, rows: [one, two] } = self;
        let have = if *segments == 1 { "has" } else { "have" };
        let (segments, first) = (pluralized(*segments, unit), printable(first));
        format!(
            "{segments} {have} the id of an earlier {unit} (first: {first} in rows {one} and {two}); each is compared separately"
        )
    }
}

/// Segments that share their id with another segment of their group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RepeatedIds {
    /// Number of segments with the id of an earlier one.
    pub segments: u64,
    /// The id of the first of them.
    pub first: String,
    /// The rows with this id, from 1, not counting the header.
    pub rows: [u64; 2],
}
