//! `bertscope report`: scored pairs of one system or several in, a page, an appendix and figures out.

mod command_line;
mod outputs;
mod pictures;
mod saved;
mod score;
mod segments;

use color_eyre::eyre::Result;

use super::open_model;
use super::progress_bar::ProgressLine;
use crate::cli::ReportArgs;
use crate::model_tables::ModelTables;
use bertscope_analysis::{Analyzer, Idf};
use bertscope_encoder::Keep;
use bertscope_models::frequencies;
use bertscope_report::corpus::{CorpusReport, Extent, Findings};
use bertscope_systems::Resampling;
use outputs::Targets;
use segments::Read;

/// Runs the subcommand.
///
/// # Errors
/// `PairsError`, `ModelError` and `UsageError` for bad input; I/O errors of the outputs. Then nothing is written.
pub fn run(args: &ReportArgs) -> Result<()> {
    let targets = Targets::of(&args.output)?;
    // Before the model is opened: what is wrong with the input is said at once.
    let Read { systems, mut segments, human, signature } = segments::read(args)?;
    let outputs = targets.open()?;
    let mut metric = args.metric.options();
    if let Some(signature) = &signature {
        saved::settings_of(signature, &mut metric);
    }
    let model = open_model(metric.model_name(), &metric.open_options()?)?;
    let settings = metric.settings(&model, Idf::References)?;
    let mut analyzer = ModelTables::read(&metric, &model)?.apply(Analyzer::for_many(model, Keep::Only(settings.layer)));
    let references: Vec<&str> = segments.iter().flat_map(|segment| &segment.references).map(String::as_str).collect();
    let counted = (settings.idf == Idf::References)
        .then(|| frequencies::count(&references, &analyzer.model().tokenizer))
        .transpose()?;
    let mut scoring = score::Scoring { analyzer: &mut analyzer, settings, counted: counted.as_ref() };
    let (signature, drivers) = match signature {
        Some(signature) => (signature, None),
        None => {
            let bar = ProgressLine::over_pairs(Some(segments.len() as u64));
            let scored = scoring.score_all(&systems, &mut segments, &bar)?;
            (scored.signature, Some(scored.drivers))
        }
    };
    let report = CorpusReport {
        title: args.title.clone().unwrap_or_else(|| segments::title(args)),
        command: command_line::shown(std::env::args_os()),
        signature,
        systems,
        human,
        segments,
        extent: Extent { examples: args.examples.into(), listed: args.sample as usize, seed: args.seed },
    };
    let telling = report.telling();
    let pictures = pictures::draw(&mut scoring, &report, &telling);
    let comparison = report.comparison(Resampling { resamples: args.resamples as usize, seed: args.seed });
    outputs.write(&report, &Findings { comparison, drivers, telling, pictures }, args.theme)
}
