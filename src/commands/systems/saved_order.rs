//! The order of a file of saved scores relative to the first file: matches their lines by id, or by number if there
//! are no ids. Only the first file's ids are in memory.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroU32;

use color_eyre::eyre::Result;
use rayon::prelude::*;

use super::saved::SavedScores;
use bertscope_printable::printable;

/// Marks a segment of the first file that no line has had yet.
const ABSENT: u32 = u32::MAX;

/// The lines of a file, matched with those of the first.
pub struct LineOrder<'a> {
    first: &'a SavedScores,
    /// The index of the line of each segment.
    lines: Vec<u32>,
    index: IdIndex,
}

impl<'a> LineOrder<'a> {
    /// Before the first line.
    pub fn new(first: &'a SavedScores) -> Self {
        Self {
            first,
            lines: vec![ABSENT; first.scores.len()],
            index: IdIndex::new(first),
        }
    }

    /// Matches the next line of `own`, which has this id and hash of references.
    pub fn add(
        &mut self,
        own: &SavedScores,
        number: u64,
        id: &str,
        references: Option<NonZeroU32>,
    ) -> Result<()> {
        let Self {
            first,
            lines,
            index,
        } = self;
        if !first.has_ids() {
            return Ok(());
        }
        let Some(place) = index.find(first, id) else {
            let sentence = format!(
                "line {number}: the id {} is not in {}",
                printable(id),
                printable(&first.name)
            );
            return Err(own.error(&sentence, "pass scores of the same segments"));
        };
        if lines[place] != ABSENT {
            return Err(own.duplicate(number, id, lines[place] as usize));
        }
        lines[place] = own.scores.len() as u32;
        if references
            .zip(first.references(place))
            .is_some_and(|(own, known)| own != known)
        {
            let sentence = format!(
                "line {number}: the references of {} differ from those in {}, line {}",
                printable(id),
                printable(&first.name),
                first.line_number(place)
            );
            return Err(own.error(&sentence, "compare systems on the same references"));
        }
        Ok(())
    }

    /// The index of the line of each segment, if every segment has one.
    pub fn finish(self, own: &SavedScores) -> Result<Vec<u32>> {
        let Self {
            first, mut lines, ..
        } = self;
        match (first.has_ids(), own.has_ids()) {
            (true, true) => {}
            (false, false) if own.scores.len() == lines.len() => {
                lines = (0..lines.len() as u32).collect()
            }
            (false, false) => {
                let (own_lines, known) = (own.scores.len(), lines.len());
                let sentence = format!(
                    "has {own_lines} segments, but {} has {known}",
                    printable(&first.name)
                );
                return Err(own.error(&sentence, "without ids, both need the same number"));
            }
            (is_first, _) => {
                let (with, without) = if is_first { (first, own) } else { (own, first) };
                let sentence = format!("has no ids, but {} does", printable(&with.name));
                return Err(without.error(&sentence, "score both with ids, or both without"));
            }
        }
        let Some(absent) = lines.iter().position(|line| *line == ABSENT) else {
            return Ok(lines);
        };
        let (number, id) = (
            first.line_number(absent),
            printable(first.scores.id(absent)),
        );
        let sentence = format!(
            "line {number}: the id {id} is not in {}",
            printable(&own.name)
        );
        Err(first.error(&sentence, "pass scores of the same segments"))
    }
}

/// The lines of the first file with the hashes of their ids, sorted by hash, then by id.
pub struct IdIndex(Vec<(u32, u32)>);

impl IdIndex {
    /// The ids of the first file.
    pub fn new(first: &SavedScores) -> Self {
        let lines = (0..first.scores.len()).filter(|_| first.has_ids());
        let mut lines: Vec<_> = lines
            .map(|line| (hash(id(first, line as u32)) as u32, line as u32))
            .collect();
        lines.par_sort_unstable_by(|a, b| {
            a.0.cmp(&b.0)
                .then_with(|| id(first, a.1).cmp(id(first, b.1)))
                .then(a.1.cmp(&b.1))
        });
        Self(lines)
    }

    fn find(&self, first: &SavedScores, wanted: &str) -> Option<usize> {
        let hashed = hash(wanted) as u32;
        let place = self.0.binary_search_by(|(known, line)| {
            known
                .cmp(&hashed)
                .then_with(|| id(first, *line).cmp(wanted))
        });
        place.ok().map(|at| self.0[at].1 as usize)
    }

    /// The first line with the id of an earlier one, and that one.
    pub fn first_duplicate(&self, first: &SavedScores) -> Option<[usize; 2]> {
        let is_equal =
            |a: (u32, u32), b: (u32, u32)| a.0 == b.0 && id(first, a.1) == id(first, b.1);
        let equal = self.0.windows(2).filter(|two| is_equal(two[0], two[1]));
        equal
            .map(|two| [two[1].1 as usize, two[0].1 as usize])
            .min()
    }
}

fn id(first: &SavedScores, line: u32) -> &str {
    first.scores.id(line as usize)
}

/// Hash of an id or of references.
pub fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
