//! Saved scores of a system, as written by `score --json`, perhaps on another machine. Of each line, only the numbers for
//! the comparison stay in memory, and its texts if they are requested.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;

use color_eyre::eyre::{Report, Result};
use rayon::prelude::*;

use super::html_entities;
use super::other_settings::word_overlap;
use super::saved_order::{IdIndex, LineOrder, hash};
use crate::usage_error::UsageError;
use bertscope_pairs::scored_lines::{self, ScoredLine};
use bertscope_printable::printable;
use bertscope_systems::{Measure, SegmentScores, SegmentValue, Segments};

/// Number of lines read together.
const BATCH_LINES: usize = 1024;

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
    offsets: Vec<(usize, u64)>,
    /// Hashes of the references in the first file; `None` for a line without texts.
    references: Vec<Option<NonZeroU32>>,
    /// The first line with an id, and the first without.
    with_id: Option<u64>,
    without_id: Option<u64>,
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

/// A line that has been read.
struct SavedLine {
    line: ScoredLine,
    id: Option<String>,
    /// The counts for word overlap, if there are texts.
    overlap: Option<[SegmentValue; 3]>,
    /// Hash of the references; `None` if there are no texts.
    references: Option<NonZeroU32>,
    has_entities: bool,
}

impl SavedScores {
    /// Reads the file of a system with this name; its lines are matched with those of the first file. With `texts`, each line must contain its texts,
    /// and they are kept.
    pub fn read(path: &Path, name: String, texts: bool, first: Option<&Self>) -> Result<Self> {
        let mut scores = Self::new(path.display().to_string(), name);
        let mut order = first.map(LineOrder::new);
        let mut lines = scored_lines::read(path)?;
        // The first line with scores tells which measures there are.
        let (mut waiting, mut is_measured) = (Vec::new(), false);
        loop {
            let some = lines.by_ref().take(BATCH_LINES).collect::<Result<Vec<_>, _>>()?;
            if some.is_empty() {
                break;
            }
            for line in &some {
                scores.check_signature(line)?;
                if texts && line.texts.is_none() {
                    let sentence = format!("line {} has no texts", line.number);
                    return Err(scores.error(&sentence, "score the file with --json --texts"));
                }
            }
            waiting.extend(some.into_par_iter().map(SavedLine::new).collect::<Vec<_>>());
            let scored = waiting.iter().find(|line| line.line.scores.is_ok());
            if let (false, Some(scored)) = (is_measured, scored) {
                scores.measure(scored.line.layers.iter().map(|(layer, _)| *layer).collect());
                is_measured = true;
            }
            if is_measured {
                waiting.drain(..).try_for_each(|line| scores.push(line, texts, order.as_mut()))?;
            }
        }
        if !is_measured {
            scores.measure(first.map_or_else(Vec::new, |first| first.layers.clone()));
            waiting.into_iter().try_for_each(|line| scores.push(line, texts, order.as_mut()))?;
        }
        if scores.scores.is_empty() {
            return Err(scores.error("has no scores", "pass the output of `bertscope score --json`"));
        }
        if let (Some(_), Some(number)) = (scores.with_id, scores.without_id) {
            let sentence = format!("line {number} has no id, but other lines have one");
            return Err(scores.error(&sentence, "give all segments an id, or none"));
        }
        scores.order = match order {
            Some(order) => order.finish(&scores)?,
            None => {
                if let Some([line, before]) = IdIndex::new(&scores).first_duplicate(&scores) {
                    return Err(scores.duplicate(scores.line_number(line), scores.scores.id(line), before));
                }
                (0..scores.scores.len() as u32).collect()
            }
        };
        Ok(scores)
    }

    fn new(file: String, name: String) -> Self {
        Self { name: file, scores: Segments::new(vec![name], &[]), has_texts: true, ..Self::default() }
    }

