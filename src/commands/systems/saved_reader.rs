//! Reads saved scores, and matches them with those of the first file. Of each line, only the numbers for the comparison stay in
//! memory, and its texts if they are requested.

use std::path::Path;

use color_eyre::eyre::Result;
use rayon::prelude::*;

use super::other_settings::word_overlap;
use super::remarks::SELECTED_NOTE;
use super::saved::{SavedReferences, SavedScores, SavedTexts, difference_from};
use super::saved_order::{LineOrder, hash};
use crate::usage_error::refuse;
use bertscope_analysis::Note;
use bertscope_pairs::scored_lines::{self, ScoredLine};
use bertscope_printable::printable;
use bertscope_systems::{Measure, SegmentScores, SegmentValue, Segments};

/// The note on a line about which `score` wrote a note.
const SCORE_NOTE: &str =
    "`score` wrote a note with the scores, such as on a text without words or a truncated text";

const BATCH_LINES: usize = 1024;

/// Maximum number of signatures in a file, each of which is compared with those of every other file.
const MAX_SIGNATURES: usize = 16;

/// A line that has been read.
struct SavedLine {
    line: ScoredLine,
    id: Option<String>,
    /// The counts for word overlap, if there are texts.
    overlap: Option<[SegmentValue; 3]>,
    /// The references; `None` if there are no texts.
    references: Option<SavedReferences>,
    notes: Vec<&'static str>,
    overlap_notes: Vec<&'static str>,
}

/// Reads the lines of a file.
struct SavedReader<'a> {
    scores: SavedScores,
    /// Matches the lines with those of the first file; `None` for that file itself.
    order: Option<LineOrder<'a>>,
    texts: bool,
    is_measured: bool,
    /// Lines before the first with scores, which tells which measures there are.
    waiting: Vec<SavedLine>,
}

impl SavedScores {
    /// Reads the file of a system with this name; its lines are matched with those of the first file. With `texts`, each line must
    /// contain its texts, and they are kept.
    pub fn read(path: &Path, name: String, texts: bool, first: Option<&Self>) -> Result<Self> {
        let mut reader = SavedReader {
            scores: Self {
                name: path.display().to_string(),
                scores: Segments::new(vec![name], &[]),
                has_texts: true,
                ..Self::default()
            },
            order: first.map(LineOrder::new),
            texts,
            is_measured: false,
            waiting: Vec::new(),
        };
        let mut lines = scored_lines::read(path)?;
        loop {
            let batch: Vec<ScoredLine> =
                lines.by_ref().take(BATCH_LINES).collect::<Result<_, _>>()?;
            if batch.is_empty() {
                break;
            }
            reader.add(batch)?;
        }
        if !reader.is_measured {
            // No line has scores. With the layers of the first file, the two can still be compared.
            let layers = first.map_or_else(Vec::new, |first| first.layers.clone());
            reader.measure(layers)?;
        }
        reader.finish()
    }
}

