//! From the command line to the subcommand that runs, and from an error to an exit code.

use std::process::ExitCode;

use bertscope_lessons::LessonError;
use bertscope_models::ModelError;
use bertscope_pairs::PairsError;
use bertscope_printable::printable;
use clap::Parser;
use color_eyre::eyre::Report;

use crate::cli::{Cli, Command};
use crate::usage_error::UsageError;
use crate::{commands, tui};

/// Runs what the command line asks for.
#[must_use]
pub fn run() -> ExitCode {
    if let Err(report) = color_eyre::config::HookBuilder::default().display_env_section(false).install() {
        return fail(&report);
    }
    bertscope_encoder::guard::silence_guarded_panics();
    let cli = Cli::parse();
    let done = match cli.command {
        None => tui::run(&cli.inspect.options(), None),
        Some(Command::Lesson(args)) => commands::lesson::run(&args),
        #[cfg(feature = "tui")]
        Some(Command::Open(args)) => commands::open::run(&args),
        #[cfg(not(feature = "tui"))]
        Some(Command::Open(args)) => tui::run(&args.inspect.options(), None),
        Some(Command::Score(args)) => commands::score::run(&args),
        Some(Command::Plot(args)) => commands::plot::run(&args),
        Some(Command::Idf(args)) => commands::idf::run(&args),
        Some(Command::Baseline(args)) => commands::baseline::run(&args),
        Some(Command::Check(args)) => match commands::check::run(&args) {
            Ok(code) => return code,
            Err(report) => Err(report),
        },
        Some(Command::Models(args)) => commands::models::run(&args),
        Some(Command::Pack(args)) => commands::pack::run(&args),
        Some(Command::Completions(args)) => commands::shell::completions(&args),
        Some(Command::Man(args)) => commands::shell::man(&args),
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
    let bad_input = report.chain().any(|cause| {
        cause.is::<UsageError>() || cause.is::<ModelError>() || cause.is::<PairsError>() || cause.is::<LessonError>()
    });
    ExitCode::from(if bad_input { 2 } else { 1 })
}
