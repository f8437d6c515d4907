//! Saved scores of systems, as written by `score --json`, perhaps on other machines: one file each. Aligns their lines
//! by segment.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use color_eyre::eyre::{Report, Result};
use rayon::prelude::*;

use crate::usage_error::UsageError;
use bertscope_pairs::scored_lines::{self, ScoredLine};
use bertscope_printable::printable;

/// Number of lines read together.
const BATCH_LINES: usize = 1024;

/// The scores of a system.
#[derive(Debug)]
pub struct SavedScores<T> {
    /// The file.
    pub name: String,
    /// Its lines, at least one.
    pub lines: Vec<SavedLine<T>>,
    /// The signature of all lines, if any line states it.
    pub signature: Option<String>,
}

/// A line, with the data that the reader keeps.
#[derive(Debug)]
pub struct SavedLine<T> {
    /// The line number in the file, from 1.
    pub number: u64,
    /// The segment's id.
    pub id: Option<String>,
    /// Hash of the references; `None` if the file has no texts.
    references: Option<u64>,
    /// The kept data.
    pub data: T,
}

impl<T: Send> SavedScores<T> {
    /// Reads a file. `keep` extracts data from each line, or says what is missing and what to do.
    ///
    /// # Errors
    /// `PairsError` for an invalid row of scores, and [`UsageError`] for a file without rows or with rows of different
    /// settings.
    pub fn read(path: &Path, keep: impl Fn(ScoredLine) -> Result<T, [&'static str; 2]> + Sync) -> Result<Self> {
        let mut scores = Self { name: path.display().to_string(), lines: Vec::new(), signature: None };
        let mut lines = scored_lines::read(path)?;
        loop {
            let some = lines.by_ref().take(BATCH_LINES).collect::<Result<Vec<_>, _>>()?;
            if some.is_empty() {
                break;
            }
            for line in &some {
                scores.check_signature(line)?;
            }
            let kept = some.into_par_iter().map(|line| SavedLine::from_line(line, &keep)).collect::<Vec<_>>();
            for line in kept {
                let refuse = |(number, [problem, way_out]): (u64, [&str; 2])| {
                    scores.error(&format!("line {number} {problem}"), way_out)
                };
                let line = line.map_err(refuse)?;
                scores.lines.push(line);
            }
        }
        if scores.lines.is_empty() {
            return Err(scores.error("has no scores", "pass the output of `bertscope score --json`"));
        }
        Ok(scores)
    }
}

impl<T> SavedScores<T> {
    /// Checks that all lines that state a signature state the same one.
    fn check_signature(&mut self, line: &ScoredLine) -> Result<()> {
        if let (Some(known), Some(other)) = (&self.signature, &line.signature)
            && known != other
        {
            let sentence =
                format!("line {} was scored with {other}, but the lines before it with {known}", line.number);
            return Err(self.error(&sentence, "score the whole file with the same settings"));
        }
        if self.signature.is_none() {
            self.signature.clone_from(&line.signature);
        }
        Ok(())
    }

    /// For each line of the first file, the index of the line of this file with the same segment: the same id, or the
    /// same number if there are no ids.
    ///
    /// # Errors
    /// [`UsageError`] with file and line, for segments that do not match.
    pub fn line_order_for(&self, first: &Self) -> Result<Vec<usize>> {
        let (known, own) = match (first.by_id()?, self.by_id()?) {
            (Some(known), Some(own)) => (known, own),
            (None, None) if self.lines.len() == first.lines.len() => return Ok((0..self.lines.len()).collect()),
            (None, None) => {
                let (own, known) = (self.lines.len(), first.lines.len());
                let sentence = format!("has {own} segments, but {} has {known}", printable(&first.name));
                return Err(self.error(&sentence, "without ids, both need the same number"));
            }
            (known, _) => {
                let (with, without) = if known.is_some() { (first, self) } else { (self, first) };
                let sentence = format!("has no ids, but {} does", printable(&with.name));
                return Err(without.error(&sentence, "score both with ids, or both without"));
            }
        };
        let absent = |from: &Self, line: &SavedLine<T>, other: &Self| {
            let sentence =
                format!("line {}: the id {} is not in {}", line.number, line.display_name(), printable(&other.name));
            from.error(&sentence, "pass scores of the same segments")
        };
        if let Some(line) = self.lines.iter().find(|line| line.id.as_ref().is_some_and(|id| !known.contains_key(&**id)))
        {
            return Err(absent(self, line, first));
        }
        let find = |line: &SavedLine<T>| {
            let place = line.id.as_ref().and_then(|id| own.get(&**id)).copied();
            place.ok_or_else(|| absent(first, line, self))
        };
        let order = first.lines.iter().map(find).collect::<Result<Vec<usize>>>()?;
        self.check_references(first, &order)?;
        Ok(order)
    }

