//! Systems with saved scores, segment by segment.
//!
//! The segments are those of the first file, in its order, so that the resamples equal those of a single run over that
//! file.

use std::path::PathBuf;

use color_eyre::eyre::Result;

use super::other_settings::word_overlap;
use super::saved::{SavedLine, SavedScores, common_signature};
use bertscope_pairs::provenance::ScoreProvenance;
use bertscope_pairs::scored_lines::ScoredLine;
use bertscope_printable::printable;
use bertscope_report::note_counts::NoteCounts;
use bertscope_report::systems::Remarks;
use bertscope_systems::{Measure, SegmentScores, SegmentValue};

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
    pub fn iter(&self) -> impl Iterator<Item = Vec<&SavedLine<SavedRow>>> {
        let line = move |segment: usize| {
            self.systems.iter().zip(&self.order).map(|(system, order)| &system.lines[order[segment]]).collect()
        };
        (0..self.systems.first().map_or(0, |system| system.lines.len())).map(line)
    }

    /// The values of a candidate for the comparison; without scores, only for word overlap.
    #[must_use]
    pub fn scores(&self, row: &SavedRow) -> SegmentScores {
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

    /// Why a segment lacks scores of some system, with file and line.
    ///
    /// # Errors
    /// That reason.
    pub fn check(&self, segment: &[&SavedLine<SavedRow>]) -> Result<(), String> {
        let unscored = self.systems.iter().zip(segment).find_map(|(system, line)| {
            let why = line.data.scores.as_ref().err()?;
            Some(format!("{}, line {}: was not scored: {}", printable(&system.name), line.number, printable(why)))
        });
        unscored.map_or(Ok(()), Err)
    }

    /// The number of scored segments with a note from `score`.
    #[must_use]
    pub fn remarks(&self) -> Remarks {
        let mut notes = NoteCounts::default();
        for (index, lines) in self.iter().enumerate().filter(|(_, lines)| self.check(lines).is_ok()) {
            let id = lines[0].id.clone().unwrap_or_else(|| (index + 1).to_string());
            let is_noted = lines.iter().any(|line| line.data.is_noted);
            notes.add(&id, &[NOTE][..usize::from(is_noted)]);
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
        let overlap = line.texts.as_ref().map(|(candidate, references)| word_overlap(candidate, references));
        Ok(Self {
            group: line.group,
            scores: line.scores,
            human: line.human,
            is_noted: line.note.is_some(),
            texts: line.texts.filter(|_| texts),
            layers: line.layers,
            overlap,
        })
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
