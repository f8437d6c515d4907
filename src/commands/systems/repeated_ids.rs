//! Finds duplicate ids. Each row is still a segment of its own, so the scores are right, but a message that names such a
//! segment by its id is ambiguous.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use bertscope_report::findings::RepeatedIds;

/// The ids so far. An id may occur once in every group.
#[derive(Debug, Default)]
pub struct IdTracker {
    /// The row of each id in its group, by hash, to save memory.
    rows: HashMap<u64, u64>,
    repeated: Option<RepeatedIds>,
}

impl IdTracker {
    /// Adds the id of a row.
    pub fn add(&mut self, row: u64, group: Option<&str>, id: &str) {
        let mut hasher = DefaultHasher::new();
        (group, id).hash(&mut hasher);
        let before = *self.rows.entry(hasher.finish()).or_insert(row);
        if before != row {
            let first = RepeatedIds { segments: 0, first: id.to_owned(), rows: [before, row] };
            self.repeated.get_or_insert(first).segments += 1;
        }
    }

    /// The duplicate ids.
    pub fn repeated(self) -> Option<RepeatedIds> {
        self.repeated
    }
}
