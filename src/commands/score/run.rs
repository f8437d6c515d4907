//! A run over windows of pairs: scores, writes and counts them. A pair that cannot be scored is reported; the rest
//! continue.

use std::sync::Arc;

use color_eyre::eyre::Result;

use super::super::explain::explanations;
use super::super::failures::{Failure, Failures};
use super::super::output::Output;
use super::super::progress_bar::ProgressLine;
use super::super::row_windows::RowWindows;
use super::pair_request::PairRequest;
use crate::cli::ScoreArgs;
use crate::console;
use crate::usage_error::{UsageError, refuse};
use bertscope_analysis::{Analyzer, BulkPair, BulkSettings, Note};
use bertscope_metric::Score;
use bertscope_overlap::PairCounts;
use bertscope_pairs::{PairRecord, Row};
use bertscope_printable::printable;
use bertscope_report::explanation::Section;
use bertscope_report::findings::Summary;
use bertscope_report::findings::rows::{Drawing, FailedRow, RowFields, RowFormat};
use bertscope_report::save::SaveError;
use bertscope_report::{ScoredCandidate, ScoredRow};

/// A run and its progress.
pub struct ScoreRun<'a> {
    /// The request.
    pub args: &'a ScoreArgs,
    /// The output format of rows.
    pub format: RowFormat,
    /// The extra content of rows.
    pub fields: RowFields,
    /// Index of the chosen layer.
    pub chosen: usize,
    /// The settings of the score.
    pub bulk_settings: BulkSettings<'a>,
    /// A note on every pair of a stream, which may be a part of a file.
    pub note: Option<Note>,
    /// The output of rows.
    pub output: Output,
    /// The output of the summary as JSON.
    pub summary_file: Option<Output>,
    /// The summary.
    pub summary: Summary,
    /// The progress bar, unless rows are shown as they are written.
    pub bar: Option<ProgressLine>,
    /// The number of the last row.
    pub number: u64,
    /// The lines that could not be scored.
    pub failures: Failures,
    /// Rows that follow the summary.
    pub held: Vec<u8>,
}

/// The outcome of a pair.
enum RowOutcome {
    Scored {
        text: Vec<u8>,
        scores: Vec<Score>,
        overlap: Option<Box<PairCounts>>,
        signature: String,
        notes: Vec<&'static str>,
    },
    /// Scored but not yet explained; only one pair at a time can be explained.
    NeedsExplanations(Vec<ScoredCandidate>),
    Failed(String),
}

fn write_row(row: ScoredRow<'_>, format: RowFormat, details: bool) -> RowOutcome {
    let overlap = row.fields.overlap.then(|| Box::new(overlap(row.pair)));
    let row = &ScoredRow {
        overlap: overlap.as_deref(),
        ..row
    };
    let mut text = Vec::new();
    match format.write(&mut text, row, details) {
        Ok(()) => RowOutcome::Scored {
            text,
            scores: row.layers.iter().map(ScoredCandidate::score).collect(),
            signature: row.chosen().analyses[0].signature.clone(),
            notes: row.chosen().note_kinds(),
            overlap,
        },
        Err(error) => RowOutcome::Failed(error.to_string()),
    }
}

/// The word overlap of a candidate with all of its references.
fn overlap(pair: &PairRecord) -> PairCounts {
    let references: Vec<&str> = pair.references.iter().map(String::as_str).collect();
    PairCounts::count(&pair.candidate, &references)
}

