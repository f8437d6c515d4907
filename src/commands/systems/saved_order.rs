//! The order of a file of saved scores relative to the first file: matches their lines by id, or by number if there
//! are no ids. Only the first file's ids are in memory.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use color_eyre::eyre::{Report, Result};

use super::saved::{SavedReferences, SavedScores};
use bertscope_printable::printable;

/// Marks a segment of the first file that no line has had yet.
const ABSENT: u32 = u32::MAX;

/// The lines of a file, matched with those of the first.
pub struct LineOrder<'a> {
    first: &'a SavedScores,
    /// The index of the line of each segment.
    lines: Vec<u32>,
    lines_by_id: HashMap<&'a str, usize>,
    /// Whether the references of a scored line could not be checked.
    pub is_unchecked: bool,
}

impl<'a> LineOrder<'a> {
    /// Before the first line.
    pub fn new(first: &'a SavedScores) -> Result<Self> {
        Ok(Self {
            first,
            lines: vec![ABSENT; first.scores.len()],
            lines_by_id: lines_by_id(first)?,
            is_unchecked: false,
        })
    }

    /// Matches the next line of `file`, which has this id and these references.
    pub fn add(
        &mut self,
        file: &SavedScores,
        number: u64,
        id: &str,
        references: Option<SavedReferences>,
    ) -> Result<()> {
        let first = self.first;
        if !first.has_ids() {
            return Ok(());
        }
        let Some(&segment) = self.lines_by_id.get(id) else {
            return Err(missing_id(file, number, id, first));
        };
        let line = &mut self.lines[segment];
        if *line != ABSENT {
            return Err(file.duplicate(number, id, *line as usize));
        }
        *line = file.scores.len() as u32;
        if let (Some(references), Some(known)) = (references, first.references(segment))
            && let Some(difference) = references.difference(known, &self.line_name(segment))
        {
            let problem = format!(", id {}: {difference}", printable(id));
            return Err(other_references(file, number, &problem));
        }
        Ok(())
    }

    /// Matches the next line of `file`, which has no id and these references, with the line at the same place.
    pub fn add_without_id(
        &mut self,
        file: &SavedScores,
        number: u64,
        references: Option<SavedReferences>,
    ) -> Result<()> {
        let segment = file.scores.len();
        if self.first.has_ids() {
            // Refused at the end, with what to do about it.
            return Ok(());
        }
        let (Some(references), Some(known)) = (references, self.first.references(segment)) else {
            self.is_unchecked = true;
            return Ok(());
        };
        match references.difference(known, &self.line_name(segment)) {
            None => Ok(()),
            Some(difference) => Err(other_references(file, number, &format!(": {difference}"))),
        }
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

fn other_references(file: &SavedScores, number: u64, problem: &str) -> Report {
    file.line_error(number, problem, "compare systems on the same references")
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

/// The line of each id of the first file; none if its lines have no ids. Fails for an id of two lines.
pub fn lines_by_id(first: &SavedScores) -> Result<HashMap<&str, usize>> {
    let mut lines = HashMap::new();
    if !first.has_ids() {
        return Ok(lines);
    }
    for line in 0..first.scores.len() {
        let id = first.scores.id(line);
        if let Some(before) = lines.insert(id, line) {
            return Err(first.duplicate(first.line_number(line), id, before));
        }
    }
    Ok(lines)
}

/// Hash of references.
pub fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
