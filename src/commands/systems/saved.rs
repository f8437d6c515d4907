//! Saved scores of a system, as written by `score --json`, perhaps on another machine.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use color_eyre::eyre::{Report, Result};
use rayon::prelude::*;

use super::saved_order::hash;
use crate::usage_error::{UsageError, refuse};
use bertscope_pairs::provenance::ScoreProvenance;
use bertscope_printable::printable;
use bertscope_report::distinct;
use bertscope_report::number::{pluralized, with_thousands_separators};
use bertscope_systems::Segments;

/// The indices of the lines with each note, in order.
pub type NotedLines = BTreeMap<&'static str, Vec<u32>>;

/// The scores of a system.
#[derive(Default)]
pub struct SavedScores {
    pub name: String,
    /// The signatures of its lines: several if they differ in nothing that changes scores.
    pub signatures: Vec<String>,
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
    /// The lines with each note.
    pub notes: NotedLines,
    /// The same for the notes on word overlap, which only a comparison shows.
    pub overlap_notes: NotedLines,
    /// The texts of each line, if requested.
    pub texts: Vec<SavedTexts>,
    /// Line numbers minus indices, from an index on; they rise at blank lines.
    pub(super) offsets: Vec<(usize, u64)>,
    /// The references in the first file; `None` for a line without texts.
    pub(super) references: Vec<Option<SavedReferences>>,
    /// A hash of the group and the texts of each line; without a meaning if a line has no texts.
    pub(super) hashed_texts: Vec<u64>,
    /// Whether there are no texts to check that matched lines have the same references.
    pub(super) is_unchecked: bool,
    /// The ids of the first file, sorted.
    pub(super) ids: Vec<HashedId>,
    pub(super) first_with_id: Option<u64>,
    pub(super) first_without_id: Option<u64>,
}

/// What has to be equal for two scores to have the same references. Of each reference, the score takes the best, so their order
/// is none of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SavedReferences {
    /// Never 0, so that the option needs no memory of its own.
    hash: NonZeroU32,
    count: u32,
}

impl SavedReferences {
    pub fn new(references: &[String]) -> Self {
        let mut sorted: Vec<&str> = references.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        Self {
            hash: NonZeroU32::new(hash(sorted) as u32 | 1).unwrap_or(NonZeroU32::MIN),
            count: references.len() as u32,
        }
    }

    /// How these references differ from those of another line; `None` if they do not.
    pub fn difference(self, other: Self, other_line: &str) -> Option<String> {
        if self == other {
            None
        } else if self.count == other.count {
            Some(format!("the references differ from those in {other_line}"))
        } else {
            let count = pluralized(self.count, "reference");
            let other_count = with_thousands_separators(other.count);
            Some(format!("{count} here, but {other_count} in {other_line}"))
        }
    }
}

/// An id by its hash, since whole ones are in the scores already.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct HashedId {
    hash: u32,
    segment: u32,
}

pub struct SavedTexts {
    pub candidate: String,
    /// Empty except in the first file.
    pub references: Vec<String>,
    pub group: Option<String>,
}

impl SavedScores {
    pub fn has_ids(&self) -> bool {
        self.first_with_id.is_some()
    }

    /// Sorts the ids of the first file; fails if a line has the id of an earlier one.
    pub(super) fn index_ids(&mut self) -> Result<()> {
        if !self.has_ids() {
            return Ok(());
        }
        let scores = &self.scores;
        let hashed = (0..scores.len()).map(|segment| HashedId {
            hash: hash(scores.id(segment)) as u32,
            segment: segment as u32,
        });
        self.ids = hashed.collect();
        self.ids.par_sort_unstable();
        let repeated = (0..scores.len())
            .into_par_iter()
            .find_first(|segment| self.segment_of_id(scores.id(*segment)) != Some(*segment));
        let Some(repeated) = repeated else {
            return Ok(());
        };
        let id = scores.id(repeated);
        let earlier = self.segment_of_id(id).unwrap_or(repeated);
        Err(self.duplicate(self.line_number(repeated), id, earlier))
    }

