//! Collects remarks on segments: texts without words, truncated texts, HTML entities, duplicate ids.

use std::collections::HashMap;

use super::saved_order::hash;
use bertscope_analysis::Note;
use bertscope_report::findings::NoteCounts;
use bertscope_report::findings::{Remarks, RepeatedIds, SkippedSegments};

#[derive(Debug, Default)]
pub struct RemarksBuilder {
    notes: NoteCounts<String>,
    /// The row of each id in its group, by hash, to save memory. An id may occur once in every group.
    rows_of_ids: HashMap<u64, u64>,
    repeated_ids: Option<RepeatedIds>,
    skipped: Option<SkippedSegments>,
}

/// What identifies a segment in a remark.
#[derive(Debug, Clone, Copy)]
pub struct SegmentInfo<'a> {
    /// The row, from 1.
    pub row: u64,
    pub id: Option<&'a str>,
    pub group: Option<&'a str>,
    pub looks_quoted: bool,
    pub has_unread_human: bool,
}

impl RemarksBuilder {
    /// Adds a segment with the remarks from scoring.
    pub fn add(&mut self, segment: SegmentInfo<'_>, scored: impl Iterator<Item = &'static str>) {
        if let Some(id) = segment.id {
            self.add_id(id, segment);
        }
        let mut notes: Vec<&str> = scored.collect();
        if segment.looks_quoted {
            notes.push(Note::LooksQuoted.kind());
        }
        if segment.has_unread_human {
            notes.push(Note::UnreadHumanScore.kind());
        }
        notes.sort_unstable();
        notes.dedup();
        let name = match segment.id {
            Some(id) => id.to_owned(),
            None => segment.row.to_string(),
        };
        self.notes.add(&name, &notes);
    }

    /// Counts a segment that is not compared because a text is missing.
    pub fn skip(&mut self, name: String) {
        let skipped = self.skipped.get_or_insert(SkippedSegments {
            segments: 0,
            first: name,
        });
        skipped.segments += 1;
    }

    fn add_id(&mut self, id: &str, segment: SegmentInfo<'_>) {
        let key = hash((segment.group, id));
        let first_row = *self.rows_of_ids.entry(key).or_insert(segment.row);
        if first_row == segment.row {
            return;
        }
        let repeated = self.repeated_ids.get_or_insert_with(|| RepeatedIds {
            segments: 0,
            first: id.to_owned(),
            rows: [first_row, segment.row],
        });
        repeated.segments += 1;
    }

    pub fn finish(self) -> Remarks {
        Remarks {
            notes: self.notes,
            repeated_ids: self.repeated_ids,
            skipped: self.skipped,
            unstated: None,
        }
    }
}
