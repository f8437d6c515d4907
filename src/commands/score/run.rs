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
use super::plan;
use super::row_writer::{Answers, NumberedPair, RowWriter, WrittenRow};
use crate::cli::ScoreArgs;
use crate::console;
use crate::usage_error::{FailedGate, UsageError, refuse};
use bertscope_analysis::{Analysis, Analyzer, BulkPair, BulkSettings, Idf, Note};
use bertscope_metric::{Pair, TokenWeights};
use bertscope_pairs::limits::MAX_SYSTEMS;
use bertscope_pairs::{PairRecord, Row};
use bertscope_printable::printable;
use bertscope_report::ScoredCandidate;
use bertscope_report::findings::Summary;
use bertscope_report::findings::agreement::{AgreementRequest, RankingRequest};
use bertscope_report::findings::gate::{ScoreLimit, why_below};
use bertscope_report::findings::rows::{OutputRow, RowFields, RowFormat, UnscoredReason};
use bertscope_save::SaveError;
use bertscope_sheet::columns;

/// Where a run writes.
pub struct ScoreOutputs {
    rows: Output,
    /// The summary as JSON.
    summary: Option<Output>,
}

/// A run and its progress.
pub struct ScoreRun<'a> {
    args: &'a ScoreArgs,
    format: RowFormat,
    fields: RowFields,
    settings: BulkSettings<'a>,
    chosen_layer: usize,
    /// The weights of the other half of all settings, if the run has none itself.
    pub opposite_weights: Option<&'a TokenWeights>,
    /// A note on every pair of a stream, which may be a part of a file.
    pub note: Option<Note>,
    /// Unless rows are shown as they are written.
    pub bar: Option<ProgressLine>,
    outputs: ScoreOutputs,
    /// Number of scores that are compared with the human scores.
    compared_scores: u64,
    summary: Summary,
    limits: Vec<ScoreLimit>,
    failures: Failures,
    /// Rows that follow the summary.
    held: Vec<u8>,
}

/// The outcome of a pair; an error is a sentence.
enum RowOutcome {
    Written(Box<WrittenRow>),
    /// Scored but not yet explained; only one pair at a time can be explained.
    NeedsExplanations(Vec<ScoredCandidate>),
}

impl ScoreOutputs {
    pub fn open(args: &ScoreArgs) -> Result<Self> {
        Ok(Self {
            rows: Output::open(args.output.as_deref())?,
            summary: match &args.summary {
                Some(path) => Some(Output::open(Some(path))?),
                None => None,
            },
        })
    }

    /// Moves the files to their places, except those that are dropped; returns the names of these.
    fn finish(self, is_dropped: impl Fn(&Output) -> bool) -> Result<Vec<String>> {
        let mut unwritten = Vec::new();
        for output in std::iter::once(self.rows).chain(self.summary) {
            match output.pending() {
                Some(path) if is_dropped(&output) => {
                    unwritten.push(printable(&path.to_string_lossy()));
                }
                _ => output.finish()?,
            }
        }
        Ok(unwritten)
    }
}

impl<'a> ScoreRun<'a> {
    /// A run before its first window.
    pub fn new(
        args: &'a ScoreArgs,
        fields: RowFields,
        settings: BulkSettings<'a>,
        outputs: ScoreOutputs,
    ) -> Self {
        let chosen_layer = settings.chosen_layer();
        let request = AgreementRequest {
            layers: settings.layers.to_vec(),
            chosen: chosen_layer,
            lists_layers: args.all_layers,
            with_overlap: args.overlap,
            ranking: args.all_settings.map(|by| RankingRequest {
                by,
                idf: settings.settings.idf != Idf::Off,
            }),
        };
        Self {
            args,
            format: plan::format(args),
            fields,
            settings,
            chosen_layer,
            opposite_weights: None,
            note: None,
            bar: None,
            outputs,
            compared_scores: request.score_count() as u64,
            summary: Summary::new(request, args.human.clone()),
            limits: args.fail_under.clone(),
            failures: Failures::default(),
            held: Vec::new(),
        }
    }

    pub fn score(&mut self, windows: RowWindows, mut analyzer: Analyzer) -> Result<()> {
        let mut header = Vec::new();
        self.format.write_header(&mut header, &self.fields)?;
        self.outputs.rows.write(&header)?;
        for mut window in windows {
            plan::move_systems(self.args, &mut window.rows);
            self.window(&window.rows, &mut analyzer)?;
            window.end?;
        }
        Ok(())
    }

