//! `bertscope compare`: systems over the same references in, which is better and why out.

mod entities;
pub(super) mod names;
mod plan;
mod repeated;
mod run;
mod saved;
mod settings;

use color_eyre::eyre::Result;

use super::count_references::count_references;
use super::open_model;
use super::output::Output;
use super::progress_bar::ProgressLine;
use super::windows::Windows;
use crate::cli::{CompareArgs, ComparisonFormat};
use crate::console;
use crate::model_tables::ModelTables;
use bertscope_analysis::{Analyzer, BulkSettings, Idf};
use bertscope_encoder::{Keep, Layer};
use bertscope_models::{Depth, OpenOptions};
use bertscope_report::systems::{SystemsReport, text, tsv};
use bertscope_systems::Resampling;
use run::Run;
use settings::OtherSettings;

/// Runs the subcommand.
///
/// # Errors
/// `PairsError`, `ModelError` and `UsageError` for bad input; I/O errors of the output.
pub fn run(args: &CompareArgs) -> Result<()> {
    plan::check(args)?;
    if !args.scores.is_empty() {
        return saved::run(args);
    }
    let metric = args.metric.options();
    // Read once to count the references, and once to score.
    let input = plan::input(args)?.rewindable()?;
    let names = names::of_texts(args)?;
    // Before the model is opened: what is wrong with the input is said at once.
    let windows = Windows::open(input.rows()?)?;
    if windows.is_empty() {
        return Err(input.without_rows().into());
    }
    // What cannot be written to is found before the work is done.
    let output = Output::open(args.output.as_deref())?;
    let options = metric.open_options()?;
    let options = if args.all_layers { OpenOptions { depth: Depth::All, ..options } } else { options };
    let model = open_model(metric.model_name(), &options)?;
    let settings = metric.settings(&model, Idf::References)?;
    let last = if args.all_layers { Layer(model.encoder.layers()) } else { settings.layer };
    let layers: Vec<Layer> = (0..=last.0).map(Layer).collect();
    let tables = ModelTables::read(&metric, &model)?;
    let mut analyzer = tables.apply(Analyzer::for_many(model, Keep::Through(last)));
    let lines = console::are_messages_seen().then(|| input.lines()).flatten();
    let counted = match settings.idf {
        Idf::Table => None,
        Idf::Off | Idf::References => Some(count_references(&input, lines, &analyzer)?),
    };
    let others = OtherSettings::new(settings, &layers, counted.as_ref());
    let mut run = Run::new(args, names, others, ProgressLine::over_pairs(lines));
    let wanted = BulkSettings { settings, layers: &layers, references: counted.as_ref() };
    for (rows, end) in windows.for_layers(layers.len()) {
        run.window(&rows, &mut analyzer, wanted)?;
        end?;
    }
    let (report, refusals) = run.finish(resampling(args))?;
    write(args, output, &report)?;
    refusals.verdict()
}

fn resampling(args: &CompareArgs) -> Resampling {
    Resampling { resamples: args.resamples as usize, seed: args.seed }
}

fn write(args: &CompareArgs, mut output: Output, report: &SystemsReport) -> Result<()> {
    let mut out = Vec::new();
    match args.written_as() {
        ComparisonFormat::Text => text::write(&mut out, report)?,
        ComparisonFormat::Tsv => tsv::write(&mut out, report)?,
        ComparisonFormat::Json => bertscope_report::rows::json::write_line(&mut out, report)?,
    }
    output.write(&out)?;
    output.finish()
}
