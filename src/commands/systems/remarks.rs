//! Collects remarks on segments: texts without words, truncated texts, HTML entities, duplicate ids.

use super::entities;
use super::repeated_ids::Ids;
use bertscope_report::note_counts::NoteCounts;
use bertscope_report::systems::Remarks;

/// What was found so far.
#[derive(Debug, Default)]
pub struct RemarksOf {
    notes: NoteCounts<String>,
    ids: Ids,
}

/// What identifies a segment in a remark.
#[derive(Debug, Clone, Copy)]
pub struct Looked<'a> {
    /// Its row, from 1.
    pub row: u64,
    /// Its id, where it has one.
    pub id: Option<&'a str>,
    /// Its group, where it has one.
    pub group: Option<&'a str>,
}

impl RemarksOf {
    /// Adds a segment with its texts, and what was remarked when they were scored.
    pub fn add<'a>(
        &mut self,
        segment: Looked<'_>,
        mut texts: impl Iterator<Item = &'a String>,
        scored: impl Iterator<Item = &'static str>,
    ) {
        let Looked { row, id, group } = segment;
        if let Some(id) = id {
            self.ids.add(row, group, id);
        }
        let entities = texts.any(|text| entities::is_in(text)).then_some(entities::NOTE);
        let mut notes: Vec<&str> = entities.into_iter().chain(scored).collect();
        notes.sort_unstable();
        notes.dedup();
        self.notes.add(&id.map_or_else(|| row.to_string(), str::to_owned), &notes);
    }

    /// What was found.
    #[must_use]
    pub fn finish(self) -> Remarks {
        Remarks { notes: self.notes, repeated_ids: self.ids.repeated() }
    }
}