    /// Checks that two systems have the same references.
    fn check_references(&self, first: &Self, order: &[usize]) -> Result<()> {
        let pairs = first.lines.iter().zip(order.iter().map(|place| &self.lines[*place]));
        let differs = |(a, b): &(&SavedLine<T>, &SavedLine<T>)| matches!((a.references, b.references), (Some(a), Some(b)) if a != b);
        let Some((line, own)) = pairs.into_iter().find(differs) else { return Ok(()) };
        let sentence = format!(
            "line {}: the references of {} differ from those in {}, line {}",
            own.number,
            line.display_name(),
            printable(&first.name),
            line.number
        );
        Err(self.error(&sentence, "compare systems on the same references"))
    }

    /// The index of each id; `None` if no line has one.
    fn by_id(&self) -> Result<Option<HashMap<&str, usize>>> {
        if self.lines.iter().all(|line| line.id.is_none()) {
            return Ok(None);
        }
        let mut places = HashMap::with_capacity(self.lines.len());
        for (place, line) in self.lines.iter().enumerate() {
            let Some(id) = &line.id else {
                let sentence = format!("line {} has no id, but other lines have one", line.number);
                return Err(self.error(&sentence, "give all segments an id, or none"));
            };
            if let Some(before) = places.insert(&**id, place) {
                let (own, before) = (line.number, self.lines[before].number);
                let sentence = format!("line {own}: the id {} is already used on line {before}", line.display_name());
                return Err(self.error(&sentence, "give each segment a unique id"));
            }
        }
        Ok(Some(places))
    }

    fn error(&self, problem: &str, way_out: &str) -> Report {
        let comma = if problem.starts_with("line ") { "," } else { "" };
        UsageError(format!("{}{comma} {}; {way_out}", printable(&self.name), printable(problem))).into()
    }
}

impl<T> SavedLine<T> {
    /// The kept data of a line; or its number, what is missing and what to do.
    fn from_line(
        line: ScoredLine,
        keep: impl Fn(ScoredLine) -> Result<T, [&'static str; 2]>,
    ) -> Result<Self, (u64, [&'static str; 2])> {
        let references = line.texts.as_ref().map(|(_, references)| {
            let mut hasher = DefaultHasher::new();
            references.hash(&mut hasher);
            hasher.finish()
        });
        let (number, id) = (line.number, line.id.as_ref().map(ToString::to_string));
        keep(line).map(|kept| Self { number, id, references, data: kept }).map_err(|why| (number, why))
    }

    /// The name of the line in a message.
    fn display_name(&self) -> String {
        self.id.as_deref().map_or_else(|| format!("segment {}", self.number), printable)
    }
}

/// The common signature; `None` if no file has one.
///
/// # Errors
/// [`UsageError`] for scores of different settings.
pub fn common_signature<T>(systems: &[SavedScores<T>]) -> Result<Option<String>> {
    let mut signed = systems.iter().filter_map(|system| Some((system, system.signature.as_ref()?)));
    let Some((first, signature)) = signed.next() else { return Ok(None) };
    match signed.find(|(_, other)| *other != signature) {
        None => Ok(Some(signature.clone())),
        Some((other, differs)) => {
            let sentence = format!("was scored with {differs}, but {} with {signature}", printable(&first.name));
            Err(other.error(&sentence, "score all systems with the same settings"))
        }
    }
}
