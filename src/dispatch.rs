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
use clap::error::{ContextKind, ErrorKind};
use color_eyre::config::{HookBuilder, Theme};
use color_eyre::eyre::{Report, Result};

use crate::cli::{Cli, Command, ScoreArgs};
use crate::command_files::CommandFiles;
use crate::inspector_options::InspectorOptions;
use crate::tui::Content;
use crate::usage_error::{FailedGate, UsageError, refuse};
use crate::{bare_words, commands, console, event_log, threads, tui};

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
    let code = match run_logged(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(report) => fail(&report),
    };
    log::info!("ends");
    event_log::finish();
    code
}

fn run_logged(cli: Cli) -> Result<()> {
    event_log::start(&cli.log)?;
    log::info!("runs {}", cli.invocation);
    let options = cli.inspector_options()?;
    run_command(cli, options)?;
    // Commands that check no files have no other that could be the log.
    Ok(event_log::open_file()?)
}

/// `inspector` is what the command line asks of the inspector.
fn run_command(cli: Cli, inspector: InspectorOptions) -> Result<()> {
    let Some(command) = cli.command else {
        return open(inspector, cli.address.as_deref());
    };
    if cli.address.is_some() {
        return refuse("a link opens the inspector; leave out the subcommand");
    }
    match command {
        Command::Lesson(args) => commands::lesson::run(&args, inspector),
        #[cfg(feature = "tui")]
        Command::Open(args) => commands::open::run(&args, inspector),
        #[cfg(not(feature = "tui"))]
        Command::Open(_) => tui::run(&inspector, Content::Pair),
        #[cfg(feature = "tui")]
        Command::Config(args) => commands::config::run(&args),
        #[cfg(not(feature = "tui"))]
        Command::Config(_) => tui::run(&inspector, Content::Pair),
        Command::Score(args) => commands::score::run(&args),
        Command::Compare(args) => commands::compare::run(&args),
        Command::Match(args) => commands::matching::run(&args),
        Command::Identify(args) => commands::identify::run(&args),
        Command::Plot(args) => commands::plot::run(&args),
        Command::Report(args) => commands::report::run(&args),
        Command::Idf(args) => commands::idf::run(&args),
        Command::Baseline(args) => commands::baseline::run(&args),
        Command::Models(args) => commands::models::run(&args),
        Command::Doctor(args) => commands::doctor::run(&args),
        Command::Pack(args) => commands::pack::run(&args),
        Command::Completions(args) => commands::shell::completions(&args),
        Command::Man(args) => commands::shell::man(&args),
    }
}

/// Opens the inspector, with the link of the command line, if any.
fn open(mut options: InspectorOptions, address: Option<&str>) -> Result<()> {
    options.files = CommandFiles::default().request(&options.request);
    options.files.check()?;
    let Some(address) = address else {
        return tui::run(&options, Content::Pair);
    };
    options.page = address.split_once('#').map(|(page, _)| page.to_owned());
    let ParsedLink { link, warnings } = Link::parse(address)?;
    options.link_notice = warnings.notice();
    match link {
        Link::Pair(link) => {
            options.link = Some(*link);
            tui::run(&options, Content::Pair)
        }
        Link::Lesson { lesson, step } => open_lesson(options, &lesson, step),
    }
}

/// Opens a lesson that a link names, at a step, from 1.
fn open_lesson(mut options: InspectorOptions, name: &str, step: usize) -> Result<()> {
    if !bundled::BUNDLED.iter().any(|(bundled, _)| *bundled == name) {
        let name = printable(name);
        return refuse(format!(
            "the lesson {name} is stored next to that page; download it, then run: bertscope lesson FILE"
        ));
    }
    let lesson = bundled::find(name)?;
    let count = lesson.steps.len();
    if step > count {
        let notice = format!("The lesson has {count} steps; this is the last.");
        let notices: Vec<String> = options.link_notice.into_iter().chain([notice]).collect();
        options.link_notice = Some(notices.join(" "));
    }
    options.step = Some(step - 1);
    tui::run(&options, Content::Lesson(Arc::new(lesson)))
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
        log::error!("{}", event_log::without_quotes(&info.to_string()));
        console::report_lines(&format!("{}\n", panics.panic_report(info)));
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
    let error = match Cli::parse_arguments(&arguments) {
        Ok(cli) => return Ok(Cli { address, ..cli }),
        Err(error) => error,
    };
    if let ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument = error.kind()
        && let Some(completed) = bare_words::complete(&arguments)
    {
        return match completed {
            Ok(arguments) => parse(arguments),
            Err(error) => Err(fail(&error.into())),
        };
    }
    if is_second_candidate(&error) {
        return Err(fail(&UsageError(SECOND_CANDIDATE.to_owned()).into()));
    }
    if error.use_stderr() {
        print_usage_error(&error, &arguments);
        return Err(ExitCode::from(2));
    }
    // Help or the version.
    Err(match console::print_clap(&error) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error.into()),
    })
}

const SECOND_CANDIDATE: &str = "-c is given twice, and this command takes one candidate; compare systems with \
     `bertscope compare -r REF -c CAND -c CAND`, or two candidates of one reference with \
     `bertscope score -r REF -c CAND --explain compare --against CAND`";

fn is_second_candidate(error: &clap::Error) -> bool {
    let option = error.get(ContextKind::InvalidArg);
    let is_candidate = option.is_some_and(|option| option.to_string().starts_with("--candidate <"));
    is_candidate && error.get(ContextKind::PriorArg) == option
}

/// An error repeats arguments, so it is built again from printable arguments.
fn print_usage_error(error: &clap::Error, arguments: &[OsString]) {
    let printable_arguments = arguments.iter().map(|argument| {
        let argument = argument.to_string_lossy();
        let start: String = argument.chars().take(MAX_REPEATED_CHARS).collect();
        printable(&start)
    });
    match Cli::try_parse_from(printable_arguments) {
        Err(printable) if printable.kind() == error.kind() => {
            // It goes to standard error: nothing can be done if that cannot be written.
            let _ = console::print_clap(&printable);
        }
        _ => console::report_lines(&error.render().to_string()),
    }
}

/// Prints an error. Returns 2 for bad usage or input, 3 for scores that do not keep a limit, 1 for any other failure, 0 if
/// the reader of a pipe closed it.
fn fail(report: &Report) -> ExitCode {
    let cause = report.root_cause();
    if let Some(error) = cause.downcast_ref::<io::Error>()
        && error.kind() == io::ErrorKind::BrokenPipe
    {
        return ExitCode::SUCCESS;
    }
    console::report(&format!("{report:#}"));
    if cause.is::<FailedGate>() {
        return ExitCode::from(3);
    }
    let is_bad_input = report.chain().any(|cause| {
        cause.is::<UsageError>()
            || cause.is::<ModelError>()
            || cause.is::<PairsError>()
            || cause.is::<LessonError>()
            || cause.is::<LinkError>()
    });
    ExitCode::from(if is_bad_input { 2 } else { 1 })
}
