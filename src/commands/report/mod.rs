//! `bertscope report`: writes a page, an appendix and figures about scored pairs of one or several systems.

mod command_line;
mod example_analyses;
mod outputs;
mod report_input;
mod saved;
mod score;
mod segments;

use color_eyre::eyre::Result;

use super::progress_bar::ProgressLine;
use super::systems::scoring::{LayerScope, SystemScorer};
use crate::cli::ReportArgs;
use bertscope_models::frequencies;
use bertscope_report::corpus::{CorpusReport, Findings, ReportLimits};
use bertscope_systems::SystemComparison;
use outputs::Targets;
use report_input::{ReportInput, SavedReport};

/// Runs the subcommand.
///
/// # Errors
/// `PairsError`, `ModelError` and `UsageError` for bad input; I/O errors of the outputs. Nothing is written then.
pub fn run(args: &ReportArgs) -> Result<()> {
    let targets = Targets::from_paths(&args.output)?;
    // Before the model is opened, so that bad input is reported at once.
    let ReportInput { systems, mut segments, human, saved } = segments::read(args)?;
    let outputs = targets.open()?;
    let mut metric = args.systems.metric.clone();
    if let Some(signature) = saved.as_ref().and_then(|saved| saved.signature.as_deref()) {
        saved::apply_signature(signature, &mut metric);
    }
    let layers = match (&saved, systems.len()) {
        // Only pairs with a picture are scored again, and a single system has no ranking.
        (Some(_), _) | (None, 1) => LayerScope::Chosen,
        (None, _) if args.systems.all_layers => LayerScope::All,
        (None, _) => LayerScope::UpToChosen,
    };
    let mut scoring = SystemScorer::open(&metric, layers, |analyzer| {
        let references = segments.iter().flat_map(|segment| &segment.references);
        Ok(frequencies::count(&references.map(String::as_str).collect::<Vec<_>>(), &analyzer.model().tokenizer)?)
    })?;
    let (signature, scores, drivers, remarks) = match saved {
        Some(SavedReport { signature, scores, remarks }) => {
            (signature.unwrap_or_else(|| NO_SIGNATURE.to_owned()), scores, None, remarks)
        }
        None => {
            let bar = ProgressLine::for_pairs(Some(segments.len() as u64));
            let scored = score::score_all(&mut scoring, &systems, &mut segments, &bar)?;
            (scored.signature, scored.scores, Some(scored.drivers), scored.remarks)
        }
    };
    let report = CorpusReport {
        title: args.title.clone().unwrap_or_else(|| segments::title(args)),
        command: command_line::shell_quoted(std::env::args_os()),
        signature,
        systems,
        human,
        segments,
        limits: ReportLimits { examples: args.examples.into(), listed: args.sample as usize, seed: args.systems.seed },
    };
    let telling = report.select_examples();
    let pictures = example_analyses::analyze_examples(&mut scoring, &report, &telling);
    let comparison = SystemComparison::compute(&scores, args.systems.resampling());
    outputs.write(
        &report,
        &Findings { comparison, remarks, drivers, examples: telling, example_analyses: pictures },
        args.theme,
    )
}

/// The signature of saved scores without one.
const NO_SIGNATURE: &str = "not given in the file";
