//! A run over windows of segments: scores every system's candidates and collects what findings are made of. A segment that
//! cannot be scored for one system is left out for all.

use color_eyre::eyre::Result;

use super::super::failures::{Failure, Failures};
use super::super::progress_bar::ProgressLine;
use super::remarks::RemarksBuilder;
use super::scoring::{Candidate, CandidateOutcome, SystemScorer};
use crate::bare_words::shell_quoted;
use crate::cli::SystemsArgs;
use crate::usage_error::refuse;
use bertscope_pairs::{PairRecord, Row};
use bertscope_report::findings::{Findings, Remarks, Segment, SystemOutput};
use bertscope_report::number::with_thousands_separators;
use bertscope_systems::{Drivers, DriversBuilder, Segments, SystemComparison};

/// A run and its progress.
pub struct SystemsRun {
    scorer: SystemScorer,
    scores: Segments,
    drivers: DriversBuilder,
    signature: String,
    remarks: RemarksBuilder,
    failures: Failures,
    bar: ProgressLine,
    /// Whether the first invalid line ends the run.
    strict: bool,
    /// The segments with their texts, if they are kept; otherwise only their numbers are.
    kept: Option<Vec<Segment>>,
}

/// The results of a run, and its model for further analyses.
pub struct FinishedRun {
    pub results: SystemsResults,
    pub scorer: SystemScorer,
}

/// What a run has found.
pub struct SystemsResults {
    /// The signature of the scores; empty if nothing was scored.
    pub signature: String,
    /// The measures that the systems are compared by.
    pub scores: Segments,
    /// `None` if the texts were not analysed.
    pub drivers: Option<Drivers>,
    pub remarks: Remarks,
    pub failures: Failures,
    /// The segments with their texts, if they were kept.
    pub segments: Vec<Segment>,
}

impl SystemsResults {
    pub fn findings(&self, args: &SystemsArgs) -> Findings {
        let human = match &*args.human {
            [] => None,
            [column] => Some(column.clone()),
            _ => Some("human scores".to_owned()),
        };
        let resampling = args.resampling(self.scores.systems().len());
        Findings {
            signature: self.signature.clone(),
            left_out: self.failures.failed,
            remarks: self.remarks.clone(),
            human,
            command: shell_quoted(std::env::args_os()),
            all_pairs: args.all_pairs,
            comparison: SystemComparison::compute(&self.scores, resampling),
            drivers: self.drivers.clone(),
        }
    }
}

impl SystemsRun {
    /// A new run for systems with these names.
    pub fn new(names: Vec<String>, scorer: SystemScorer, bar: ProgressLine, strict: bool) -> Self {
        Self {
            scores: Segments::new(names.clone(), &scorer.measures()),
            scorer,
            drivers: DriversBuilder::new(names),
            signature: String::new(),
            remarks: RemarksBuilder::default(),
            failures: Failures::default(),
            bar,
            strict,
            kept: None,
        }
    }

    /// The same run, which keeps the texts.
    pub fn with_texts(self) -> Self {
        Self {
            kept: Some(Vec::new()),
            ..self
        }
    }

    pub fn window(&mut self, rows: &[Row]) -> Result<()> {
        let pairs = rows.iter().flatten().filter(|pair| pair.missing.is_none());
        let candidates: Vec<Candidate<'_>> = pairs.flat_map(candidates_by_system).collect();
        let mut outcomes = self.scorer.score(&candidates).into_iter();
        for row in rows {
            let number = self.failures.next_row();
            // A report is strict about pairs alone: a rating that cannot be read is left out, as everywhere.
            if self.strict
                && self.kept.is_none()
                && let Ok(PairRecord {
                    unread_human: Some(error),
                    ..
                }) = row
            {
                return refuse(error.to_string());
            }
            let failure = match row {
                Ok(pair) if pair.missing.is_some() => {
                    let id = pair.id.as_ref().map(ToString::to_string);
                    self.remarks.skip(id.unwrap_or_else(|| number.to_string()));
                    continue;
                }
                Ok(pair) => {
                    // Takes all outcomes of the row, even after an error, because the next ones belong to the next row.
                    let systems = 1 + pair.other_systems.len();
                    let of_row: Vec<_> = outcomes.by_ref().take(systems).collect();
                    match of_row.into_iter().collect::<Result<Vec<_>, String>>() {
                        Ok(outcomes) => {
                            self.add(number, pair, outcomes);
                            if let Some(error) = &pair.unread_human {
                                self.failures.add_unread_human(error);
                            }
                            continue;
                        }
                        Err(problem) => Failure::Pair(format!("segment {number}: {problem}")),
                    }
                }
                Err(error) => Failure::Row(error.clone()),
            };
            if self.strict {
                return refuse(failure.to_string());
            }
            self.failures.add(failure);
        }
        self.failures.report(|problem| self.bar.print(problem));
        self.bar.advance(rows.len() as u64);
        Ok(())
    }

