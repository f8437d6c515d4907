//! The order of a file of saved scores relative to the first file: matches their lines by id, or by number if there
//! are no ids. Only the first file's ids are in memory.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroU32;

use color_eyre::eyre::Result;

use super::saved::SavedScores;
use bertscope_printable::printable;

/// Marks a segment of the first file that no line has had yet.
const ABSENT: u32 = u32::MAX;

/// The lines of a file, matched with those of the first.
pub struct LineOrder<'a> {
    first: &'a SavedScores,
    /// The index of the line of each segment.
    lines: Vec<u32>,
    /// The segment that is expected next.
    next: usize,
    index: Option<IdIndex>,
}

impl<'a> LineOrder<'a> {
    /// Before the first line.
    pub fn new(first: &'a SavedScores) -> Self {
        Self { first, lines: vec![ABSENT; first.scores.len()], next: 0, index: None }
    }

    /// Matches the next line of `own`, which has this id and hash of references.
    ///
    /// # Errors
    /// [`UsageError`](crate::usage_error::UsageError) for an id that is unknown or duplicate, or for other references.
    pub fn add(&mut self, own: &SavedScores, number: u64, id: &str, references: Option<NonZeroU32>) -> Result<()> {
        let Self { first, lines, next, index } = self;
        if !first.has_ids() {
            return Ok(());
        }
        let known = &first.scores;
        let is_next = *next < known.len() && known.id(*next) == id;
        let place = if is_next { Some(*next) } else { index.get_or_insert_with(|| IdIndex::new(first)).find(first, id) };
        let Some(place) = place else {
            let sentence = format!("line {number}: the id {} is not in {}", printable(id), printable(&first.name));
            return Err(own.error(&sentence, "pass scores of the same segments"));
        };
        if lines[place] != ABSENT {
            return Err(own.duplicate(number, id, lines[place] as usize));
        }
        lines[place] = own.scores.len() as u32;
        *next = place + 1;
        if references.zip(first.references(place)).is_some_and(|(own, known)| own != known) {
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
    ///
    /// # Errors
    /// [`UsageError`](crate::usage_error::UsageError) for files of which only one has ids, or with other segments.
    pub fn finish(self, own: &SavedScores) -> Result<Vec<u32>> {
        let Self { first, mut lines, .. } = self;
        match (first.has_ids(), own.has_ids()) {
            (true, true) => {}
            (false, false) if own.scores.len() == lines.len() => lines = (0..lines.len() as u32).collect(),
            (false, false) => {
                let (own_lines, known) = (own.scores.len(), lines.len());
                let sentence = format!("has {own_lines} segments, but {} has {known}", printable(&first.name));
                return Err(own.error(&sentence, "without ids, both need the same number"));
            }
            (is_first, _) => {
                let (with, without) = if is_first { (first, own) } else { (own, first) };
                let sentence = format!("has no ids, but {} does", printable(&with.name));
                return Err(without.error(&sentence, "score both with ids, or both without"));
            }
        }
        let Some(absent) = lines.iter().position(|line| *line == ABSENT) else { return Ok(lines) };
        let (number, id) = (first.line_number(absent), printable(first.scores.id(absent)));
        let sentence = format!("line {number}: the id {id} is not in {}", printable(&own.name));
        Err(first.error(&sentence, "pass scores of the same segments"))
    }
}

/// The lines of the first file, sorted by a hash of their ids.
pub struct IdIndex(Vec<(NonZeroU32, u32)>);

impl IdIndex {
    fn new(first: &SavedScores) -> Self {
        let hashed = |line: usize| (hash(first.scores.id(line)), line as u32);
        let mut lines: Vec<_> = (0..first.scores.len()).map(hashed).collect();
        lines.sort_unstable();
        Self(lines)
    }

    /// The lines whose ids may be equal to this one.
    fn candidates(&self, hash: NonZeroU32) -> &[(NonZeroU32, u32)] {
        let from = &self.0[self.0.partition_point(|(known, _)| *known < hash)..];
        &from[..from.partition_point(|(known, _)| *known == hash)]
    }

    fn find(&self, first: &SavedScores, id: &str) -> Option<usize> {
        let mut lines = self.candidates(hash(id)).iter().map(|(_, line)| *line as usize);
        lines.find(|line| first.scores.id(*line) == id)
    }

    /// The first line with the id of an earlier one, and that one.
    pub fn first_duplicate(first: &SavedScores) -> Option<[usize; 2]> {
        let index = Self::new(first);
        let several = index.0.windows(2).filter(|two| two[0].0 == two[1].0).map(|two| two[1].1 as usize);
        let duplicate = several.filter_map(|line| {
            let before = index.find(first, first.scores.id(line))?;
            (before < line).then_some([line, before])
        });
        duplicate.min()
    }
}

/// Hash of an id or of references.
pub fn hash(value: impl Hash) -> NonZeroU32 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    NonZeroU32::new(hasher.finish() as u32).unwrap_or(NonZeroU32::MIN)
}