    fn window(&mut self, rows: &[Row], analyzer: &mut Analyzer) -> Result<()> {
        // Nothing after the first invalid line of a strict run is scored.
        let rows = match rows.iter().position(is_invalid) {
            Some(invalid) if self.args.strict => &rows[..=invalid],
            _ => rows,
        };
        let mut written = self.written_rows(rows, analyzer).into_iter();
        let mut text = Vec::new();
        let mut stop = Ok(());
        for row in rows {
            let number = self.failures.next_row();
            let failure = match row {
                Err(error) => Failure::Row(error.clone()),
                Ok(PairRecord {
                    unread_human: Some(error),
                    ..
                }) if self.args.strict => Failure::Row(error.clone()),
                Ok(PairRecord {
                    missing: Some(missing),
                    ..
                }) => {
                    let reason = UnscoredReason::Skipped(*missing);
                    self.write_unscored(&mut text, number, row, &reason)?;
                    self.summary.skipped += 1;
                    continue;
                }
                Ok(pair) => match written.next() {
                    Some(Ok(row)) => {
                        text.extend_from_slice(&row.text);
                        self.summarise(number, pair, &row)?;
                        continue;
                    }
                    Some(Err(problem)) => Failure::Pair(format!("pair {number}: {problem}")),
                    None => Failure::Pair(format!("pair {number} was not scored")),
                },
            };
            if self.args.strict {
                stop = refuse(failure.to_string());
                break;
            }
            let reason = UnscoredReason::Failed(failure.to_string());
            self.write_unscored(&mut text, number, row, &reason)?;
            self.summary.refused += 1;
            self.failures.add(failure);
        }
        if self.format == RowFormat::Segments {
            self.held.append(&mut text);
        }
        self.outputs.rows.write(&text)?;
        match &self.bar {
            Some(bar) => {
                self.failures.report(|problem| bar.print(problem));
                bar.advance(rows.len() as u64);
            }
            None => self.failures.report(console::report),
        }
        stop
    }

    fn summarise(&mut self, number: u64, pair: &PairRecord, row: &WrittenRow) -> Result<()> {
        if let Some(error) = &pair.unread_human {
            self.failures.add_unread_human(error);
        }
        self.summary.set_signature(&row.signature);
        self.summary.note(number, &row.notes);
        let texts = (&pair.group, &pair.references, &pair.candidate);
        self.summary.repeated_texts.add(number, texts);
        for limit in &mut self.limits {
            limit.add(number, row.scores[self.chosen_layer]);
        }
        self.summary.add(
            &row.scores,
            row.overlap.as_ref(),
            pair.human,
            pair.group.as_deref(),
        );
        if pair.human.is_some()
            && let Some(system) = plan::system_of(self.args, pair)
            // Every two systems are compared.
            && self.summary.add_system(system, pair) > MAX_SYSTEMS
        {
            return refuse(format!(
                "the first {number} pairs are of more than {MAX_SYSTEMS} systems; check that --system-column names the column of \
                 the system, or leave out some systems"
            ));
        }
        Ok(())
    }

    fn write_unscored(
        &self,
        text: &mut Vec<u8>,
        number: u64,
        row: &Row,
        reason: &UnscoredReason,
    ) -> Result<()> {
        let unscored = OutputRow {
            number,
            id: match row {
                Ok(pair) => pair.id.as_ref(),
                Err(error) => error.id.as_ref(),
            },
            pair: row.as_ref().ok(),
            fields: &self.fields,
            outcome: Err(reason),
        };
        Ok(self.format.write(text, &unscored, false)?)
    }

    /// The rows of the pairs that can be scored, in order; an error is a sentence.
    fn written_rows(
        &self,
        rows: &[Row],
        analyzer: &mut Analyzer,
    ) -> Vec<Result<WrittenRow, String>> {
        let numbers = self.failures.row_count() + 1..;
        let pairs: Vec<NumberedPair> = numbers
            .zip(rows)
            .filter_map(|(number, row)| match row {
                Ok(pair) if pair.missing.is_none() => Some(NumberedPair { number, pair }),
                _ => None,
            })
            .collect();
        let jobs: Vec<BulkPair<'_>> = pairs
            .iter()
            .map(|numbered| BulkPair {
                candidate: &numbered.pair.candidate,
                references: &numbered.pair.references,
            })
            .collect();
        let writer = RowWriter {
            args: self.args,
            format: self.format,
            fields: &self.fields,
            chosen_layer: self.chosen_layer,
            opposite_weights: self.opposite_weights,
        };
        let has_explanations = plan::has_explanations(self.args);
        let note = &self.note;
        let outcomes = analyzer.analyze_many(&jobs, self.settings, |i, analyses| {
            let notes: Vec<&Note> = note.iter().chain(notes_on(pairs[i].pair)).collect();
            let layers = scored_layers(analyses?, &notes);
            if has_explanations {
                return Ok(RowOutcome::NeedsExplanations(layers));
            }
            let row = writer.write(pairs[i], &layers, &Answers::default());
            row.map(|row| RowOutcome::Written(Box::new(row)))
                .map_err(|error| error.to_string())
        });
        let mut rows = Vec::with_capacity(pairs.len());
        for (pair, outcome) in pairs.into_iter().zip(outcomes) {
            rows.push(match outcome {
                Ok(RowOutcome::Written(row)) => Ok(*row),
                Ok(RowOutcome::NeedsExplanations(layers)) => self
                    .write_explained(writer, pair, &layers, analyzer)
                    .map_err(|error| error.to_string()),
                Err(problem) => Err(problem),
            });
        }
        rows
    }

