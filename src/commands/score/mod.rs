//! `bertscope score`: pairs in, numbers out, a window of pairs at a time.

mod bar;
mod output;
mod plan;
mod window;

use std::io::Write;
use std::path::Path;

use color_eyre::eyre::{Context, Result};

use super::{Figures, UsageError, open_model, options};
use crate::analysis::{Analyzer, Idf, Job, Wanted};
use crate::cli::ScoreArgs;
use crate::encoder::{Keep, Layer};
use crate::metric::{DocumentFrequencies, Score};
use crate::models::frequencies::Counter;
use crate::models::{Depth, Model, OpenOptions};
use crate::pairs::{Input, Pair, Row};
use crate::printable::printable;
use crate::report::Scored;
use crate::report::rows::{RowFormat, ScoredRow};
use crate::report::summary::Summary;
use bar::Bar;
use output::Output;
use window::Windows;

/// Lines that are reported one by one; further ones are only counted.
const REPORTED: u64 = 20;

/// Runs the subcommand.
///
/// # Errors
/// `PairsError`, `ModelError` and `UsageError` for bad input; I/O errors of the output.
pub fn run(args: &ScoreArgs) -> Result<()> {
    plan::check(args)?;
    let mut input = plan::input(args)?;
    if args.metric.idf.as_deref() == Some("") {
        input = input.rewindable()?;
    }
    // Before the model is opened: what is wrong with the input is said at once.
    let windows = Windows::open(input.rows()?)?;
    let model = open_model(args.metric.model_name(), &opening(args)?)?;
    let settings = super::settings(&args.metric, &model, Idf::References)?;
    plan::say_layer(args, &model, settings.layer);

    let layers: Vec<Layer> =
        if args.all_layers { (0..=model.encoder.layers()).map(Layer).collect() } else { vec![settings.layer] };
    let keep = if args.all_layers { Keep::Through(Layer(model.encoder.layers())) } else { Keep::Only(settings.layer) };
    let figures = Figures::read(&args.metric, &model)?;
    let analyzer = figures.apply(Analyzer::for_many(model, keep));
    let counted = (settings.idf == Idf::References).then(|| count_references(&input, &analyzer)).transpose()?;
    let chosen = layers.iter().position(|layer| *layer == settings.layer).unwrap_or(0);

    let format = plan::format(args);
    let mut run = Run {
        args,
        format,
        chosen,
        wanted: Wanted { settings, layers: &layers, references: counted.as_ref() },
        output: Output::open(args.output.as_deref(), &input)?,
        summary: Summary::new(&layers, chosen, args.human.clone()),
        bar: Bar::new(|| input.lines(), args.output.is_some(), format),
        number: 0,
        first_refusal: None,
    };
    let done = run.score(windows, analyzer);
    run.bar.finish();
    // What was scored is summed up even if the rest could not be read.
    let told = run.tell();
    done?;
    told?;
    run.verdict()
}

/// How the model is opened: with the layers that are scored at.
fn opening(args: &ScoreArgs) -> Result<OpenOptions> {
    let options = options(&args.metric)?;
    Ok(if args.all_layers { OpenOptions { depth: Depth::All, ..options } } else { options })
}

/// df over the references only, each text counted, as `bert_score` does for `idf=True`.
fn count_references(input: &Input, analyzer: &Analyzer) -> Result<DocumentFrequencies> {
    let tokenizer = &analyzer.model().tokenizer;
    let mut counter = Counter::new();
    for window in Windows::open(input.rows()?)? {
        let (rows, end) = window;
        let references: Vec<&String> = rows.iter().flatten().flat_map(|pair| &pair.references).collect();
        counter.add_all(&references, tokenizer)?;
        end?;
    }
    Ok(counter.finish())
}

/// A run and how far it is.
struct Run<'a> {
    args: &'a ScoreArgs,
    format: RowFormat,
    /// Position of the layer that counts.
    chosen: usize,
    wanted: Wanted<'a>,
    output: Output,
    summary: Summary,
    bar: Bar,
    /// Of the last row.
    number: u64,
    first_refusal: Option<String>,
}

/// What became of a pair.
enum Outcome {
    Scored { text: Vec<u8>, scores: Vec<Score>, signature: String },
    Refused(String),
}

