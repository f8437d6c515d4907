//! Runs the subcommand of the command line, and converts errors to exit codes.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use bertscope_lessons::{LessonError, bundled};
use bertscope_models::ModelError;
use bertscope_pairs::PairsError;
use bertscope_printable::printable;
use bertscope_report::export::link::{Link, LinkError, ParsedLink};
use clap::Parser;
use clap::error::ErrorKind;
use color_eyre::config::{HookBuilder, Theme};
use color_eyre::eyre::{Report, Result};

use crate::cli::{Cli, Command, ScoreArgs};
use crate::inspector_options::InspectorOptions;
use crate::usage_error::{UsageError, refuse};
use crate::{bare_words, commands, console, threads, tui};

/// Runs the command line.
pub fn run() -> ExitCode {
    if let Err(report) = install_reports() {
        return fail(&report);
    }
    if let Some(code) = threads::limited() {
        return code;
    }
    bertscope_encoder::panic_guard::silence_guarded_panics();
    commands::interrupt::ignore_file_size_signal();
    let cli = match parse(std::env::args_os().collect()) {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let mut cli = match cli.with_options_in_place() {
        Ok(cli) => cli,
        Err(error) => return fail(&error.into()),
    };
    // Before any file is opened.
    let files = cli.files();
    if let Err(error) = files.check() {
        return fail(&error.into());
    }
    cli.inspector().files = files;
    let done = match cli.command {
        None => open(cli.inspect, cli.address.as_deref()),
        Some(_) if cli.address.is_some() => {
            refuse("a link opens the inspector; leave out the subcommand")
        }
        Some(Command::Lesson(args)) => commands::lesson::run(&args),
        #[cfg(feature = "tui")]
        Some(Command::Open(args)) => commands::open::run(&args),
        #[cfg(not(feature = "tui"))]
        Some(Command::Open(args)) => tui::run(&args.inspect, None),
        Some(Command::Score(args)) => commands::score::run(&args),
        Some(Command::Compare(args)) => commands::compare::run(&args),
        Some(Command::Plot(args)) => commands::plot::run(&args),
        Some(Command::Report(args)) => commands::report::run(&args),
        Some(Command::Idf(args)) => commands::idf::run(&args),
        Some(Command::Baseline(args)) => commands::baseline::run(&args),
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

/// Opens the inspector, with the link of the command line, if any.
fn open(mut options: InspectorOptions, address: Option<&str>) -> Result<()> {
    let Some(address) = address else {
        return tui::run(&options, None);
    };
    options.page = address.split_once('#').map(|(page, _)| page.to_owned());
    let ParsedLink {
        link,
        warnings: flaws,
    } = Link::parse(address)?;
    options.link_notice = flaws.notice();
    match link {
        Link::Pair(link) => {
            options.link = Some(*link);
            tui::run(&options, None)
        }
        Link::Lesson { lesson, step } => {
            if !bundled::BUNDLED.iter().any(|(name, _)| *name == lesson) {
                let name = printable(&lesson);
                return refuse(format!(
                    "the lesson {name} is stored next to that page; download it, then run: bertscope lesson FILE"
                ));
            }
            let lesson = bundled::find(&lesson)?;
            if step > lesson.steps.len() {
                let said = format!(
                    "The lesson has {} steps; this is the last.",
                    lesson.steps.len()
                );
                options.link_notice = Some(
                    options
                        .link_notice
                        .take()
                        .into_iter()
                        .chain([said])
                        .collect::<Vec<_>>()
                        .join(" "),
                );
            }
            options.step = step - 1;
            tui::run(&options, Some(Arc::new(lesson)))
        }
    }
}

/// Sets how errors and panics are printed. The hook of color-eyre panics again if standard error cannot be written,
/// which aborts the program.
fn install_reports() -> Result<()> {
    let hooks = HookBuilder::default()
        .display_env_section(false)
        .theme(Theme::new());
    let (panics, errors) = hooks.try_into_hooks()?;
    errors.install()?;
    std::panic::set_hook(Box::new(move |info| {
        console::report_lines(&format!("{}\n", panics.panic_report(info)))
    }));
    Ok(())
}

/// Maximum number of characters of an argument that an error repeats.
const MAX_REPEATED_CHARS: usize = 200;

/// Parses the command line; returns the exit code after printing help or an error.
fn parse(mut arguments: Vec<OsString>) -> Result<Cli, ExitCode> {
    let address = arguments
        .get(1)
        .and_then(|word| word.to_str())
        .filter(|word| Link::looks_like_link(word))
        .map(str::to_owned);
    if address.is_some() {
        arguments.remove(1);
    }
    let arguments = ScoreArgs::translate(arguments);
    let said = match Cli::try_parse_from(&arguments) {
        Ok(cli) => return Ok(Cli { address, ..cli }),
        Err(said) => said,
    };
    if let ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument = said.kind()
        && let Some(completed) = bare_words::complete(&arguments)
    {
        return completed.map_or_else(|error| Err(fail(&error.into())), parse);
    }
    if said.use_stderr() {
        // An error repeats arguments, so it is built again from printable arguments.
        let shown = arguments.iter().map(|argument| {
            let argument: String = argument
                .to_string_lossy()
                .chars()
                .take(MAX_REPEATED_CHARS)
                .collect();
            printable(&argument)
        });
        let again = Cli::try_parse_from(shown)
            .err()
            .filter(|again| again.kind() == said.kind());
        match again.map(|again| console::print_clap(&again)) {
            Some(_) => {}
            None => console::report_lines(&said.render().to_string()),
        }
        return Err(ExitCode::from(2));
    }
    Err(console::print_clap(&said).map_or_else(|error| fail(&error.into()), |()| ExitCode::SUCCESS))
}

/// Prints an error. Returns 2 for bad usage or input, 1 for a failure, 0 if the reader of a pipe closed it.
fn fail(report: &Report) -> ExitCode {
    if let Some(error) = report.root_cause().downcast_ref::<io::Error>()
        && error.kind() == io::ErrorKind::BrokenPipe
    {
        return ExitCode::SUCCESS;
    }
    match report.root_cause().downcast_ref::<LessonError>() {
        // A sentence for each error in the file.
        Some(error @ LessonError::Invalid { .. }) => {
            error.to_string().lines().for_each(console::report)
        }
        _ => console::report(&format!("{report:#}")),
    }
    let bad_input = report.chain().any(|cause| {
        cause.is::<UsageError>()
            || cause.is::<ModelError>()
            || cause.is::<PairsError>()
            || cause.is::<LessonError>()
            || cause.is::<LinkError>()
    });
    ExitCode::from(if bad_input { 2 } else { 1 })
}
