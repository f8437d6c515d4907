//! A run over windows of segments: scores every system's candidates and collects what findings are made of. A segment that
//! cannot be scored for one system is left out for all.

use color_eyre::eyre::Result;

use super::super::failures::{Failure, Failures};
use super::super::progress_bar::ProgressLine;
use super::command_line::shell_quoted;
use super::remarks::{RemarksBuilder, SegmentInfo};
use super::scoring::{Candidate, CandidateOutcome, SystemScorer};
use crate::cli::SystemsArgs;
use crate::usage_error::refuse;
use bertscope_pairs::{PairRecord, Row};
use bertscope_report::findings::{Findings, Remarks, Segment, SystemOutput};
use bertscope_report::number::with_thousands_separators;
use bertscope_systems::{Drivers, DriversBuilder, Segments, SystemComparison};

/// A run and its progress.
pub struct SystemsRun {
    scoring: SystemScorer,
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

/// What a run has found.
pub struct SystemsResults {
    /// The signature of the scores; empty if nothing was scored.
    pub signature: String,
    /// The measures that the systems are compared by.
    pub scores: Segments,
    /// The drivers of the scores; `None` if the texts were not analysed.
    pub drivers: Option<Drivers>,
    /// Remarks on segments.
    pub remarks: Remarks,
    /// The segments that could not be scored.
    pub failures: Failures,
    /// The segments with their texts, if they were kept.
    pub segments: Vec<Segment>,
}

impl SystemsResults {
    /// Compares the systems.
    pub fn findings(&self, args: &SystemsArgs) -> Findings {
        let human = match &*args.human {
            [] => None,
            [one] => Some(one.clone()),
            _ => Some("human scores".to_owned()),
        };
        Findings {
            signature: self.signature.clone(),
            left_out: self.failures.failed,
            remarks: self.remarks.clone(),
            human,
            command: shell_quoted(std::env::args_os()),
            all_pairs: args.all_pairs,
            comparison: SystemComparison::compute(&self.scores, args.resampling()),
            drivers: self.drivers.clone(),
        }
    }
}

impl SystemsRun {
    /// A new run for systems with these names.
    pub fn new(names: Vec<String>, scoring: SystemScorer, bar: ProgressLine, strict: bool) -> Self {
        Self {
            scores: Segments::new(names.clone(), &scoring.measures()),
            scoring,
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

    /// Scores a window.
    pub fn window(&mut self, rows: &[Row]) -> Result<()> {
        let candidates: Vec<Candidate<'_>> = rows
            .iter()
            .flatten()
            .flat_map(candidates_by_system)
            .collect();
        let mut outcomes = self.scoring.score(&candidates).into_iter();
        for row in rows {
            let number = self.failures.next_row();
            let row = row
                .as_ref()
                .map_err(|error| Failure::Row(error.clone()))
                .and_then(|pair| {
                    // Reads all candidates of the row, even after an error, because the next ones belong to the next row.
                    let of_row: Vec<_> = outcomes
                        .by_ref()
                        .take(1 + pair.other_systems.len())
                        .collect();
                    let of_row = of_row.into_iter().collect::<Result<Vec<_>, _>>();
                    Ok((
                        pair,
                        of_row.map_err(|problem| {
                            Failure::Pair(format!("segment {number}: {problem}"))
                        })?,
                    ))
                });
            match row {
                Ok((pair, outcomes)) => self.add(number, pair, outcomes),
                Err(failure) if self.strict => return refuse(failure.to_string()),
                Err(failure) => self.failures.add(failure),
            }
        }
        self.failures.report(|problem| self.bar.print(problem));
        self.bar.advance(rows.len() as u64);
        Ok(())
    }

    fn add(&mut self, number: u64, pair: &PairRecord, outcomes: Vec<CandidateOutcome>) {
        let id = pair.id.as_ref().map(ToString::to_string);
        let looked = SegmentInfo {
            row: number,
            id: id.as_deref(),
            group: pair.group.as_deref(),
        };
        let references = pair.references.iter().map(String::as_str);
        let texts = references.chain(candidates_by_system(pair).map(|candidate| candidate.text));
        self.remarks.add(
            looked,
            texts,
            outcomes.iter().flat_map(|outcome| &outcome.notes).copied(),
        );
        if let (true, Some(outcome)) = (self.signature.is_empty(), outcomes.first()) {
            self.signature.clone_from(&outcome.signature);
        }
        if let Some(kept) = &mut self.kept {
            let output = |(candidate, outcome): (Candidate<'_>, &CandidateOutcome)| {
                SystemOutput::new(candidate.text, outcome.scores.scores, candidate.human)
            };
            kept.push(Segment {
                row: number as usize,
                id: id.clone(),
                group: pair.group.clone(),
                references: pair.references.clone(),
                outputs: candidates_by_system(pair)
                    .zip(&outcomes)
                    .map(output)
                    .collect(),
            });
        }
        let id = id.unwrap_or_else(|| number.to_string());
        let (scores, drivers): (Vec<_>, Vec<_>) = outcomes
            .into_iter()
            .map(|outcome| (outcome.scores, outcome.drivers))
            .unzip();
        let drivers: Vec<_> = drivers
            .into_iter()
            .zip(&scores)
            .map(|(drivers, scores)| (drivers, scores.human))
            .collect();
        self.drivers.add(&id, &drivers);
        self.scores
            .push(id, pair.group.as_deref().unwrap_or_default(), &scores);
    }

    /// Ends the run: returns its results, and the model for further analyses.
    pub fn finish(self) -> Result<(SystemsResults, SystemScorer)> {
        if self.scores.is_empty() {
            self.failures.verdict(several)?;
        }
        let results = SystemsResults {
            signature: self.signature,
            scores: self.scores,
            drivers: Some(self.drivers.finish()),
            remarks: self.remarks.finish(),
            failures: self.failures,
            segments: self.kept.unwrap_or_default(),
        };
        Ok((results, self.scoring))
    }
}

/// The candidate of each system.
fn candidates_by_system(pair: &PairRecord) -> impl Iterator<Item = Candidate<'_>> {
    let rivals = pair
        .other_systems
        .iter()
        .map(|rival| (&rival.candidate, rival.human));
    let all = std::iter::once((&pair.candidate, pair.human)).chain(rivals);
    all.map(|(text, human)| Candidate {
        text,
        references: &pair.references,
        human,
    })
}

/// The number of segments that could not be compared, as a sentence.
pub fn several(refused: u64, of: u64) -> String {
    let [refused, scored, of] = [refused, of - refused, of].map(with_thousands_separators);
    match &*scored {
        "0" => format!("none of {of} segments could be scored"),
        _ => format!("{refused} of {of} segments could not be scored; the rest were compared"),
    }
}