impl SavedReader<'_> {
    fn add(&mut self, batch: Vec<ScoredLine>) -> Result<()> {
        for line in &batch {
            self.check_signature(line)?;
            if self.texts && line.texts.is_none() {
                return Err(self.scores.line_error(
                    line.number,
                    " has no texts",
                    "score the file with --json --texts",
                ));
            }
        }
        let batch: Vec<SavedLine> = batch.into_par_iter().map(SavedLine::new).collect();
        self.waiting.extend(batch);
        if self.is_measured {
            return self.push_waiting();
        }
        match self.waiting.iter().find(|line| line.line.scores.is_ok()) {
            None => Ok(()),
            Some(scored) => {
                let layers = scored.line.layers.iter().map(|(layer, _)| *layer).collect();
                self.measure(layers)
            }
        }
    }

    /// Checks that the line was scored as the lines before it, as far as its signature says.
    fn check_signature(&mut self, line: &ScoredLine) -> Result<()> {
        let Some(signature) = &line.signature else {
            return Ok(());
        };
        let known = &mut self.scores.signatures;
        if known.contains(signature) {
            return Ok(());
        }
        let number = line.number;
        if let Some(difference) = difference_from(known, signature) {
            let name = &self.scores.name;
            return refuse(printable(&format!(
                "{name}, line {number} and the lines before it {difference}"
            )));
        }
        if known.len() == MAX_SIGNATURES {
            let problem =
                format!(" has another signature than the {MAX_SIGNATURES} of the lines before it");
            return Err(self.scores.line_error(
                number,
                &problem,
                "score all pairs with one version",
            ));
        }
        known.push(signature.clone());
        Ok(())
    }

    /// Prepares for lines with these layers, and takes those that have been read.
    fn measure(&mut self, layers: Vec<usize>) -> Result<()> {
        let f1_at_layers = layers.iter().map(|layer| Measure::F1AtLayer {
            layer: *layer,
            // Which weights a layer has follows from the signature of all files.
            idf: false,
        });
        let measures: Vec<Measure> = f1_at_layers.chain(Measure::OVERLAP).collect();
        let systems = self.scores.scores.systems().to_vec();
        self.scores.scores = Segments::new(systems, &measures);
        self.scores.layers = layers;
        self.is_measured = true;
        self.push_waiting()
    }

    fn push_waiting(&mut self) -> Result<()> {
        for line in std::mem::take(&mut self.waiting) {
            self.push(line)?;
        }
        Ok(())
    }

    fn push(&mut self, saved: SavedLine) -> Result<()> {
        let scores = &mut self.scores;
        let line = &saved.line;
        let number = line.number;
        let index = scores.scores.len();
        let first_number = match saved.id {
            Some(_) => &mut scores.first_with_id,
            None => &mut scores.first_without_id,
        };
        first_number.get_or_insert(number);
        let offset = number - index as u64;
        if scores
            .offsets
            .last()
            .is_none_or(|(_, last)| *last != offset)
        {
            scores.offsets.push((index, offset));
        }
        let id = saved.id.as_deref();
        if let Some(order) = &mut self.order {
            order.add(scores, line, id, saved.references)?;
        }
        if line.scores.is_ok() {
            scores.drop_missing_measures(&saved);
        }
        for note in &saved.notes {
            scores.notes.entry(note).or_default().push(index as u32);
        }
        for note in &saved.overlap_notes {
            let lines = scores.overlap_notes.entry(note).or_default();
            lines.push(index as u32);
        }
        let texts = (&line.group, &line.texts);
        scores.hashed_texts.push(hash(texts));
        let row = scores.row(&saved);
        let is_first = self.order.is_none();
        if is_first {
            let id = saved.id.unwrap_or_else(|| (index + 1).to_string());
            let group = saved.line.group.as_deref().unwrap_or_default();
            scores.references.push(saved.references);
            scores.scores.push(id, group, &[row]);
        } else {
            scores.scores.push("", "", &[row]);
        }
        if let Some((candidate, references)) = saved.line.texts
            && self.texts
        {
            scores.texts.push(SavedTexts {
                candidate,
                references: if is_first { references } else { Vec::new() },
                group: saved.line.group,
            });
        }
        if let Err(reason) = saved.line.scores {
            scores.unscored.insert(index, reason);
        }
        Ok(())
    }

    fn finish(self) -> Result<SavedScores> {
        let mut scores = self.scores;
        if scores.scores.is_empty() {
            let way_out = "pass the output of `bertscope score --json`";
            return Err(scores.error("has no scores", way_out));
        }
        if let Some(number) = scores.first_without_id
            && scores.has_ids()
        {
            return Err(scores.line_error(
                number,
                " has no id, but other lines have one",
                "give all segments an id, or none",
            ));
        }
        if let Some(order) = self.order {
            scores.is_unchecked = order.is_unchecked;
            scores.order = order.finish(&scores)?;
            return Ok(scores);
        }
        scores.index_ids()?;
        scores.order = (0..scores.scores.len() as u32).collect();
        Ok(scores)
    }
}

impl SavedScores {
    /// A measure that a scored line lacks cannot be compared, and goes.
    fn drop_missing_measures(&mut self, saved: &SavedLine) {
        let layers = saved.line.layers.iter().map(|(layer, _)| layer);
        if !layers.eq(&self.layers) {
            self.layers.clear();
            self.scores.map_measures(|measure| match measure {
                Measure::F1AtLayer { .. } => None,
                other => Some(other),
            });
        }
        if saved.overlap.is_none() && self.has_texts {
            self.has_texts = false;
            self.scores.map_measures(|measure| {
                let is_overlap = Measure::OVERLAP.contains(&measure);
                (!is_overlap).then_some(measure)
            });
        }
    }

    /// The numbers of a line for the measures.
    fn row(&self, saved: &SavedLine) -> SegmentScores {
        let line = &saved.line;
        let mut others = Vec::with_capacity(self.layers.len() + Measure::OVERLAP.len());
        for layer in &self.layers {
            let found = line.layers.iter().find(|(known, _)| known == layer);
            others.push(SegmentValue::Number(found.and_then(|(_, f1)| *f1)));
        }
        if self.has_texts {
            // A line without scores may have no texts; it needs a value for each measure all the same.
            others.extend(saved.overlap.unwrap_or_else(|| word_overlap("", &[])));
        }
        SegmentScores {
            scores: line.scores.as_ref().copied().unwrap_or_default(),
            human: line.human,
            others,
        }
    }
}

impl SavedLine {
    fn new(mut line: ScoredLine) -> Self {
        let mut overlap = None;
        let mut saved_references = None;
        let mut overlap_notes = Vec::new();
        let mut notes = Vec::new();
        if line.note.is_some() {
            notes.push(SCORE_NOTE);
        }
        if line.selected {
            notes.push(SELECTED_NOTE);
        }
        if let Some((candidate, references)) = &line.texts {
            overlap = Some(word_overlap(candidate, references));
            saved_references = Some(SavedReferences::new(references));
            let texts = [candidate].into_iter().chain(references);
            let entities = Note::html_entities(texts.map(String::as_str));
            notes.extend(entities.as_ref().map(Note::kind));
            overlap_notes = bertscope_overlap::notes(references);
        }
        Self {
            id: line.id.take().map(|id| id.to_string()),
            line,
            overlap,
            references: saved_references,
            notes,
            overlap_notes,
        }
    }
}
