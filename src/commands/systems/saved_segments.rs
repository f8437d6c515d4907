//! Systems with saved scores, segment by segment.
//!
//! The segments are those of the first file, in its order, so that the resamples equal those of a single run over that
//! file.

use std::path::PathBuf;

use color_eyre::eyre::Result;

use super::super::failures::Failures;
use super::html_entities;
use super::run::SystemsResults;
use super::saved::{SavedScores, common_signature};
use crate::console;
use crate::usage_error::refuse;
use bertscope_pairs::provenance::ScoreProvenance;
use bertscope_printable::printable;
use bertscope_report::findings::NoteCounts;
use bertscope_report::findings::{Remarks, Segment, SystemOutput};
use bertscope_systems::{Measure, Segments};

/// The note on a segment about which `score` wrote a note.
const NOTE: &str =
    "`score` wrote a note with the scores, such as on a text without words or a truncated text";

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
        let own = signature
            .as_deref()
            .and_then(ScoreProvenance::from_signature)
            .unwrap_or_default();
        let has_layers = systems
            .iter()
            .all(|system| system.layers == systems[0].layers);
        let has_texts = systems.iter().all(|system| system.has_texts);
        let rename = |measure: Measure| match measure {
            Measure::F1AtLayer { layer, .. } if has_layers && Some(layer) != own.layer => {
                Some(Measure::F1AtLayer {
                    layer,
                    idf: own.idf.unwrap_or(false),
                })
            }
            Measure::F1AtLayer { .. } => None,
            _ if Measure::OVERLAP.contains(&measure) => Some(measure).filter(|_| has_texts),
            _ => Some(measure),
        };
        for system in &mut systems {
            system.scores.map_measures(rename);
        }
        Ok(Self { systems, signature })
    }

    /// The results. With texts, for a report, segments without scores are kept; otherwise
    /// they are left out, and end a strict run.
    pub fn results(mut self, with_texts: bool, strict: bool) -> Result<SystemsResults> {
        let mut failures = Failures::default();
        let all = self.systems[0].scores.len();
        let mut kept = Vec::with_capacity(all);
        let (mut segments, mut notes) = (Vec::new(), NoteCounts::default());
        for segment in 0..all {
            let number = failures.next_row();
            let is_noted = |kind: usize| {
                self.lines(segment)
                    .any(|(system, line)| system.noted[kind].binary_search(&(line as u32)).is_ok())
            };
            match self.check(segment) {
                Err(problem) if !with_texts && strict => return refuse(problem),
                Err(problem) if !with_texts => {
                    failures.add(problem);
                    continue;
                }
                Err(_) => {}
                Ok(()) => {
                    for (kind, note) in [NOTE, html_entities::NOTE].into_iter().enumerate() {
                        if is_noted(kind) {
                            notes.add(&self.systems[0].scores.id(segment).to_owned(), &[note]);
                        }
                    }
                }
            }
            kept.push(segment as u32);
            segments.extend(with_texts.then(|| self.segment(number as usize, segment)));
        }
        failures.report(console::report);
        let scores = self.join(&kept);
        let signature = self.signature.unwrap_or_default();
        // Files with duplicate ids are refused.
        let remarks = Remarks {
            notes,
            repeated_ids: None,
        };
        Ok(SystemsResults {
            signature,
            scores,
            drivers: None,
            remarks,
            failures,
            segments,
        })
    }

    /// Each system with the index of its line for a segment.
    fn lines(&self, segment: usize) -> impl Iterator<Item = (&SavedScores, usize)> {
        self.systems
            .iter()
            .map(move |system| (system, system.order[segment] as usize))
    }

    /// Why a segment lacks scores of some system, with file and line.
    fn check(&self, segment: usize) -> Result<(), String> {
        let unscored = self.lines(segment).find_map(|(system, line)| {
            let (why, number) = (system.unscored.get(&line)?, system.line_number(line));
            Some(format!(
                "{}, line {number}: was not scored: {}",
                printable(&system.name),
                printable(why)
            ))
        });
        unscored.map_or(Ok(()), Err)
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
        let texts = first.texts.get(segment);
        let output = |(system, line): (&SavedScores, usize)| {
            let candidate = system.texts.get(line).map_or("", |texts| &texts.candidate);
            let scores = Measure::MAIN.map(|measure| system.scores.score(measure, 0, line));
            SystemOutput::new(candidate, scores, system.scores.human(0, line))
        };
        Segment {
            row,
            id: first.has_ids().then(|| first.scores.id(segment).to_owned()),
            group: texts.and_then(|texts| texts.group.clone()),
            references: texts.map_or_else(Vec::new, |texts| texts.references.clone()),
            outputs: self.lines(segment).map(output).collect(),
        }
    }
}
