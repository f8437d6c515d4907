//! A run over windows of segments. Only the numbers of a segment are kept; a segment that cannot be scored for one
//! system is left out for all.

use color_eyre::eyre::Result;

use super::super::progress_bar::ProgressLine;
use super::super::systems::remarks::{RemarksBuilder, SegmentInfo};
use super::super::systems::scoring::{Candidate, CandidateOutcome, SystemScorer};
use crate::cli::CompareArgs;
use crate::usage_error::UsageError;
use bertscope_pairs::{PairRecord, Row};
use bertscope_report::systems::SystemsReport;
use bertscope_systems::{DriversBuilder, Resampling, Segments, SystemComparison};

/// Maximum number of invalid lines reported one by one; further ones are only counted.
const MAX_REPORTED_FAILURES: u64 = 20;

/// A run and its progress.
pub struct CompareRun<'a> {
    args: &'a CompareArgs,
    scoring: SystemScorer,
    segments: Segments,
    drivers: DriversBuilder,
    signature: String,
    remarks: RemarksBuilder,
    refusals: Failures,
    bar: ProgressLine,
}

impl<'a> CompareRun<'a> {
    /// A new run for systems with these names.
    pub fn new(args: &'a CompareArgs, names: Vec<String>, scoring: SystemScorer, bar: ProgressLine) -> Self {
        Self {
            args,
            segments: Segments::new(names.clone(), &scoring.measures()),
            scoring,
            drivers: DriversBuilder::new(names),
            signature: String::new(),
            remarks: RemarksBuilder::default(),
            refusals: Failures::default(),
            bar,
        }
    }

    /// Scores a window.
    ///
    /// # Errors
    /// The first invalid line, if the run is strict.
    pub fn window(&mut self, rows: &[Row]) -> Result<()> {
        let candidates: Vec<Candidate<'_>> = rows.iter().flatten().flat_map(candidates_by_system).collect();
        let mut outcomes = self.scoring.score(&candidates).into_iter();
        for row in rows {
            let number = self.refusals.next();
            let row = row.as_ref().map_err(|bad| bad.message.clone()).and_then(|pair| {
                // Reads all candidates of the row, even after an error, because the next ones belong to the next row.
                let of_row: Vec<_> = outcomes.by_ref().take(1 + pair.other_systems.len()).collect();
                let of_row = of_row.into_iter().collect::<Result<Vec<_>, _>>();
                Ok((pair, of_row.map_err(|problem| format!("segment {number}: {problem}"))?))
            });
            match row {
                Ok((pair, outcomes)) => self.add(number, pair, outcomes),
                Err(problem) if self.args.strict => return Err(UsageError(problem).into()),
                Err(problem) => self.refusals.add(problem, &self.bar),
            }
        }
        self.bar.advance(rows.len() as u64);
        Ok(())
    }

    fn add(&mut self, number: u64, pair: &PairRecord, outcomes: Vec<CandidateOutcome>) {
        let id = pair.id.as_ref().map(ToString::to_string);
        let looked = SegmentInfo { row: number, id: id.as_deref(), group: pair.group.as_deref() };
        let rivals = pair.other_systems.iter().map(|rival| &rival.candidate);
        let texts = pair.references.iter().chain([&pair.candidate]).chain(rivals);
        self.remarks.add(looked, texts, outcomes.iter().flat_map(|outcome| &outcome.notes).copied());
        let id = id.unwrap_or_else(|| number.to_string());
        if let (true, Some(outcome)) = (self.signature.is_empty(), outcomes.first()) {
            self.signature.clone_from(&outcome.signature);
        }
        let (scores, drivers): (Vec<_>, Vec<_>) =
            outcomes.into_iter().map(|outcome| (outcome.scores, outcome.drivers)).unzip();
        let drivers: Vec<_> =
            drivers.into_iter().zip(&scores).map(|(drivers, scores)| (drivers, scores.human)).collect();
        self.drivers.add(&id, &drivers);
        self.segments.push(id, pair.group.as_deref().unwrap_or_default(), &scores);
    }

    /// Ends the run: returns the comparison and the refused segments.
    ///
    /// # Errors
    /// [`UsageError`] if no segment could be scored.
    pub fn finish(self, resampling: Resampling) -> Result<(SystemsReport, Failures)> {
        if self.segments.is_empty() {
            self.refusals.verdict()?;
        }
        let report = SystemsReport {
            with_human: !self.args.systems.human.is_empty(),
            comparison: SystemComparison::compute(&self.segments, resampling),
            drivers: Some(self.drivers.finish()),
            signature: self.signature,
            left_out: self.refusals.failed,
            remarks: self.remarks.finish(),
        };
        Ok((report, self.refusals))
    }
}

/// The candidate of each system.
fn candidates_by_system(pair: &PairRecord) -> impl Iterator<Item = Candidate<'_>> {
    let rivals = pair.other_systems.iter().map(|rival| (&rival.candidate, rival.human));
    let all = std::iter::once((&pair.candidate, pair.human)).chain(rivals);
    all.map(|(text, human)| Candidate { text, references: &pair.references, human })
}

/// Segments that cannot be compared. The first is held back: if it stays the only one, it is the error of the run.
#[derive(Debug, Default)]
pub struct Failures {
    rows: u64,
    failed: u64,
    first: Option<String>,
}

impl Failures {
    /// The number of the next row, from 1.
    pub fn next(&mut self) -> u64 {
        self.rows += 1;
        self.rows
    }

    /// Number of refused segments.
    pub fn failed(&self) -> u64 {
        self.failed
    }

    /// Reports a refused segment.
    pub fn add(&mut self, problem: String, bar: &ProgressLine) {
        self.failed += 1;
        match self.failed {
            1 => self.first = Some(problem),
            n if n <= MAX_REPORTED_FAILURES => {
                if let (2, Some(first)) = (n, &self.first) {
                    bar.print(first);
                }
                bar.print(&problem);
            }
            _ => {}
        }
    }

    /// Succeeds only if every segment was compared.
    ///
    /// # Errors
    /// [`UsageError`] with the line, or with the number of refused segments.
    pub fn verdict(&self) -> Result<()> {
        let (refused, rows) = (self.failed, self.rows);
        let sentence = match (&self.first, refused) {
            (None, _) => return Ok(()),
            (Some(only), 1) => only.clone(),
            _ if refused == rows => format!("none of {rows} segments could be scored"),
            _ => format!("{refused} of {rows} segments could not be scored; the rest were compared"),
        };
        Err(UsageError(sentence).into())
    }
}
