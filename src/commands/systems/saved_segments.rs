//! Systems with saved scores, segment by segment.
//!
//! The segments are those of the first file, in its order, so that the resamples equal those of a single run over that
//! file.

use std::collections::BTreeSet;
use std::path::PathBuf;

use color_eyre::eyre::Result;

use super::super::failures::{Failure, Failures};
use super::remarks::RemarksBuilder;
use super::run::SystemsResults;
use super::saved::{SavedScores, common_signature, line_order_remark, unstated_remark};
use crate::console;
use crate::usage_error::refuse;
use bertscope_pairs::MissingText;
use bertscope_pairs::provenance::ScoreProvenance;
use bertscope_printable::printable;
use bertscope_report::findings::{
    NoteCounts, Remarks, RepeatedTextsBuilder, Segment, SystemOutput,
};
use bertscope_systems::{Measure, Segments};

/// Saved systems with the same segments and measures.
pub struct SavedSegments {
    systems: Vec<SavedScores>,
    /// The signature of all scores, if a file states it.
    signature: Option<String>,
}

impl SavedSegments {
    /// Reads the files of systems with these names; with `texts`, each line must contain its texts, and they are kept.
    pub fn read(paths: &[PathBuf], names: Vec<String>, texts: bool) -> Result<Self> {
        let mut systems: Vec<SavedScores> = Vec::with_capacity(paths.len());
        for (path, name) in paths.iter().zip(names) {
            systems.push(SavedScores::read(path, name, texts, systems.first())?);
        }
        let signature = common_signature(&systems)?;
        keep_common_measures(&mut systems, signature.as_deref());
        Ok(Self { systems, signature })
    }

    /// The results. With texts, for a report, segments without scores are kept; otherwise
    /// they are left out, and end a strict run.
    pub fn results(mut self, with_texts: bool, strict: bool) -> Result<SystemsResults> {
        let unstated = unstated_remark(&self.systems);
        let line_order = line_order_remark(&self.systems);
        let mut failures = Failures::default();
        let mut notes = NoteCounts::default();
        let mut segments = Vec::new();
        let count = self.systems[0].scores.len();
        let mut kept = Vec::with_capacity(count);
        let mut remarks = RemarksBuilder::default();
        let mut repeated_texts = RepeatedTextsBuilder::default();
        let has_texts = self.systems.iter().all(|system| system.has_texts);
        for segment in 0..count {
            let number = failures.next_row();
            match self.check(segment) {
                Ok(()) => {
                    let id = self.systems[0].scores.id(segment).to_owned();
                    notes.add(&id, &self.notes(segment));
                }
                Err(_) if with_texts => {}
                Err(_) if self.is_skipped(segment) => {
                    remarks.skip(self.systems[0].scores.id(segment).to_owned());
                    continue;
                }
                Err(problem) if strict => return refuse(problem),
                Err(problem) => {
                    failures.add(Failure::Pair(problem));
                    continue;
                }
            }
            kept.push(segment as u32);
            if has_texts {
                let lines = self.lines(segment);
                let texts: Vec<u64> = lines.map(|(of, line)| of.hashed_texts[line]).collect();
                repeated_texts.add(number, texts);
            }
            if with_texts {
                segments.push(self.segment(number as usize, segment));
            }
        }
        failures.report(console::report);
        Ok(SystemsResults {
            scores: self.join(&kept),
            signature: self.signature.unwrap_or_default(),
            drivers: None,
            remarks: Remarks {
                notes,
                repeated_texts: repeated_texts.found,
                unstated,
                line_order,
                // Files with duplicate ids are refused, so that only skipped segments are in it.
                ..remarks.finish(self.systems.len())
            },
            failures,
            segments,
        })
    }

    fn notes(&self, segment: usize) -> Vec<&'static str> {
        let mut notes = BTreeSet::new();
        for (system, line) in self.lines(segment) {
            for (note, lines) in &system.notes {
                if lines.binary_search(&(line as u32)).is_ok() {
                    notes.insert(*note);
                }
            }
        }
        notes.into_iter().collect()
    }

    /// Each system with the index of its line for a segment.
    fn lines(&self, segment: usize) -> impl Iterator<Item = (&SavedScores, usize)> {
        self.systems
            .iter()
            .map(move |system| (system, system.order[segment] as usize))
    }

    /// Why a segment lacks scores of some system, with file and line.
    fn check(&self, segment: usize) -> Result<(), String> {
        for (system, line) in self.lines(segment) {
            if let Some(reason) = system.unscored.get(&line) {
                return Err(format!(
                    "{}, line {}: was not scored: {}",
                    printable(&system.name),
                    system.line_number(line),
                    printable(reason)
                ));
            }
        }
        Ok(())
    }

    /// Whether `score --missing skip` skipped a segment of some system.
    fn is_skipped(&self, segment: usize) -> bool {
        self.lines(segment).any(|(system, line)| {
            let reason = system.unscored.get(&line);
            reason.is_some_and(|reason| MissingText::is_in_note(reason))
        })
    }

    /// The kept segments of all systems.
    fn join(&mut self, kept: &[u32]) -> Segments {
        let mut joined: Option<Segments> = None;
        for system in self.systems.drain(..) {
            let rows: Vec<u32> = kept
                .iter()
                .map(|segment| system.order[*segment as usize])
                .collect();
            let mut scores = system.scores;
            scores.rearrange(&rows);
            match &mut joined {
                None => joined = Some(scores),
                Some(joined) => joined.append(scores),
            }
        }
        joined.unwrap_or_else(|| Segments::new(Vec::new(), &[]))
    }

    /// A segment with its texts.
    fn segment(&self, row: usize, segment: usize) -> Segment {
        let first = &self.systems[0];
        let mut found = Segment {
            row,
            id: None,
            group: None,
            references: Vec::new(),
            outputs: Vec::with_capacity(self.systems.len()),
        };
        if first.has_ids() {
            found.id = Some(first.scores.id(segment).to_owned());
        }
        if let Some(texts) = first.texts.get(segment) {
            found.group.clone_from(&texts.group);
            found.references.clone_from(&texts.references);
        }
        for (system, line) in self.lines(segment) {
            let candidate = system.texts.get(line).map_or("", |texts| &texts.candidate);
            let scores = Measure::MAIN.map(|measure| system.scores.score(measure, 0, line));
            let human = system.scores.human(0, line);
            found
                .outputs
                .push(SystemOutput::new(candidate, scores, human));
        }
        found
    }
}

/// Keeps the measures that all files have.
fn keep_common_measures(systems: &mut [SavedScores], signature: Option<&str>) {
    let provenance = signature.and_then(ScoreProvenance::from_signature);
    let provenance = provenance.unwrap_or_default();
    let idf = provenance.idf.unwrap_or(false);
    let has_layers = systems
        .iter()
        .all(|system| system.layers == systems[0].layers);
    let has_texts = systems.iter().all(|system| system.has_texts);
    let compares_overlap = systems.len() > 1 && has_texts;
    for system in systems {
        if compares_overlap {
            system.notes.append(&mut system.overlap_notes);
        }
        system.scores.map_measures(|measure| match measure {
            // At its own layer, F1 is a main measure already.
            Measure::F1AtLayer { layer, .. } if has_layers && Some(layer) != provenance.layer => {
                Some(Measure::F1AtLayer { layer, idf })
            }
            Measure::F1AtLayer { .. } => None,
            other if has_texts || !Measure::OVERLAP.contains(&other) => Some(other),
            _ => None,
        });
    }
}
