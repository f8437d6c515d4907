//! `bertscope compare`: compares systems on the same references.

mod run;
mod saved;

use color_eyre::eyre::Result;

use super::count_references::reference_frequencies;
use super::output::Output;
use super::progress_bar::ProgressLine;
use super::row_windows::RowWindows;
use super::systems::scoring::{LayerScope, SystemScorer};
use super::systems::{input, names};
use crate::cli::{CompareArgs, ComparisonFormat};
use crate::console;
use crate::metric_options::MetricOptions;
use crate::usage_error::UsageError;
use bertscope_report::systems::{SystemsReport, text, tsv};
use run::CompareRun;

/// Runs the subcommand.
///
/// # Errors
/// `PairsError`, `ModelError` and [`UsageError`] for bad input; I/O errors of the output.
pub fn run(args: &CompareArgs) -> Result<()> {
    let systems = &args.systems;
    input::check(systems)?;
    if !systems.scores.is_empty() {
        if systems.metric != MetricOptions::default() {
            let sentence = "the scores of --scores are already computed; leave out the metric options";
            return Err(UsageError(sentence.to_owned()).into());
        }
        return saved::run(args);
    }
    // The input is read twice: to count the references, and to score.
    let input = input::open_input(systems)?.rewindable()?;
    let names = names::system_names(systems)?;
    // Before the model is opened, so that bad input is reported at once.
    let windows = RowWindows::open(input.rows()?)?;
    if windows.is_empty() {
        return Err(input.empty_error().into());
    }
    // Errors in writing are found before the work is done.
    let output = Output::open(args.output.as_deref())?;
    let lines = console::stderr_is_terminal().then(|| input.estimated_rows()).flatten();
    let layers = if systems.all_layers { LayerScope::All } else { LayerScope::UpToChosen };
    let scoring =
        SystemScorer::open(&systems.metric, layers, |analyzer| reference_frequencies(&input, lines, analyzer))?;
    let windows = windows.for_layers(scoring.layer_count());
    let mut run = CompareRun::new(args, names, scoring, ProgressLine::for_pairs(lines));
    for (rows, end) in windows {
        run.window(&rows)?;
        end?;
    }
    let (report, refusals) = run.finish(systems.resampling())?;
    write(args, output, &report)?;
    refusals.verdict()
}

fn write(args: &CompareArgs, mut output: Output, report: &SystemsReport) -> Result<()> {
    let mut out = Vec::new();
    match args.output_format() {
        ComparisonFormat::Text => text::write(&mut out, report)?,
        ComparisonFormat::Tsv => tsv::write(&mut out, report)?,
        ComparisonFormat::Json => bertscope_report::rows::json::write_line(&mut out, report)?,
    }
    output.write(&out)?;
    output.finish()
}