    /// The first segment of the first file with an id.
    pub fn segment_of_id(&self, id: &str) -> Option<usize> {
        let hash = hash(id) as u32;
        let start = self.ids.partition_point(|known| known.hash < hash);
        let alike = self.ids[start..]
            .iter()
            .take_while(|known| known.hash == hash);
        let mut segments = alike.map(|known| known.segment as usize);
        segments.find(|segment| self.scores.id(*segment) == id)
    }

    /// The number of a line in the file, from 1.
    pub fn line_number(&self, line: usize) -> u64 {
        let begun = self.offsets.partition_point(|(from, _)| *from <= line);
        let offset = match self.offsets[..begun].last() {
            Some((_, offset)) => *offset,
            None => 1,
        };
        line as u64 + offset
    }

    /// The references of a line of the first file; `None` if it has no texts or there is no such line.
    pub fn references(&self, line: usize) -> Option<SavedReferences> {
        self.references.get(line).copied().flatten()
    }

    /// The error of a line that has the id of an earlier one.
    pub fn duplicate(&self, number: u64, id: &str, before: usize) -> Report {
        let before = self.line_number(before);
        let problem = format!(
            ": the id {} is already used on line {before}",
            printable(id)
        );
        self.line_error(number, &problem, "give each segment a unique id")
    }

    /// An error in this file. `problem` says what the file does or has.
    pub fn error(&self, problem: &str, way_out: &str) -> Report {
        let name = printable(&self.name);
        UsageError(format!("{name} {}; {way_out}", printable(problem))).into()
    }

    /// An error in a line. `problem` follows the number of the line.
    pub fn line_error(&self, number: u64, problem: &str, way_out: &str) -> Report {
        let name = printable(&self.name);
        let problem = printable(problem);
        UsageError(format!("{name}, line {number}{problem}; {way_out}")).into()
    }
}

/// The signature of all scores, if a file has one. Fails when two files state that they were scored differently.
pub fn common_signature(systems: &[SavedScores]) -> Result<Option<String>> {
    for (i, system) in systems.iter().enumerate() {
        // Each with each: a signature that states less can be joined with two that differ.
        for earlier in &systems[..i] {
            let mut signatures = system.signatures.iter();
            let difference =
                signatures.find_map(|signature| difference_from(&earlier.signatures, signature));
            if let Some(difference) = difference {
                let names = format!("{} and {}", earlier.name, system.name);
                return refuse(printable(&format!("{names} {difference}")));
            }
        }
    }
    let mut signatures = systems.iter().flat_map(|system| &system.signatures);
    Ok(signatures.next().cloned())
}

/// What scores with a signature were computed with differently from those with one of the earlier signatures.
pub fn difference_from(earlier: &[String], signature: &str) -> Option<String> {
    earlier
        .iter()
        .find_map(|earlier| ScoreProvenance::difference_of_signatures(earlier, signature))
}

/// A remark on files whose lines were matched without a check of their references.
pub fn line_order_remark(systems: &[SavedScores]) -> Option<String> {
    let first = systems.iter().find(|system| system.is_unchecked)?;
    let matched_by = if first.has_ids() {
        "its ids: without texts"
    } else {
        "the order of its lines: without ids and texts"
    };
    Some(format!(
        "{} was matched by {matched_by}, nothing checks that the references are the same; score with --json --texts",
        printable(&first.name)
    ))
}

/// A remark on files that leave open what their scores were computed with, so that it could not be compared.
pub fn unstated_remark(systems: &[SavedScores]) -> Option<String> {
    // The scores of a single file are compared with none.
    if systems.len() == 1 {
        return None;
    }
    let mut parts = Vec::new();
    let mut names = Vec::new();
    for system in systems {
        let signature = system.signatures.first().map_or("", String::as_str);
        let unstated = match ScoreProvenance::from_signature(signature) {
            Some(provenance) => provenance.unstated_parts(),
            None => vec!["model", "settings"],
        };
        if !unstated.is_empty() {
            names.push(&system.name);
            parts.extend(unstated);
        }
    }
    let first = printable(names.first()?);
    let count = names.len();
    let files = with_thousands_separators(systems.len() as u64);
    let verb = if count == 1 { "does" } else { "do" };
    Some(format!(
        "{count} of {files} files of scores {verb} not identify {}, so nothing checks that they are the same (first: {})",
        distinct(parts.into_iter()).join(" and "),
        first
    ))
}
