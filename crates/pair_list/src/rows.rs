//! Converts rows of a file of pairs to rows of the list, with their scores.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::{FilePair, FileRow, KINDS_COLUMN};
use bertscope_kinds::{DifferenceKind, Differences, WordList, differences};
use bertscope_pairs::provenance::ScoreProvenance;
use bertscope_pairs::saved_scores::FileScores;
use bertscope_pairs::{Input, OtherColumn, PairRecord, PairsError, Row};

/// The human score of a system's candidate.
pub fn human_score(pair: &PairRecord, system: usize) -> Option<f64> {
    match system.checked_sub(1) {
        None => pair.human,
        Some(rival) => pair.other_systems.get(rival)?.human,
    }
}

/// The column `kinds`: the kinds of words to look at in a candidate and its closest reference; `None` without any, or the
/// file has such a column.
pub fn kinds_column(pair: &PairRecord, list: &WordList) -> Option<OtherColumn> {
    if pair
        .others
        .iter()
        .any(|column| &*column.name == KINDS_COLUMN)
    {
        return None;
    }
    let mut kinds = BTreeSet::<DifferenceKind>::new();
    for candidate in pair.candidates() {
        let references = pair.references.iter();
        let compared = references.map(|reference| differences(reference, candidate, list));
        if let Some(closest) = compared.min_by_key(Differences::count) {
            kinds.extend(closest.iter().map(|difference| difference.kind));
        }
    }
    if kinds.is_empty() {
        return None;
    }
    let names: Vec<&str> = kinds.into_iter().map(DifferenceKind::name).collect();
    Some(OtherColumn {
        name: KINDS_COLUMN.into(),
        value: names.join(" "),
    })
}

/// Accepts scores for a file with as many rows; a file that cannot be read to its end reports that later.
pub fn compare_lengths(scores: &FileScores, input: &Input) -> Result<(), PairsError> {
    let mut there = 0;
    let mut ended = false;
    for row in input.rows()? {
        there += usize::from(row.is_ok());
        ended |= row.is_err();
    }
    let scored = scores.rows.len();
    if scored == there || ended {
        return Ok(());
    }
    let pairs = input
        .sources()
        .first()
        .map_or(String::new(), |source| source.name());
    Err(PairsError::ScoreCountMismatch {
        scores: scores.name.clone(),
        scored,
        pairs,
        there,
    })
}

/// What the scores of a row and of the first rows were computed with differently.
fn difference(row: Option<&ScoreProvenance>, first: Option<&ScoreProvenance>) -> Option<String> {
    match (row, first) {
        (None, None) => None,
        (Some(row), Some(first)) => first.difference(row),
        _ => Some("were not both scored with settings that the file states".to_owned()),
    }
}

pub struct RowBuilder<'a> {
    /// The file name, which the list shows in its title.
    pub name: String,
    /// Scores of another file.
    pub scores: Option<&'a FileScores>,
    /// The settings that scores must have been computed with.
    pub provenance: Option<ScoreProvenance>,
    /// Why scores were not used.
    pub mismatch: Option<String>,
}

impl RowBuilder<'_> {
    /// Converts a row. Scores of another file belong to it unless that file gives the row another id.
    pub fn row(&mut self, row: Row, number: usize) -> FileRow {
        let pair = row.map_err(|error| {
            // The title of the list already names the file.
            Arc::from(if error.file == self.name {
                format!("line {}{}", error.line, error.problem)
            } else {
                error.to_string()
            })
        })?;
        if let Some(missing) = pair.missing {
            return Err(Arc::from(format!("row {number}: {missing}")));
        }
        let id = pair
            .id
            .map_or_else(|| number.to_string(), |id| id.to_string());
        let mut scores = pair.scores;
        let mut provenance = pair.provenance;
        if let Some(file) = self.scores {
            let known = file.rows.get(number - 1);
            scores = known.and_then(|known| known.scores);
            provenance = known.and_then(|known| known.provenance.clone());
            if let Some(other) = known.and_then(|known| known.id.as_ref())
                && *other != id
            {
                self.mismatch.get_or_insert_with(|| {
                    format!("row {number} has the id {id:?} here but {other:?} there")
                });
                scores = None;
            }
        }
        if scores.is_some()
            && let Some(difference) = difference(provenance.as_ref(), self.provenance.as_ref())
        {
            self.mismatch
                .get_or_insert_with(|| format!("row {number} and the first rows {difference}"));
            scores = None;
        }
        // A file has scores of one system.
        let scores = scores.filter(|_| pair.other_systems.is_empty());
        let rivals = pair
            .other_systems
            .into_iter()
            .map(|rival| rival.candidate)
            .collect();
        Ok(Arc::new(FilePair {
            id,
            candidate: pair.candidate,
            references: pair.references,
            scores,
            other_candidates: rivals,
            looks_quoted: pair.looks_quoted,
        }))
    }
}
