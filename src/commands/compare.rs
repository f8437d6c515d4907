//! `bertscope compare`: compares systems on the same references.

use color_eyre::eyre::Result;

use super::count_references::count_references_of;
use super::output::Output;
use super::progress_bar::ProgressLine;
use super::row_windows::RowWindows;
use super::systems::run::{SystemsResults, SystemsRun, failure_count};
use super::systems::saved_segments::SavedSegments;
use super::systems::scoring::{LayerScope, SystemScorer};
use super::systems::{input, names};
use crate::cli::{CompareArgs, ComparisonFormat, MetricArgs};
use crate::usage_error::{FailedGate, refuse};
use bertscope_analysis::Idf;
use bertscope_report::findings::{gate, tsv};
use bertscope_report::json_parts::write_line;
use bertscope_sheet::columns;

/// What was found, and where it is written.
struct Comparison {
    results: SystemsResults,
    output: Output,
}

pub fn run(args: &CompareArgs) -> Result<()> {
    input::files(&args.systems)
        .write(&args.findings.output)
        .check()?;
    input::check(&args.systems)?;
    let format = args.findings.format();
    if args.systems.all_pairs && format == ComparisonFormat::Tsv {
        return refuse(
            "the rows of the format tsv have no pairs of systems; use --json, or leave out --all-pairs",
        );
    }
    let comparison = if args.systems.scores.is_empty() {
        score(args)?
    } else {
        read(args)?
    };
    let Comparison {
        results,
        mut output,
    } = comparison;
    if results.scores.is_empty() {
        results.failures.verdict(failure_count)?;
    }
    let findings = results.findings(&args.systems);
    let mut bytes = Vec::new();
    match format {
        ComparisonFormat::Text => bytes = columns::text(&findings.sheet()).into_bytes(),
        ComparisonFormat::Tsv => bytes = tsv::text(&findings).into_bytes(),
        ComparisonFormat::Json => write_line(&mut bytes, &findings)?,
    }
    output.write(&bytes)?;
    output.finish()?;
    results.failures.verdict(failure_count)?;
    if let Some(reason) = gate::why_lower(&findings, &args.fail_on) {
        return Err(FailedGate(reason).into());
    }
    match gate::why_never_lower(&findings, &args.fail_on) {
        Some(reason) => refuse(reason),
        None => Ok(()),
    }
}

/// Reads scores that were computed earlier, perhaps on other machines.
fn read(args: &CompareArgs) -> Result<Comparison> {
    let systems = &args.systems;
    if systems.metric != MetricArgs::default() {
        return refuse("the scores of --scores are already computed; leave out the metric options");
    }
    let names = names::system_names(systems, &[])?;
    let saved = SavedSegments::read(&systems.scores, names, false)?;
    let output = Output::open(args.findings.output.as_deref())?;
    let results = saved.results(false, args.strict)?;
    Ok(Comparison { results, output })
}

fn score(args: &CompareArgs) -> Result<Comparison> {
    let systems = &args.systems;
    let opened = input::open_input(systems, args.strict)?;
    // The input is read twice: to count the references, and to score.
    let input = opened.input.rewindable()?;
    // Before the model is opened, so that bad input is reported at once.
    let windows = RowWindows::open(input.rows()?)?;
    if windows.is_empty() {
        return Err(input.empty_error().into());
    }
    // Errors in writing are found before the work is done.
    let output = Output::open(args.findings.output.as_deref())?;
    let lines = ProgressLine::estimated_rows(&input);
    let layers = if systems.all_layers {
        LayerScope::All
    } else {
        LayerScope::UpToChosen
    };
    let request = systems.metric.request(Idf::References);
    let scorer = SystemScorer::open(&request, systems.metric.device, layers, |tokenizer| {
        count_references_of(&input, lines, tokenizer)
    })?;
    let windows = windows.for_layers(scorer.layers.len());
    let bar = ProgressLine::for_pairs(lines);
    let mut run = SystemsRun::new(opened.names, scorer, bar, args.strict);
    for window in windows {
        run.window(&window.rows)?;
        window.end?;
    }
    let results = run.finish()?.results;
    Ok(Comparison { results, output })
}
