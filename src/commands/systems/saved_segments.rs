//! Systems with saved scores, segment by segment.
//!
//! The segments are those of the first file, in its order, so that the resamples equal those of a single run over that
//! file.

use std::path::PathBuf;

use color_eyre::eyre::Result;

use super::html_entities;
use super::other_settings::word_overlap;
use super::run::{Failures, SystemsResults};
use super::saved::{SavedLine, SavedScores, common_signature};
use crate::commands::progress_bar::ProgressLine;
use crate::usage_error::UsageError;
use bertscope_pairs::provenance::ScoreProvenance;
use bertscope_pairs::scored_lines::ScoredLine;
use bertscope_printable::printable;
use bertscope_report::findings::note_counts::NoteCounts;
use bertscope_report::findings::{Remarks, Segment, SystemOutput};
use bertscope_systems::{Measure, SegmentScores, SegmentValue, Segments};

/// The note on a segment about which `score` wrote a note.
const NOTE: &str = "`score` wrote a note with the scores, such as on a text without words or a truncated text";

/// Saved systems with aligned lines.
pub struct SavedSegments {
    systems: Vec<SavedScores<SavedRow>>,
    /// For each system, the line index of each segment.
    order: Vec<Vec<usize>>,
    /// The signature of all scores, if a file states it.
    pub signature: Option<String>,
    /// Layers with their own scores, besides that of the signature.
    layers: Vec<usize>,
    /// The measures besides P, R and F1.
    pub measures: Vec<Measure>,
}

/// The kept data of a line.
pub struct SavedRow {
    /// The group, if any.
    pub group: Option<String>,
    /// The scores, or why there are none.
    pub scores: Result<[Option<f64>; 3], String>,
    /// The human score.
    pub human: Option<f64>,
    /// Whether `score` wrote a note.
    is_noted: bool,
    /// Whether a text contains HTML entities.
    has_entities: bool,
    /// Candidate and references, if requested and present.
    pub texts: Option<(String, Vec<String>)>,
    /// F1 of each layer.
    layers: Vec<(usize, Option<f64>)>,
    /// The counts for word overlap, if there are texts.
    overlap: Option<[SegmentValue; 3]>,
}

impl SavedSegments {
    /// Reads the files; with `texts`, each line must contain its texts, and they are kept.
    ///
    /// # Errors
    /// `PairsError` and `UsageError` for files that cannot be read or do not match.
    pub fn read(paths: &[PathBuf], texts: bool) -> Result<Self> {
        let systems = paths
            .iter()
            .map(|path| SavedScores::read(path, |line| SavedRow::from_line(line, texts)))
            .collect::<Result<Vec<_>>>()?;
        let signature = common_signature(&systems)?;
        let order = systems.iter().map(|system| system.line_order_for(&systems[0])).collect::<Result<Vec<_>, _>>()?;
        let own = signature.as_deref().and_then(ScoreProvenance::from_signature).unwrap_or_default();
        let layers: Vec<usize> =
            common_layers(&systems).into_iter().filter(|layer| Some(*layer) != own.layer).collect();
        let has_texts = scored(&systems).all(|row| row.overlap.is_some());
        let at = layers.iter().map(|layer| Measure::F1AtLayer { layer: *layer, idf: own.idf.unwrap_or(false) });
        let measures = at.chain(Measure::OVERLAP.into_iter().filter(|_| has_texts)).collect();
        Ok(Self { systems, order, signature, layers, measures })
    }

    /// The line of each system for each segment.
    fn iter(&self) -> impl Iterator<Item = Vec<&SavedLine<SavedRow>>> {
        let line = move |segment: usize| {
            self.systems.iter().zip(&self.order).map(|(system, order)| &system.lines[order[segment]]).collect()
        };
        (0..self.systems.first().map_or(0, |system| system.lines.len())).map(line)
    }

    /// The values of a candidate for the comparison; without scores, only for word overlap.
    fn scores(&self, row: &SavedRow) -> SegmentScores {
        let at = |layer: &usize| {
            let found = row.layers.iter().find(|(known, _)| known == layer);
            SegmentValue::Number(found.and_then(|(_, f1)| *f1))
        };
        let overlap = row.overlap.iter().flatten().copied().filter(|_| self.has_overlap());
        SegmentScores {
            scores: row.scores.as_ref().copied().unwrap_or_default(),
            human: row.human,
            others: self.layers.iter().map(at).chain(overlap).collect(),
        }
    }

