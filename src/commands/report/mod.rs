//! `bertscope report`: writes a page, an appendix and figures about scored pairs of one or several systems.

mod outputs;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use color_eyre::eyre::Result;

use super::count_references::count_references;
use super::progress_bar::ProgressLine;
use super::systems::run::{FinishedRun, SystemsRun, failure_count};
use super::systems::saved_segments::SavedSegments;
use super::systems::scoring::{BestAnalysis, Candidate, LayerScope, SystemScorer};
use super::systems::{input, names};
use crate::cli::{ReportArgs, SystemsArgs};
use crate::command_files::CommandFiles;
use bertscope_analysis::{Analysis, Idf};
use bertscope_pair_list::file_settings::settings_of;
use bertscope_pairs::Row;
use bertscope_pairs::provenance::ScoreProvenance;
use bertscope_report::findings::{
    CorpusReport, ExampleAnalyses, ReportLimits, Segment, figure_names,
};
use bertscope_report::number::exact;
use outputs::{Outputs, Targets, is_folder};

const WINDOW_SEGMENTS: usize = 512;
/// Maximum difference between a stored F1 and a computed one with the same settings.
const TOLERANCE: f64 = 1e-3;
/// A system that is a text is named by its beginning in the title.
const MAX_TITLE_CHARS: usize = 40;

/// What the report is made of, and where it is written.
struct ReportRun<'a> {
    finished: FinishedRun,
    outputs: Outputs<'a>,
}

fn files(args: &ReportArgs) -> CommandFiles {
    let written = args
        .output
        .iter()
        .flat_map(|path| written_files(path, args));
    input::files(&args.systems).write(written)
}

fn written_files(path: &Path, args: &ReportArgs) -> Vec<PathBuf> {
    if !is_folder(path) {
        return vec![path.to_owned()];
    }
    let names = figure_names(args.systems.count()).into_iter();
    names
        .map(|name| path.join(name).with_extension("svg"))
        .collect()
}

pub fn run(args: &ReportArgs) -> Result<()> {
    files(args).check()?;
    let targets = Targets::from_paths(&args.output)?;
    let systems = &args.systems;
    input::check(systems)?;
    let run = if systems.scores.is_empty() {
        score(systems, &targets)?
    } else {
        read(systems, &targets)?
    };
    let FinishedRun {
        mut results,
        mut scorer,
    } = run.finished;
    if results.failures.lacks_readable_human_scores() {
        results.failures.verdict(failure_count)?;
    }
    let title = match &args.title {
        Some(title) => title.clone(),
        None => default_title(systems),
    };
    let mut report = CorpusReport {
        title,
        findings: results.findings(systems),
        segments: std::mem::take(&mut results.segments),
        limits: ReportLimits {
            examples: args.examples.into(),
            listed: args.sample as usize,
            seed: systems.seed,
        },
        pictures: ExampleAnalyses::new(),
    };
    report.pictures = analyze_examples(&mut scorer, &report);
    run.outputs.write(&report, args.theme)?;
    // Ratings that cannot be read, once the report is written without them.
    results.failures.verdict(failure_count)
}

/// Scores the texts. Outputs are opened first, so that errors in writing are found before the work is done.
fn score<'a>(args: &SystemsArgs, targets: &Targets<'a>) -> Result<ReportRun<'a>> {
    // Before the model is opened, so that bad input is reported at once.
    let opened = input::open_input(args, false)?;
    let pairs = opened.input.all()?;
    if pairs.is_empty() {
        return Err(opened.input.empty_error().into());
    }
    let outputs = targets.open()?;
    let layers = match opened.names.len() {
        // A single system has no ranking.
        1 => LayerScope::Chosen,
        _ if args.all_layers => LayerScope::All,
        _ => LayerScope::UpToChosen,
    };
    let request = args.metric.request(Idf::References);
    let scorer = SystemScorer::open(&request, args.metric.device, layers, |tokenizer| {
        let compared = pairs.iter().filter(|pair| pair.missing.is_none());
        let references = compared.flat_map(|pair| &pair.references);
        Ok(count_references(references, tokenizer)?)
    })?;
    let bar = ProgressLine::for_pairs(Some(pairs.len() as u64));
    let strict = true;
    let mut run = SystemsRun::new(opened.names, scorer, bar, strict).with_texts();
    // `all` has failed on an invalid row.
    let rows: Vec<Row> = pairs.into_iter().map(Ok).collect();
    for window in rows.chunks(WINDOW_SEGMENTS) {
        run.window(window)?;
    }
    Ok(ReportRun {
        finished: run.finish()?,
        outputs,
    })
}

