//! Remarks on segments that were compared all the same.

use serde::Serialize;

use super::note_counts::NoteCounts;
use crate::number::pluralized;
use bertscope_printable::printable;

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

impl Remarks {
    /// A sentence for each; `unit` is the word for a segment.
    pub fn lines(&self, of: u64, unit: &str) -> Vec<String> {
        self.notes
            .lines(of, unit)
            .chain(self.repeated_ids.as_ref().map(|ids| ids.line(unit)))
            .collect()
    }
}

impl RepeatedIds {
    fn line(&self, unit: &str) -> String {
        let Self {
            segments,
            first,
            rows: [one, two],
        } = self;
        let have = if *segments == 1 { "has" } else { "have" };
        format!(
            "{} {have} the id of an earlier {unit} (first: {} in rows {one} and {two}); each is compared separately",
            pluralized(*segments, unit),
            printable(first)
        )
    }
}