    fn write_explained(
        &self,
        writer: RowWriter<'_>,
        numbered: NumberedPair<'_>,
        layers: &[ScoredCandidate],
        analyzer: &mut Analyzer,
    ) -> Result<WrittenRow> {
        let answers = self.answers(analyzer, &layers[self.chosen_layer], numbered.pair)?;
        writer.write(numbered, layers, &answers)
    }

    /// The answers to the request for a pair, with the reference of the highest F1.
    fn answers(
        &self,
        analyzer: &mut Analyzer,
        scored: &ScoredCandidate,
        pair: &PairRecord,
    ) -> Result<Answers> {
        let request = PairRequest::from_pair(pair, self.args).map_err(UsageError)?;
        if request.is_empty() {
            return Ok(Answers::default());
        }
        let counted = self.settings.references;
        let texts = Pair {
            reference: &*pair.references[scored.best_reference()],
            candidate: &*pair.candidate,
        };
        let settings = self.settings.settings;
        let mut analysis = analyzer.analyze_with_frequencies(texts, settings, counted)?;
        analysis.notes.extend(scored.reference_note());
        let analysis = Arc::new(analysis);
        let explanations = explanations(
            analyzer,
            &analysis,
            &request.explain,
            &pair.references,
            counted,
        )?;
        let drawings = request.drawings(&analysis, &explanations)?;
        Ok(Answers {
            explanations,
            drawings,
        })
    }

    /// Ends the run: writes the summary, moves the files to their places, reports failures. After a failure no file is
    /// moved; if no pair could be scored, no existing file is replaced.
    pub fn finish(mut self, done: Result<()>) -> Result<()> {
        self.bar = None;
        if self.args.human.is_some() {
            let bar = ProgressLine::for_scores(self.compared_scores);
            self.summary.compare_with_human(&mut || bar.advance(1));
        }
        // The pairs scored so far are summarised even if the rest could not be read.
        let printed = self.print_summary();
        let done = done.and_then(|()| self.write_summary());
        let has_only_failures = self.summary.pairs == 0 && self.summary.refused > 0;
        let unwritten = self
            .outputs
            .finish(|output| done.is_err() || has_only_failures && output.replaces())?;
        let verdict = done
            .and(printed)
            .and_then(|()| self.failures.verdict(failure_count));
        verdict.map_err(|error| match &*unwritten {
            [] => error,
            // The error names the file.
            _ if error.is::<SaveError>() => error,
            [path] => error.wrap_err(format!("{path} was not written")),
            paths => error.wrap_err(format!("{} were not written", paths.join(" and "))),
        })?;
        // Last, so that a gate changes nothing in what is written.
        match why_below(&self.limits, self.args.each, &self.summary) {
            Some(reason) => Err(FailedGate(reason).into()),
            None => Ok(()),
        }
    }

    /// Writes the summary as JSON, if a file for it is given.
    fn write_summary(&mut self) -> Result<()> {
        let Some(file) = &mut self.outputs.summary else {
            return Ok(());
        };
        let mut json = Vec::new();
        self.summary.write_json(&mut json)?;
        file.write(&json)
    }

    /// Prints the summary as text: after the rows, or to standard output if the results are in a file.
    fn print_summary(&mut self) -> Result<()> {
        if self.format == RowFormat::Segments {
            let summary = format!("{}\n", self.summary.as_bert_score());
            self.outputs.rows.write(summary.as_bytes())?;
            return self.outputs.rows.write(&self.held);
        }
        let with_rows = self.format == RowFormat::Text && self.args.output.is_none();
        let text = columns::text(&self.summary.sheet(with_rows));
        if self.args.output.is_some() {
            console::print(text.as_bytes())?;
        } else if !self.format.is_for_machines() {
            self.outputs.rows.write(text.as_bytes())?;
        } else if console::stderr_is_terminal()
            || (self.args.human.is_some() || self.args.by.is_some()) && self.args.summary.is_none()
        {
            // For a reader at a terminal, or because it was requested and is written nowhere else.
            console::report_lines(&text);
        }
        Ok(())
    }
}

fn is_invalid(row: &Row) -> bool {
    match row {
        Ok(pair) => pair.unread_human.is_some(),
        Err(_) => true,
    }
}

/// What the file says of a pair besides its texts.
fn notes_on(pair: &PairRecord) -> Vec<&'static Note> {
    let mut notes = Vec::new();
    if pair.looks_quoted {
        notes.push(&Note::LooksQuoted);
    }
    if pair.unread_human.is_some() {
        notes.push(&Note::UnreadHumanScore);
    }
    notes
}

/// The scores at each layer, with notes on the pair.
fn scored_layers(layers: Vec<Vec<Analysis>>, notes: &[&Note]) -> Vec<ScoredCandidate> {
    let mut scored = Vec::with_capacity(layers.len());
    for mut analyses in layers {
        for analysis in &mut analyses {
            analysis.notes.extend(notes.iter().copied().cloned());
        }
        scored.push(ScoredCandidate::new(analyses));
    }
    scored
}

/// The number of pairs that could not be scored, as a sentence.
fn failure_count(failed: u64, all: u64) -> String {
    let others = match all - failed {
        0 => "",
        1 => "; the other one was",
        _ => "; the rest were",
    };
    format!("{failed} of {all} pairs could not be scored{others}")
}
