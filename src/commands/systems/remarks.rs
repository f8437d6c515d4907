//! Collects remarks on segments: texts without words, truncated texts, HTML entities, duplicate ids.

use std::collections::HashMap;

use super::html_entities;
use super::saved_order::hash;
use bertscope_report::findings::NoteCounts;
use bertscope_report::findings::{Remarks, RepeatedIds};

/// The remarks so far.
#[derive(Debug, Default)]
pub struct RemarksBuilder {
    notes: NoteCounts<String>,
    /// The row of each id in its group, by hash, to save memory. An id may occur once in every group.
    rows_of_ids: HashMap<u64, u64>,
    repeated_ids: Option<RepeatedIds>,
}

/// What identifies a segment in a remark.
#[derive(Debug, Clone, Copy)]
pub struct SegmentInfo<'a> {
    /// The row, from 1.
    pub row: u64,
    /// The id, if any.
    pub id: Option<&'a str>,
    /// The group, if any.
    pub group: Option<&'a str>,
}

impl RemarksBuilder {
    /// Adds a segment with its texts, and the remarks from scoring.
    pub fn add<'a>(
        &mut self,
        segment: SegmentInfo<'_>,
        mut texts: impl Iterator<Item = &'a str>,
        scored: impl Iterator<Item = &'static str>,
    ) {
        let SegmentInfo { row, id, group } = segment;
        if let Some(id) = id {
            let before = *self.rows_of_ids.entry(hash((group, id))).or_insert(row);
            if before != row {
                let first = RepeatedIds {
                    segments: 0,
                    first: id.to_owned(),
                    rows: [before, row],
                };
                self.repeated_ids.get_or_insert(first).segments += 1;
            }
        }
        let entities = texts
            .any(html_entities::has_entity)
            .then_some(html_entities::NOTE);
        let mut notes: Vec<&str> = entities.into_iter().chain(scored).collect();
        notes.sort_unstable();
        notes.dedup();
        self.notes
            .add(&id.map_or_else(|| row.to_string(), str::to_owned), &notes);
    }

    /// The remarks.
    pub fn finish(self) -> Remarks {
        Remarks {
            notes: self.notes,
            repeated_ids: self.repeated_ids,
        }
    }
}