    fn add(&mut self, number: u64, pair: &PairRecord, outcomes: Vec<CandidateOutcome>) {
        let id = pair.id.as_ref().map(ToString::to_string);
        let notes = outcomes.iter().flat_map(|outcome| &outcome.notes);
        self.remarks
            .add(number, pair, id.as_deref(), notes.copied());
        for (system, outcome) in self.scores.systems().iter().zip(&outcomes) {
            self.remarks.add_system(system, &outcome.notes);
        }
        if let Some(outcome) = outcomes.first()
            && self.signature.is_empty()
        {
            self.signature.clone_from(&outcome.signature);
        }
        if let Some(kept) = &mut self.kept {
            kept.push(with_texts(number, pair, &outcomes));
        }
        let id = id.unwrap_or_else(|| number.to_string());
        let mut scores = Vec::with_capacity(outcomes.len());
        let mut drivers = Vec::with_capacity(outcomes.len());
        for outcome in outcomes {
            drivers.push((outcome.drivers, outcome.scores.human));
            scores.push(outcome.scores);
        }
        self.drivers.add(&id, &drivers);
        self.scores
            .push(id, pair.group.as_deref().unwrap_or_default(), &scores);
    }

    pub fn finish(self) -> Result<FinishedRun> {
        if self.scores.is_empty() {
            self.failures.verdict(failure_count)?;
            return refuse(
                "a text is missing in every segment, so --missing skip leaves none to compare; --missing zero scores them 0",
            );
        }
        let remarks = self.remarks.finish(self.scores.systems().len());
        let results = SystemsResults {
            signature: self.signature,
            scores: self.scores,
            drivers: Some(self.drivers.finish()),
            remarks,
            failures: self.failures,
            segments: self.kept.unwrap_or_default(),
        };
        Ok(FinishedRun {
            results,
            scorer: self.scorer,
        })
    }
}

fn with_texts(number: u64, pair: &PairRecord, outcomes: &[CandidateOutcome]) -> Segment {
    let outputs = candidates_by_system(pair).zip(outcomes);
    Segment {
        row: number as usize,
        id: pair.id.as_ref().map(ToString::to_string),
        group: pair.group.clone(),
        references: pair.references.clone(),
        outputs: outputs
            .map(|(candidate, outcome)| {
                SystemOutput::new(candidate.text, outcome.scores.scores, candidate.human)
            })
            .collect(),
    }
}

fn candidates_by_system(pair: &PairRecord) -> impl Iterator<Item = Candidate<'_>> {
    let first = Candidate {
        text: &pair.candidate,
        references: &pair.references,
        human: pair.human,
    };
    let others = pair.other_systems.iter().map(move |other| Candidate {
        text: &other.candidate,
        human: other.human,
        ..first
    });
    std::iter::once(first).chain(others)
}

/// The number of segments that could not be compared, as a sentence.
pub fn failure_count(failed: u64, all: u64) -> String {
    let of = with_thousands_separators(all);
    if failed == all {
        return format!("none of {of} segments could be scored");
    }
    let failed = with_thousands_separators(failed);
    format!("{failed} of {of} segments could not be scored; the rest were compared")
}