    /// Prepares for lines with these layers.
    fn measure(&mut self, layers: Vec<usize>) {
        // Which weights a layer has follows from the signature of all files.
        let at = layers.iter().map(|layer| Measure::F1AtLayer { layer: *layer, idf: false });
        let measures: Vec<Measure> = at.chain(Measure::OVERLAP).collect();
        self.scores = Segments::new(self.scores.systems().to_vec(), &measures);
        self.layers = layers;
    }

    fn push(&mut self, of: SavedLine, texts: bool, order: Option<&mut LineOrder<'_>>) -> Result<()> {
        let SavedLine { line, id, overlap, references, has_entities } = of;
        let (index, number, is_first) = (self.scores.len(), line.number, order.is_none());
        *(if id.is_some() { &mut self.with_id } else { &mut self.without_id }).get_or_insert(number) = number;
        let offset = number - index as u64;
        if self.offsets.last().is_none_or(|(_, last)| *last != offset) {
            self.offsets.push((index, offset));
        }
        if let (Some(order), Some(id)) = (order, &id) {
            order.add(self, number, id, references)?;
        }
        if line.scores.is_ok() && !line.layers.iter().map(|(layer, _)| layer).eq(&self.layers) {
            self.layers.clear();
            self.scores.map_measures(|measure| (!matches!(measure, Measure::F1AtLayer { .. })).then_some(measure));
        }
        if line.scores.is_ok() && overlap.is_none() && self.has_texts {
            self.has_texts = false;
            self.scores.map_measures(|measure| (!Measure::OVERLAP.contains(&measure)).then_some(measure));
        }
        let at = |layer: &usize| {
            let found = line.layers.iter().find(|(known, _)| known == layer);
            SegmentValue::Number(found.and_then(|(_, f1)| *f1))
        };
        let overlap = overlap.unwrap_or_else(|| word_overlap("", &[]));
        let overlap = overlap.into_iter().filter(|_| self.has_texts);
        let row = SegmentScores {
            scores: line.scores.as_ref().copied().unwrap_or_default(),
            human: line.human,
            others: self.layers.iter().map(at).chain(overlap).collect(),
        };
        let flags = [line.note.is_some(), has_entities];
        self.noted.iter_mut().zip(flags).filter(|(_, flag)| *flag).for_each(|(lines, _)| lines.push(index as u32));
        if is_first {
            let id = id.unwrap_or_else(|| (index + 1).to_string());
            self.references.push(references);
            self.scores.push(id, line.group.as_deref().unwrap_or_default(), &[row]);
        } else {
            self.scores.push("", "", &[row]);
        }
        if let Some((candidate, references)) = line.texts.filter(|_| texts) {
            let references = if is_first { references } else { Vec::new() };
            self.texts.push(SavedTexts { candidate, references, group: line.group });
        }
        if let Err(why) = line.scores {
            self.unscored.insert(index, why);
        }
        Ok(())
    }

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
        let sentence = format!("line {number}: the id {} is already used on line {before}", printable(id));
        self.error(&sentence, "give each segment a unique id")
    }

    /// An error in this file.
    pub fn error(&self, problem: &str, way_out: &str) -> Report {
        let comma = if problem.starts_with("line ") { "," } else { "" };
        UsageError(format!("{}{comma} {}; {way_out}", printable(&self.name), printable(problem))).into()
    }
}

impl SavedLine {
    fn new(mut line: ScoredLine) -> Self {
        let has_entities = line.texts.as_ref().is_some_and(|(candidate, references)| {
            references.iter().chain([candidate]).any(|text| html_entities::has_entity(text))
        });
        let overlap = line.texts.as_ref().map(|(candidate, references)| word_overlap(candidate, references));
        let references = line.texts.as_ref().and_then(|(_, references)| NonZeroU32::new(hash(references) as u32 | 1));
        Self { id: line.id.take().map(|id| id.to_string()), line, overlap, references, has_entities }
    }
}

/// The common signature; `None` if no file has one.
pub fn common_signature(systems: &[SavedScores]) -> Result<Option<String>> {
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