/// Reads saved scores with their texts, as written by `score --json --texts`. Only pairs with a picture are scored again.
fn read<'a>(args: &SystemsArgs, targets: &Targets<'a>) -> Result<ReportRun<'a>> {
    let names = names::system_names(args, &[])?;
    let with_texts = true;
    let strict = true;
    let saved = SavedSegments::read(&args.scores, names, with_texts)?;
    let results = saved.results(with_texts, strict)?;
    let outputs = targets.open()?;
    let mut request = args.metric.request(Idf::References);
    // Options win over the signature. Without a readable one, `check_against_stored` finds the pictures that do not fit.
    if let Some(provenance) = ScoreProvenance::from_signature(&results.signature) {
        request.settings = request.settings.merge(settings_of(&provenance));
    }
    let scope = LayerScope::Chosen;
    let scorer = SystemScorer::open(&request, args.metric.device, scope, |tokenizer| {
        let segments = results.segments.iter();
        let references = segments.flat_map(|segment| &segment.references);
        Ok(count_references(references, tokenizer)?)
    })?;
    Ok(ReportRun {
        finished: FinishedRun { results, scorer },
        outputs,
    })
}

/// The default title of the report.
fn default_title(args: &SystemsArgs) -> String {
    let mut names = Vec::new();
    for input in args.table_file.iter().chain(&args.candidate) {
        names.push(file_name(input));
    }
    for path in &args.scores {
        names.push(file_name(&path.to_string_lossy()));
    }
    format!("BERTScore of {}", names.join(", "))
}

fn file_name(input: &str) -> String {
    let path = Path::new(input);
    match path.file_name() {
        Some(file) if path.is_file() => file.to_string_lossy().into_owned(),
        _ if input == "-" => "standard input".to_owned(),
        _ => input.chars().take(MAX_TITLE_CHARS).collect(),
    }
}

/// Analyses every candidate with a picture, against the reference of the highest F1.
fn analyze_examples(scorer: &mut SystemScorer, report: &CorpusReport) -> ExampleAnalyses {
    let places = report.candidates_to_draw();
    let candidates: Vec<Candidate<'_>> = places
        .iter()
        .map(|&(segment, system)| candidate(&report.segments[segment], system))
        .collect();
    let analyses = scorer.analyze(&candidates);
    let mut pictures = ExampleAnalyses::new();
    for ((segment, system), best) in places.into_iter().zip(analyses) {
        let stored = report.segments[segment].outputs[system].f1();
        let picture = best.and_then(|best| check_against_stored(best, stored));
        pictures.insert((segment, system), picture);
    }
    pictures
}

fn candidate(segment: &Segment, system: usize) -> Candidate<'_> {
    let output = &segment.outputs[system];
    Candidate {
        text: &output.candidate,
        references: &segment.references,
        human: output.human,
    }
}

/// The analysis, unless it contradicts the score in the file.
fn check_against_stored(best: BestAnalysis, stored: Option<f64>) -> Result<Arc<Analysis>, String> {
    let f1 = best.f1;
    match stored {
        Some(stored) if (stored - f1).abs() > TOLERANCE => Err(format!(
            "No heatmap: with the current settings, F1 is {}. Give the options that the scores in the file were computed with.",
            exact(f1)
        )),
        _ => Ok(Arc::new(best.analysis)),
    }
}
