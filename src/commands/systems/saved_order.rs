//! The order of a file of saved scores relative to the first file: matches their lines by id, or by number if there
//! are no ids. Only the first file's ids are in memory.

use std::hash::{DefaultHasher, Hash, Hasher};

use color_eyre::eyre::{Report, Result};

use super::saved::{SavedReferences, SavedScores};
use bertscope_pairs::scored_lines::ScoredLine;
use bertscope_printable::printable;

/// Marks a segment of the first file that no line has had yet.
const ABSENT: u32 = u32::MAX;

/// The lines of a file, matched with those of the first.
pub struct LineOrder<'a> {
    first: &'a SavedScores,
    /// The index of the line of each segment.
    lines: Vec<u32>,
    /// Whether the references of a scored line could not be checked.
    pub is_unchecked: bool,
}

impl<'a> LineOrder<'a> {
    /// Before the first line.
    pub fn new(first: &'a SavedScores) -> Self {
        Self {
            first,
            lines: vec![ABSENT; first.scores.len()],
            is_unchecked: false,
        }
    }

    /// Matches the next line of `file`, which has these references: by its id, or with the line at the same place.
    pub fn add(
        &mut self,
        file: &SavedScores,
        line: &ScoredLine,
        id: Option<&str>,
        references: Option<SavedReferences>,
    ) -> Result<()> {
        // A file with ids and one without are refused at the end, with what to do about it.
        if id.is_some() != self.first.has_ids() {
            return Ok(());
        }
        let segment = match id {
            Some(id) => self.add_id(file, line.number, id)?,
            None => file.scores.len(),
        };
        let (Some(references), Some(known)) = (references, self.first.references(segment)) else {
            // A line that could not be scored may have no texts.
            self.is_unchecked |= line.scores.is_ok() && !self.first.unscored.contains_key(&segment);
            return Ok(());
        };
        let Some(difference) = references.difference(known, &self.line_name(segment)) else {
            return Ok(());
        };
        let problem = match id {
            Some(id) => format!(", id {}: {difference}", printable(id)),
            None => format!(": {difference}"),
        };
        Err(file.line_error(
            line.number,
            &problem,
            "compare systems on the same references",
        ))
    }

    /// Takes the next line of `file` for the segment with its id.
    fn add_id(&mut self, file: &SavedScores, number: u64, id: &str) -> Result<usize> {
        let Some(segment) = self.first.segment_of_id(id) else {
            return Err(missing_id(file, number, id, self.first));
        };
        let line = &mut self.lines[segment];
        if *line != ABSENT {
            return Err(file.duplicate(number, id, *line as usize));
        }
        *line = file.scores.len() as u32;
        Ok(segment)
    }

    /// The line of a segment in the first file.
    fn line_name(&self, segment: usize) -> String {
        let number = self.first.line_number(segment);
        format!("{}, line {number}", printable(&self.first.name))
    }

    /// The index of the line of each segment, if every segment has one.
    pub fn finish(self, file: &SavedScores) -> Result<Vec<u32>> {
        let first = self.first;
        match (first.has_ids(), file.has_ids()) {
            (true, true) => {}
            (false, false) => return lines_by_number(file, first),
            (true, false) => return Err(lacks_ids(file, first)),
            (false, true) => return Err(lacks_ids(first, file)),
        }
        match self.lines.iter().position(|line| *line == ABSENT) {
            None => Ok(self.lines),
            Some(absent) => {
                let number = first.line_number(absent);
                Err(missing_id(first, number, first.scores.id(absent), file))
            }
        }
    }
}

fn lines_by_number(file: &SavedScores, first: &SavedScores) -> Result<Vec<u32>> {
    let segments = first.scores.len();
    let found = file.scores.len();
    if found == segments {
        return Ok((0..segments as u32).collect());
    }
    let problem = format!(
        "has {found} segments, but {} has {segments}",
        printable(&first.name)
    );
    Err(file.error(&problem, "without ids, both need the same number"))
}

fn lacks_ids(file: &SavedScores, other: &SavedScores) -> Report {
    let problem = format!("has no ids, but {} does", printable(&other.name));
    file.error(&problem, "score both with ids, or both without")
}

fn missing_id(file: &SavedScores, number: u64, id: &str, other: &SavedScores) -> Report {
    let problem = format!(
        ": the id {} is not in {}",
        printable(id),
        printable(&other.name)
    );
    file.line_error(number, &problem, "pass scores of the same segments")
}

/// Hash of an id or of references.
pub fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
