//! `bertscope report`: writes a page, an appendix and figures about scored pairs of one or several systems.

mod outputs;

use std::path::Path;
use std::sync::Arc;

use color_eyre::eyre::Result;

use super::progress_bar::ProgressLine;
use super::systems::run::{SystemsResults, SystemsRun};
use super::systems::saved_segments::SavedSegments;
use super::systems::scoring::{Candidate, LayerScope, SystemScorer};
use super::systems::{input, names};
use crate::cli::{ReportArgs, SystemsArgs};
use crate::metric_options::MetricOptions;
use bertscope_analysis::{Analysis, Program};
use bertscope_models::frequencies;
use bertscope_pairs::Row;
use bertscope_pairs::provenance::{Rescaling, ScoreProvenance};
use bertscope_report::findings::{CorpusReport, ExampleAnalyses, ReportLimits, Segment};
use bertscope_report::number::exact;
use outputs::{Outputs, Targets};

/// Number of segments scored together.
const WINDOW_SEGMENTS: usize = 512;

/// Runs the subcommand.
pub fn run(args: &ReportArgs) -> Result<()> {
    let targets = Targets::from_paths(&args.output)?;
    let systems = &args.systems;
    input::check(systems)?;
    let (mut results, mut scoring, outputs) = if systems.scores.is_empty() {
        score(systems, &targets)?
    } else {
        read(systems, &targets)?
    };
    let mut report = CorpusReport {
        title: args.title.clone().unwrap_or_else(|| default_title(systems)),
        findings: results.findings(systems),
        segments: std::mem::take(&mut results.segments),
        limits: ReportLimits {
            examples: args.examples.into(),
            listed: args.sample as usize,
            seed: systems.seed,
        },
        pictures: ExampleAnalyses::new(),
    };
    report.pictures = analyze_examples(&mut scoring, &report);
    outputs.write(&report, args.theme)
}

/// Scores the texts. Outputs are opened first, so that errors in writing are found before the work is done.
fn score<'a>(
    args: &SystemsArgs,
    targets: &Targets<'a>,
) -> Result<(SystemsResults, SystemScorer, Outputs<'a>)> {
    // Before the model is opened, so that bad input is reported at once.
    let (input, names) = input::open_input(args)?;
    let pairs = input.all()?;
    if pairs.is_empty() {
        return Err(input.empty_error().into());
    }
    let outputs = targets.open()?;
    let layers = match names.len() {
        // A single system has no ranking.
        1 => LayerScope::Chosen,
        _ if args.all_layers => LayerScope::All,
        _ => LayerScope::UpToChosen,
    };
    let scoring = SystemScorer::open(&args.metric, layers, |tokenizer| {
        let references: Vec<&str> = pairs
            .iter()
            .flat_map(|pair| &pair.references)
            .map(String::as_str)
            .collect();
        Ok(frequencies::count(&references, tokenizer)?)
    })?;
    let bar = ProgressLine::for_pairs(Some(pairs.len() as u64));
    let mut run = SystemsRun::new(names, scoring, bar, true).with_texts();
    let rows: Vec<Row> = pairs.into_iter().map(Ok).collect();
    rows.chunks(WINDOW_SEGMENTS)
        .try_for_each(|rows| run.window(rows))?;
    let (results, scoring) = run.finish()?;
    Ok((results, scoring, outputs))
}

/// Reads saved scores with their texts, as written by `score --json --texts`. Only pairs with a picture are scored again.
fn read<'a>(
    args: &SystemsArgs,
    targets: &Targets<'a>,
) -> Result<(SystemsResults, SystemScorer, Outputs<'a>)> {
    let names = names::system_names(args, &[])?;
    let saved = SavedSegments::read(&args.scores, names, true)?;
    let results = saved.results(true, true)?;
    let outputs = targets.open()?;
    let mut metric = args.metric.clone();
    apply_signature(&results.signature, &mut metric);
    let scoring = SystemScorer::open(&metric, LayerScope::Chosen, |tokenizer| {
        let references = results
            .segments
            .iter()
            .flat_map(|Segment { references, .. }| references);
        Ok(frequencies::count(
            &references.map(String::as_str).collect::<Vec<_>>(),
            tokenizer,
        )?)
    })?;
    Ok((results, scoring, outputs))
}

/// Applies the settings of a signature, unless options override them.
fn apply_signature(signature: &str, metric: &mut MetricOptions) {
    let Some(made) = ScoreProvenance::from_signature(signature) else {
        return;
    };
    metric.layer = metric.layer.or(made.layer);
    if made.idf == Some(true) {
        metric.idf.get_or_insert_default();
    }
    metric.program = metric
        .program()
        .or(made.program.and_then(Program::from_name));
    metric.rescale |= made
        .rescaling
        .is_some_and(|rescaling| rescaling != Rescaling::Raw);
}

/// The default title of the report.
fn default_title(args: &SystemsArgs) -> String {
    let scores = args
        .scores
        .iter()
        .map(|path| path.to_string_lossy().into_owned());
    let files = args
        .table_file
        .iter()
        .chain(&args.candidate)
        .cloned()
        .chain(scores);
    let names: Vec<String> = files.map(|name| file_name(&name)).collect();
    format!("BERTScore of {}", names.join(", "))
}

fn file_name(name: &str) -> String {
    let path = Path::new(name);
    match path.file_name().filter(|_| path.is_file()) {
        Some(file) => file.to_string_lossy().into_owned(),
        None if name == "-" => "standard input".to_owned(),
        None => name.chars().take(40).collect(),
    }
}

/// Maximum difference between a stored F1 and a computed one with the same settings.
const TOLERANCE: f64 = 1e-3;

/// Analyses every candidate with a picture, against the reference of the highest F1.
fn analyze_examples(scoring: &mut SystemScorer, report: &CorpusReport) -> ExampleAnalyses {
    let places: Vec<(usize, usize)> = report.candidates_to_draw().into_iter().collect();
    let candidate = |&(segment, system): &(usize, usize)| {
        let (segment, output) = (
            &report.segments[segment],
            &report.segments[segment].outputs[system],
        );
        Candidate {
            text: &output.candidate,
            references: &segment.references,
            human: output.human,
        }
    };
    let candidates: Vec<Candidate<'_>> = places.iter().map(candidate).collect();
    let analyses = scoring.analyze(&candidates);
    let picture = |((segment, system), found): (
        (usize, usize),
        Result<(f64, Analysis), String>,
    )| {
        let known = report.segments[segment].outputs[system].f1();
        let picture = found.and_then(|(f1, analysis)| match known {
            Some(known) if (known - f1).abs() > TOLERANCE => Err(format!(
                "No heatmap: with the current settings, F1 is {}. Give the options that the scores in the file were computed with.",
                exact(f1)
            )),
            _ => Ok(Arc::new(analysis)),
        });
        ((segment, system), picture)
    };
    places.into_iter().zip(analyses).map(picture).collect()
}
