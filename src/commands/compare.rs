//! `bertscope compare`: compares systems on the same references.

use color_eyre::eyre::Result;

use super::count_references::reference_frequencies;
use super::output::Output;
use super::progress_bar::ProgressLine;
use super::row_windows::RowWindows;
use super::systems::run::{SystemsResults, SystemsRun, several};
use super::systems::saved_segments::SavedSegments;
use super::systems::scoring::{LayerScope, SystemScorer};
use super::systems::{input, names};
use crate::cli::{CompareArgs, ComparisonFormat};
use crate::console;
use crate::metric_options::MetricOptions;
use crate::usage_error::refuse;
use bertscope_report::findings::sheet::text;
use bertscope_report::findings::tsv;
use bertscope_report::json_parts::write_line;

/// Runs the subcommand.
pub fn run(args: &CompareArgs) -> Result<()> {
    input::check(&args.systems)?;
    if args.systems.all_pairs && args.output_format() == ComparisonFormat::Tsv {
        return refuse(
            "the rows of the format tsv have no pairs of systems; use --json, or leave out --all-pairs",
        );
    }
    let (results, mut output) = if args.systems.scores.is_empty() {
        score(args)?
    } else {
        read(args)?
    };
    if results.scores.is_empty() {
        results.failures.verdict(several)?;
    }
    let findings = results.findings(&args.systems);
    let mut out = Vec::new();
    match args.output_format() {
        ComparisonFormat::Text => out.extend(text::render(&findings.sheet()).into_bytes()),
        ComparisonFormat::Tsv => tsv::write(&mut out, &findings)?,
        ComparisonFormat::Json => write_line(&mut out, &findings)?,
    }
    output.write(&out)?;
    output.finish()?;
    results.failures.verdict(several)
}

/// Reads scores that were computed earlier, perhaps on other machines.
fn read(args: &CompareArgs) -> Result<(SystemsResults, Output)> {
    let systems = &args.systems;
    if systems.metric != MetricOptions::default() {
        return refuse("the scores of --scores are already computed; leave out the metric options");
    }
    let names = names::system_names(systems, &[])?;
    let saved = SavedSegments::read(&systems.scores, names, false)?;
    let output = Output::open(args.output.as_deref())?;
    Ok((saved.results(false, args.strict)?, output))
}

/// Scores the texts.
fn score(args: &CompareArgs) -> Result<(SystemsResults, Output)> {
    let systems = &args.systems;
    // The input is read twice: to count the references, and to score.
    let (input, names) = input::open_input(systems)?;
    let input = input.rewindable()?;
    // Before the model is opened, so that bad input is reported at once.
    let windows = RowWindows::open(input.rows()?)?;
    if windows.is_empty() {
        return Err(input.empty_error().into());
    }
    // Errors in writing are found before the work is done.
    let output = Output::open(args.output.as_deref())?;
    let lines = console::stderr_is_terminal()
        .then(|| input.estimated_rows())
        .flatten();
    let layers = if systems.all_layers {
        LayerScope::All
    } else {
        LayerScope::UpToChosen
    };
    let scoring = SystemScorer::open(&systems.metric, layers, |tokenizer| {
        reference_frequencies(&input, lines, tokenizer)
    })?;
    let windows = windows.for_layers(scoring.layers.len());
    let mut run = SystemsRun::new(names, scoring, ProgressLine::for_pairs(lines), args.strict);
    for (rows, end) in windows {
        run.window(&rows)?;
        end?;
    }
    Ok((run.finish()?.0, output))
}