impl ScoreRun<'_> {
    /// Scores the whole input.
    pub fn score(&mut self, windows: RowWindows, mut analyzer: Analyzer) -> Result<()> {
        let mut text = Vec::new();
        self.format.write_header(&mut text, &self.fields)?;
        self.output.write(&text)?;
        for (rows, end) in windows {
            self.window(&rows, &mut analyzer)?;
            end?;
        }
        Ok(())
    }

    fn window(&mut self, rows: &[Row], analyzer: &mut Analyzer) -> Result<()> {
        let first_bad = rows
            .iter()
            .position(Result::is_err)
            .filter(|_| self.args.strict);
        let rows = &rows[..first_bad.map_or(rows.len(), |bad| bad + 1)];
        let pairs: Vec<(u64, &PairRecord)> = (self.number + 1..)
            .zip(rows)
            .filter_map(|(number, row)| Some((number, row.as_ref().ok()?)))
            .collect();
        let jobs: Vec<BulkPair<'_>> = pairs
            .iter()
            .map(|(_, p)| BulkPair {
                candidate: &p.candidate,
                references: &p.references,
            })
            .collect();
        let (format, chosen, details) = (self.format, self.chosen, self.args.details);
        let (fields, note) = (&self.fields, &self.note);
        let write = |i: usize,
                     layers: &[ScoredCandidate],
                     explanations: &[Section],
                     drawings: &[Drawing]| {
            let (number, pair) = pairs[i];
            let overlap = None;
            let row = ScoredRow {
                number,
                pair,
                fields,
                layers,
                chosen,
                overlap,
                explanations,
                drawings,
            };
            write_row(row, format, details)
        };
        let explain = self.args.ask_column.is_some() || !self.args.explain.topics().is_empty();
        let outcomes = analyzer.analyze_many(&jobs, self.bulk_settings, |i, analyses| {
            let layers: Vec<ScoredCandidate> = match analyses {
                Ok(mut layers) => {
                    layers
                        .iter_mut()
                        .flatten()
                        .for_each(|analysis| analysis.notes.extend(note.clone()));
                    layers.into_iter().map(ScoredCandidate::new).collect()
                }
                Err(problem) => return RowOutcome::Failed(problem),
            };
            if explain {
                RowOutcome::NeedsExplanations(layers)
            } else {
                write(i, &layers, &[], &[])
            }
        });
        let outcomes = outcomes
            .into_iter()
            .enumerate()
            .map(|(i, outcome)| match outcome {
                RowOutcome::NeedsExplanations(layers) => {
                    match self.explain_pair(analyzer, &layers[chosen], pairs[i].1) {
                        Ok((why, drawn)) => write(i, &layers, &why, &drawn),
                        Err(error) => RowOutcome::Failed(error.to_string()),
                    }
                }
                outcome => outcome,
            });
        let outcomes: Vec<RowOutcome> = outcomes.collect();
        let mut text = Vec::new();
        let mut outcomes = outcomes.into_iter();
        let mut stop = None;
        for row in rows {
            self.number = self.failures.next_row();
            let (id, failure) = match row {
                Err(error) => (error.id.as_ref(), Failure::Row(error.clone())),
                Ok(pair) => match outcomes.next() {
                    Some(RowOutcome::Scored {
                        text: line,
                        scores,
                        overlap,
                        signature,
                        notes,
                    }) => {
                        text.extend(line);
                        self.summary.set_signature(&signature);
                        self.summary.note(self.number, &notes);
                        self.summary.add(
                            &scores,
                            overlap.as_deref(),
                            pair.human,
                            pair.group.as_deref(),
                        );
                        continue;
                    }
                    Some(RowOutcome::NeedsExplanations(_)) | None => (
                        pair.id.as_ref(),
                        Failure::Pair(format!("pair {} was not scored", self.number)),
                    ),
                    Some(RowOutcome::Failed(problem)) => (
                        pair.id.as_ref(),
                        Failure::Pair(format!("pair {}: {problem}", self.number)),
                    ),
                },
            };
            if self.args.strict {
                stop = Some(failure.to_string());
                break;
            }
            let (number, pair, fields) = (self.number, row.as_ref().ok(), &self.fields);
            self.format.write_failed(
                &mut text,
                &FailedRow {
                    number,
                    id,
                    pair,
                    fields,
                    error: &failure.to_string(),
                },
            )?;
            self.summary.refused += 1;
            self.failures.add(failure);
        }
        if self.format == RowFormat::Segments {
            self.held.append(&mut text);
        }
        self.output.write(&text)?;
        let bar = &self.bar;
        self.failures.report(|problem| {
            bar.as_ref()
                .map_or_else(|| console::report(problem), |bar| bar.print(problem))
        });
        if let Some(bar) = &self.bar {
            bar.advance(rows.len() as u64);
        }
        stop.map_or(Ok(()), refuse)
    }

    /// The answers to the request for a pair, with the reference of the highest F1.
    fn explain_pair(
        &self,
        analyzer: &mut Analyzer,
        scored: &ScoredCandidate,
        pair: &PairRecord,
    ) -> Result<(Vec<Section>, Vec<Drawing>)> {
        let ask = PairRequest::from_pair(pair, self.args).map_err(UsageError)?;
        if ask.is_empty() {
            return Ok((Vec::new(), Vec::new()));
        }
        let reference = &pair.references[scored.best_reference()];
        let (settings, counted) = (self.bulk_settings.settings, self.bulk_settings.references);
        let mut analysis = analyzer.analyze_with_frequencies(
            bertscope_metric::Pair {
                reference,
                candidate: &pair.candidate,
            },
            settings,
            counted,
        )?;
        analysis.notes.extend(scored.reference_note());
        let analysis = Arc::new(analysis);
        let explained = explanations(
            analyzer,
            &analysis,
            &ask.explanations(),
            &pair.references,
            counted,
        )?;
        let drawn = ask.drawings(&analysis, &explained)?;
        Ok((explained, drawn))
    }

    /// Ends the run: writes the summary, moves the files to their places, reports failures. After a failure no file is
    /// moved; if no pair could be scored, no existing file is replaced.
    pub fn finish(mut self, done: Result<()>) -> Result<()> {
        self.bar.take();
        // The pairs scored so far are summarised even if the rest could not be read.
        let told = self.print_summary();
        let done = done.and_then(|()| self.write_summary());
        let is_useless = self.summary.pairs == 0 && self.summary.refused > 0;
        let output = std::mem::replace(&mut self.output, Output::Stdout);
        let mut unwritten = Vec::new();
        for output in [Some(output), self.summary_file.take()]
            .into_iter()
            .flatten()
        {
            match output.pending() {
                Some(path) if done.is_err() || is_useless && output.replaces() => {
                    unwritten.push(printable(&path.to_string_lossy()));
                }
                _ => output.finish()?,
            }
        }
        let verdict = done.and(told).and_then(|()| self.failures.verdict(several));
        verdict.map_err(|why| match &*unwritten {
            [] => why,
            // The error names the file.
            _ if why.is::<SaveError>() => why,
            [one] => why.wrap_err(format!("{one} was not written")),
            several => why.wrap_err(format!("{} were not written", several.join(" and "))),
        })
    }

    /// Writes the summary as JSON, if a file for it is given.
    fn write_summary(&mut self) -> Result<()> {
        let Some(file) = &mut self.summary_file else {
            return Ok(());
        };
        let mut json = Vec::new();
        self.summary.write_json(&mut json)?;
        file.write(&json)
    }

    /// Prints the summary as text: after the rows, or to standard output if the results are in a file.
    fn print_summary(&mut self) -> Result<()> {
        if self.format == RowFormat::Segments {
            self.output
                .write(format!("{}\n", self.summary.as_bert_score()).as_bytes())?;
            return self.output.write(&self.held);
        }
        let text = bertscope_report::findings::sheet::text::render(&self.summary.sheet());
        if self.args.output.is_some() {
            console::print(text.as_bytes())?;
        } else if !self.format.is_for_machines() {
            self.output.write(text.as_bytes())?;
        } else if console::stderr_is_terminal()
            || (self.args.human.is_some() && self.args.summary.is_none())
        {
            // For a reader at a terminal, or because it was requested and is written nowhere else.
            console::report_lines(&text);
        }
        Ok(())
    }
}

/// The number of lines that could not be scored, as a sentence.
fn several(refused: u64, of: u64) -> String {
    let others = match of - refused {
        0 => "",
        1 => "; the other one was",
        _ => "; the rest were",
    };
    format!("{refused} of {of} pairs could not be scored{others}")
}
