//! The command line, and the way from an error to an exit code.

mod figures;
mod inspect;
mod metric;
mod plot;
mod score;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use color_eyre::eyre::Report;

use crate::commands::{self, UsageError};
use crate::models::ModelError;
use crate::printable::printable;
use crate::tui;

pub use figures::{BaselineArgs, IdfArgs, PackArgs};
pub use inspect::{InspectArgs, ThemeName};
pub use metric::MetricArgs;
pub use plot::PlotArgs;
pub use score::ScoreArgs;

/// See why a candidate sentence got its `BERTScore`.
///
/// Without a subcommand it opens the inspector: two text boxes, the token-by-token heatmap, the greedy matches and
/// precision, recall and F1, live. The default model is inside; no network is needed.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Cli {
    /// What to do instead of opening the inspector.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The inspector's options.
    #[command(flatten)]
    pub inspect: InspectArgs,
}

/// Headless subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Score pairs of texts or files without opening the inspector
    Score(ScoreArgs),
    /// Draw a pair: SVG, PNG, a page, text, or the whole analysis
    Plot(PlotArgs),
    /// Count document frequencies over a corpus, for --idf
    Idf(IdfArgs),
    /// Compute a baseline from random pairs of a corpus, for --baseline
    Baseline(BaselineArgs),
    /// Make the bundled model's weights from the published folder
    Pack(PackArgs),
}

/// Runs what the command line asks for.
#[must_use]
pub fn run() -> ExitCode {
    if let Err(report) = color_eyre::config::HookBuilder::default().display_env_section(false).install() {
        return fail(&report);
    }
    let cli = Cli::parse();
    let done = match cli.command {
        None => tui::run(&cli.inspect),
        Some(Command::Score(args)) => commands::score::run(&args),
        Some(Command::Plot(args)) => commands::plot::run(&args),
        Some(Command::Idf(args)) => commands::idf::run(&args),
        Some(Command::Baseline(args)) => commands::baseline::run(&args),
        Some(Command::Pack(args)) => commands::pack::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(report) => fail(&report),
    }
}

/// One sentence on standard error. 2 for bad usage or input, 1 for a failure, 0 when the reader of a pipe had enough.
fn fail(report: &Report) -> ExitCode {
    if let Some(io) = report.root_cause().downcast_ref::<std::io::Error>()
        && io.kind() == std::io::ErrorKind::BrokenPipe
    {
        return ExitCode::SUCCESS;
    }
    eprintln!("bertscope: {}", printable(&format!("{report:#}")));
    let bad_input = report.chain().any(|cause| cause.is::<UsageError>() || cause.is::<ModelError>());
    ExitCode::from(if bad_input { 2 } else { 1 })
}