impl Run<'_> {
    fn score(&mut self, windows: Windows, mut analyzer: Analyzer) -> Result<()> {
        let mut text = Vec::new();
        self.format.begin(&mut text)?;
        self.output.write(&text)?;
        for (rows, end) in windows {
            self.window(&rows, &mut analyzer)?;
            end?;
        }
        Ok(())
    }

    fn window(&mut self, rows: &[Row], analyzer: &mut Analyzer) -> Result<()> {
        let first_bad = rows.iter().position(Result::is_err).filter(|_| self.args.strict);
        let rows = &rows[..first_bad.map_or(rows.len(), |bad| bad + 1)];
        let pairs: Vec<(u64, &Pair)> =
            (self.number + 1..).zip(rows).filter_map(|(number, row)| Some((number, row.as_ref().ok()?))).collect();
        let jobs: Vec<Job<'_>> =
            pairs.iter().map(|(_, p)| Job { candidate: &p.candidate, references: &p.references }).collect();
        let (format, chosen, details) = (self.format, self.chosen, self.args.details);
        let outcomes = analyzer.analyze_many(&jobs, self.wanted, |i, analyses| {
            let layers: Vec<Scored> = match analyses {
                Ok(layers) => layers.into_iter().map(Scored::of).collect(),
                Err(problem) => return Outcome::Refused(problem),
            };
            let (number, pair) = pairs[i];
            let row = ScoredRow { number, id: pair.id.as_ref(), layers: &layers, chosen };
            let mut text = Vec::new();
            match format.write(&mut text, &row, details) {
                Ok(()) => Outcome::Scored {
                    text,
                    scores: layers.iter().map(Scored::score).collect(),
                    signature: row.chosen().analyses[0].signature.clone(),
                },
                Err(error) => Outcome::Refused(error.to_string()),
            }
        });
        let mut text = Vec::new();
        let mut outcomes = outcomes.into_iter();
        let mut stop = None;
        for row in rows {
            self.number += 1;
            let (id, problem) = match row {
                Err(bad) => (bad.id.as_ref(), bad.sentence.clone()),
                Ok(pair) => match outcomes.next() {
                    Some(Outcome::Scored { text: line, scores, signature }) => {
                        text.extend(line);
                        self.summary.sign(&signature);
                        self.summary.add(&scores, pair.human, pair.group.as_deref());
                        continue;
                    }
                    Some(Outcome::Refused(problem)) => {
                        (pair.id.as_ref(), format!("pair {}: {problem}", self.number))
                    }
                    None => (pair.id.as_ref(), format!("pair {} was not scored", self.number)),
                },
            };
            if self.args.strict {
                stop = Some(problem);
                break;
            }
            self.format.refused(&mut text, self.number, id, &problem)?;
            self.refuse(problem);
        }
        self.output.write(&text)?;
        self.bar.advance(rows.len() as u64);
        stop.map_or(Ok(()), |problem| Err(UsageError(problem).into()))
    }

    /// Reports a line that could not be scored. The first is held back: where it stays the only one, it is the verdict.
    fn refuse(&mut self, problem: String) {
        self.summary.refuse();
        match self.summary.refused() {
            1 => self.first_refusal = Some(problem),
            n if n <= REPORTED => {
                if n == 2 && let Some(first) = &self.first_refusal {
                    self.bar.say(first);
                }
                self.bar.say(&problem);
            }
            _ => {}
        }
    }

    /// The summary: after the lines for people; where the results are elsewhere, on standard output.
    fn tell(&mut self) -> Result<()> {
        if let Some(path) = &self.args.summary {
            let mut json = Vec::new();
            self.summary.write_json(&mut json)?;
            write_file(path, &json)?;
        }
        let mut text = Vec::new();
        self.summary.write(&mut text)?;
        if self.args.output.is_some() {
            std::io::stdout().lock().write_all(&text)?;
        } else if !self.format.is_for_machines() {
            self.output.write(&text)?;
        } else if self.args.human.is_some() && self.args.summary.is_none() {
            // Asked for, and not to be found anywhere else.
            std::io::stderr().lock().write_all(&text)?;
        }
        Ok(())
    }

    /// Not a success unless every pair was scored.
    fn verdict(&mut self) -> Result<()> {
        let refused = self.summary.refused();
        match self.first_refusal.take() {
            None => Ok(()),
            Some(only) if refused == 1 => Err(UsageError(only).into()),
            Some(_) => {
                let of = self.number;
                Err(UsageError(format!("{refused} of {of} pairs could not be scored; the others were")).into())
            }
        }
    }
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).wrap_err_with(|| format!("can not write {}", printable(&path.display().to_string())))
}
