//! Saved scores of a system, as written by `score --json`, perhaps on another machine.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use color_eyre::eyre::{Report, Result};

use crate::usage_error::UsageError;
use bertscope_printable::printable;
use bertscope_systems::Segments;

/// The scores of a system.
#[derive(Default)]
pub struct SavedScores {
    /// The file.
    pub name: String,
    /// The signature of all lines, if any line states it.
    pub signature: Option<String>,
    /// A segment for each line, with this system alone. Only in the first file do segments have ids and groups.
    pub scores: Segments,
    /// For each segment of the first file, the index of its line.
    pub order: Vec<u32>,
    /// Layers with their own scores; none unless every scored line has the same ones.
    pub layers: Vec<usize>,
    /// Whether every scored line has texts.
    pub has_texts: bool,
    /// Why a line has no scores.
    pub unscored: BTreeMap<usize, String>,
    /// The lines with a note from `score`, and those with HTML entities.
    pub noted: [Vec<u32>; 2],
    /// The texts of each line, if requested.
    pub texts: Vec<SavedTexts>,
    /// Line numbers minus indices, from an index on; they rise at blank lines.
    pub(super) offsets: Vec<(usize, u64)>,
    /// Hashes of the references in the first file; `None` for a line without texts.
    pub(super) references: Vec<Option<NonZeroU32>>,
    /// The first line with an id, and the first without.
    pub(super) with_id: Option<u64>,
    pub(super) without_id: Option<u64>,
}

/// The texts of a line.
pub struct SavedTexts {
    /// The candidate.
    pub candidate: String,
    /// Its references; empty except in the first file.
    pub references: Vec<String>,
    /// Its group, if any.
    pub group: Option<String>,
}

impl SavedScores {
    /// Whether its lines have ids.
    pub fn has_ids(&self) -> bool {
        self.with_id.is_some()
    }

    /// The number of a line in the file, from 1.
    pub fn line_number(&self, line: usize) -> u64 {
        let at = self.offsets.partition_point(|(from, _)| *from <= line);
        line as u64 + at.checked_sub(1).map_or(1, |at| self.offsets[at].1)
    }

    /// Hash of the references of a line of the first file; `None` if it has no texts.
    pub fn references(&self, line: usize) -> Option<NonZeroU32> {
        self.references[line]
    }

    /// The error of a line that has the id of an earlier one.
    pub fn duplicate(&self, number: u64, id: &str, before: usize) -> Report {
        let before = self.line_number(before);
        let sentence = format!(
            "line {number}: the id {} is already used on line {before}",
            printable(id)
        );
        self.error(&sentence, "give each segment a unique id")
    }

    /// An error in this file.
    pub fn error(&self, problem: &str, way_out: &str) -> Report {
        let comma = if problem.starts_with("line ") {
            ","
        } else {
            ""
        };
        UsageError(format!(
            "{}{comma} {}; {way_out}",
            printable(&self.name),
            printable(problem)
        ))
        .into()
    }
}

/// The common signature; `None` if no file has one.
pub fn common_signature(systems: &[SavedScores]) -> Result<Option<String>> {
    let mut signed = systems
        .iter()
        .filter_map(|system| Some((system, system.signature.as_ref()?)));
    let Some((first, signature)) = signed.next() else {
        return Ok(None);
    };
    match signed.find(|(_, other)| *other != signature) {
        None => Ok(Some(signature.clone())),
        Some((other, differs)) => {
            let sentence = format!(
                "was scored with {differs}, but {} with {signature}",
                printable(&first.name)
            );
            Err(other.error(&sentence, "score all systems with the same settings"))
        }
    }
}
