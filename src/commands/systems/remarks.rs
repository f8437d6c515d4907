//! Collects remarks on segments: texts without words, truncated texts, HTML entities, duplicate ids.

use std::collections::HashMap;

use super::saved_order::hash;
use bertscope_analysis::Note;
use bertscope_report::findings::NoteCounts;
use bertscope_report::findings::{Remarks, RepeatedIds, RepeatedTexts, SkippedSegments};

#[derive(Debug, Default)]
pub struct RemarksBuilder {
    notes: NoteCounts<String>,
    /// The row of each id in its group, by hash, to save memory. An id may occur once in every group.
    rows_of_ids: HashMap<u64, u64>,
    repeated_ids: Option<RepeatedIds>,
    /// The row of each segment by a hash of its texts.
    rows_of_texts: HashMap<u64, u64>,
    repeated_texts: Option<RepeatedTexts>,
    skipped: Option<SkippedSegments>,
}

/// The note on a pair that the inspector exported because of its mark or note.
pub const SELECTED_NOTE: &str = "it was exported with a mark or a note, so somebody selected it and no test holds: intervals and p-values mean nothing";

/// What identifies a segment in a remark.
#[derive(Debug, Clone, Copy)]
pub struct SegmentInfo<'a> {
    /// The row, from 1.
    pub row: u64,
    pub id: Option<&'a str>,
    pub group: Option<&'a str>,
    pub looks_quoted: bool,
    pub selected: bool,
    /// A hash of its references and candidates.
    pub texts: u64,
    pub has_unread_human: bool,
}

impl RemarksBuilder {
    /// Adds a segment with the remarks from scoring.
    pub fn add(&mut self, segment: SegmentInfo<'_>, scored: impl Iterator<Item = &'static str>) {
        let is_new = match segment.id {
            Some(id) => self.add_id(id, segment),
            None => true,
        };
        if is_new {
            self.add_texts(segment);
        }
        let mut notes: Vec<&str> = scored.collect();
        if segment.looks_quoted {
            notes.push(Note::LooksQuoted.kind());
        }
        if segment.selected {
            notes.push(SELECTED_NOTE);
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

    /// Names a system of the last segment with the remarks from scoring it.
    pub fn add_system(&mut self, system: &str, notes: &[&'static str]) {
        self.notes.add_system(system, notes);
    }

    /// Texts that occur twice look like a file that was joined twice, which halves the variance.
    fn add_texts(&mut self, segment: SegmentInfo<'_>) {
        let key = hash((segment.group, segment.texts));
        let first_row = *self.rows_of_texts.entry(key).or_insert(segment.row);
        if first_row == segment.row {
            return;
        }
        let repeated = self.repeated_texts.get_or_insert(RepeatedTexts {
            segments: 0,
            rows: [first_row, segment.row],
        });
        repeated.segments += 1;
    }

    /// Whether no earlier segment of the group has the id.
    fn add_id(&mut self, id: &str, segment: SegmentInfo<'_>) -> bool {
        let key = hash((segment.group, id));
        let first_row = *self.rows_of_ids.entry(key).or_insert(segment.row);
        if first_row == segment.row {
            return true;
        }
        let repeated = self.repeated_ids.get_or_insert_with(|| RepeatedIds {
            segments: 0,
            first: id.to_owned(),
            rows: [first_row, segment.row],
        });
        repeated.segments += 1;
        false
    }

    /// The remarks on the segments of so many systems.
    pub fn finish(mut self, systems: usize) -> Remarks {
        self.notes.forget_common_systems(systems);
        Remarks {
            notes: self.notes,
            repeated_ids: self.repeated_ids,
            repeated_texts: self.repeated_texts,
            skipped: self.skipped,
            unstated: None,
            line_order: None,
        }
    }
}