    /// The results for systems with these names. With texts, for a report, segments without scores are kept; otherwise
    /// they are left out, and end a strict run.
    ///
    /// # Errors
    /// [`UsageError`] for a segment that is left out of a strict run.
    pub fn results(&self, names: Vec<String>, with_texts: bool, strict: bool) -> Result<SystemsResults> {
        let mut scores = Segments::new(names, &self.measures);
        let (mut failures, bar) = (Failures::default(), ProgressLine::for_pairs(None));
        let mut segments = Vec::new();
        for lines in self.iter() {
            let number = failures.next_row();
            match self.check(&lines) {
                Err(problem) if !with_texts && strict => return Err(UsageError(problem).into()),
                Err(problem) if !with_texts => {
                    failures.add(problem, &bar);
                    continue;
                }
                _ => {}
            }
            let row: Vec<_> = lines.iter().map(|line| self.scores(&line.data)).collect();
            let id = lines[0].id.clone().unwrap_or_else(|| number.to_string());
            scores.push(id, lines[0].data.group.as_deref().unwrap_or_default(), &row);
            segments.extend(with_texts.then(|| segment(number as usize, &lines)));
        }
        let signature = self.signature.clone().unwrap_or_default();
        Ok(SystemsResults { signature, scores, drivers: None, remarks: self.remarks(), failures, segments })
    }

    /// Why a segment lacks scores of some system, with file and line.
    ///
    /// # Errors
    /// That reason.
    fn check(&self, segment: &[&SavedLine<SavedRow>]) -> Result<(), String> {
        let unscored = self.systems.iter().zip(segment).find_map(|(system, line)| {
            let why = line.data.scores.as_ref().err()?;
            Some(format!("{}, line {}: was not scored: {}", printable(&system.name), line.number, printable(why)))
        });
        unscored.map_or(Ok(()), Err)
    }

    /// The remarks on scored segments: a note from `score`, HTML entities.
    fn remarks(&self) -> Remarks {
        let mut notes = NoteCounts::default();
        for (index, lines) in self.iter().enumerate().filter(|(_, lines)| self.check(lines).is_ok()) {
            let id = lines[0].id.clone().unwrap_or_else(|| (index + 1).to_string());
            let is_noted = lines.iter().any(|line| line.data.is_noted).then_some(NOTE);
            let has_entities = lines.iter().any(|line| line.data.has_entities).then_some(html_entities::NOTE);
            notes.add(&id, &is_noted.into_iter().chain(has_entities).collect::<Vec<_>>());
        }
        // Files with duplicate ids are refused.
        Remarks { notes, repeated_ids: None }
    }

    fn has_overlap(&self) -> bool {
        self.measures.contains(&Measure::Bleu)
    }
}

impl SavedRow {
    fn from_line(line: ScoredLine, texts: bool) -> Result<Self, [&'static str; 2]> {
        if texts && line.texts.is_none() {
            return Err(["has no texts", "score the file with --json --texts"]);
        }
        let has_entities = line.texts.as_ref().is_some_and(|(candidate, references)| {
            references.iter().chain([candidate]).any(|text| html_entities::has_entity(text))
        });
        let overlap = line.texts.as_ref().map(|(candidate, references)| word_overlap(candidate, references));
        Ok(Self {
            group: line.group,
            scores: line.scores,
            human: line.human,
            is_noted: line.note.is_some(),
            has_entities,
            texts: line.texts.filter(|_| texts),
            layers: line.layers,
            overlap,
        })
    }
}

fn segment(row: usize, lines: &[&SavedLine<SavedRow>]) -> Segment {
    let SavedLine { id, data, .. } = lines[0];
    let output = |line: &&SavedLine<SavedRow>| {
        let candidate = line.data.texts.as_ref().map_or("", |(candidate, _)| candidate);
        SystemOutput::new(candidate, line.data.scores.as_ref().copied().unwrap_or_default(), line.data.human)
    };
    Segment {
        row,
        id: id.clone(),
        group: data.group.clone(),
        references: data.texts.as_ref().map_or_else(Vec::new, |(_, references)| references.clone()),
        outputs: lines.iter().map(output).collect(),
    }
}

/// All lines with scores.
fn scored(systems: &[SavedScores<SavedRow>]) -> impl Iterator<Item = &SavedRow> {
    systems.iter().flat_map(|system| &system.lines).map(|line| &line.data).filter(|row| row.scores.is_ok())
}

/// Layers with their own scores; none unless every line has the same ones.
fn common_layers(systems: &[SavedScores<SavedRow>]) -> Vec<usize> {
    let of = |row: &SavedRow| row.layers.iter().map(|(layer, _)| *layer).collect::<Vec<_>>();
    let first = scored(systems).next().map(of).unwrap_or_default();
    if scored(systems).all(|row| of(row) == first) { first } else { Vec::new() }
}
