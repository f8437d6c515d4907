//! Collects remarks on segments: texts without words, truncated texts, HTML entities, copies, duplicate ids.

use std::collections::HashMap;

use super::saved_order::hash;
use bertscope_analysis::Note;
use bertscope_pairs::PairRecord;
use bertscope_report::findings::{
    NoteCounts, Remarks, Repeated, RepeatedTextsBuilder, SkippedSegments,
};

#[derive(Debug, Default)]
pub struct RemarksBuilder {
    notes: NoteCounts<String>,
    /// The row of each id in its group, by hash, to save memory. An id may occur once in every group.
    rows_of_ids: HashMap<u64, u64>,
    repeated_ids: Option<Repeated>,
    repeated_texts: RepeatedTextsBuilder,
    skipped: Option<SkippedSegments>,
}

/// The note on a pair that the inspector exported because of its mark or note.
pub const SELECTED_NOTE: &str = "it was exported with a mark or a note, so a person selected it and no test holds: intervals and p-values mean nothing";

impl RemarksBuilder {
    /// Adds the segment in a row, from 1, with its id, if it has one, and the remarks from scoring.
    pub fn add(
        &mut self,
        row: u64,
        segment: &PairRecord,
        id: Option<&str>,
        scored: impl Iterator<Item = &'static str>,
    ) {
        if let Some(id) = id {
            self.add_id(row, id, segment.group.as_deref());
        }
        let candidates: Vec<&String> = segment.candidates().collect();
        self.repeated_texts
            .add(row, (&segment.group, &segment.references, candidates));
        let mut notes: Vec<&str> = scored.collect();
        if segment.looks_quoted {
            notes.push(Note::LooksQuoted.kind());
        }
        if segment.selected {
            notes.push(SELECTED_NOTE);
        }
        if segment.unread_human.is_some() {
            notes.push(Note::UnreadHumanScore.kind());
        }
        notes.sort_unstable();
        notes.dedup();
        let name = match id {
            Some(id) => id.to_owned(),
            None => row.to_string(),
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

    /// Notes an id that an earlier segment of the group has.
    fn add_id(&mut self, row: u64, id: &str, group: Option<&str>) {
        let first_row = *self.rows_of_ids.entry(hash((group, id))).or_insert(row);
        if first_row == row {
            return;
        }
        let repeated = self.repeated_ids.get_or_insert_with(|| Repeated {
            segments: 0,
            first: Some(id.to_owned()),
            rows: [first_row, row],
        });
        repeated.segments += 1;
    }

    /// The remarks on the segments of so many systems.
    pub fn finish(mut self, systems: usize) -> Remarks {
        self.notes.forget_common_systems(systems);
        Remarks {
            notes: self.notes,
            repeated_ids: self.repeated_ids,
            repeated_texts: self.repeated_texts.found,
            skipped: self.skipped,
            unstated: None,
            line_order: None,
        }
    }
}
