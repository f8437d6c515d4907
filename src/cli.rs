//! The command line, and the way from an error to an exit code.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use color_eyre::eyre::Report;

use crate::commands::{self, UsageError};
use crate::models::device::DeviceName;
use crate::models::{ModelError, known};
use crate::printable::printable;
use crate::tui;

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
    /// Count document frequencies over a corpus, for --idf
    Idf(IdfArgs),
    /// Compute a baseline from random pairs of a corpus, for --baseline
    Baseline(BaselineArgs),
    /// Make the bundled model's weights from the published folder
    Pack(PackArgs),
}

/// Which score, whichever way it is shown.
#[derive(Debug, Clone, Default, Args)]
pub struct MetricArgs {
    /// A folder as transformers saves a model, or a model of the hub as NAME or NAME@REVISION: from the cache if it is
    /// there, otherwise downloaded [default: the bundled all-MiniLM-L6-v2]
    #[arg(long, value_name = "NAME|DIR")]
    pub model: Option<String>,
    /// Language of the texts, such as `en`, `de` or `en-sci`. Without --model it chooses the model, as in `bert_score`:
    /// roberta-large for en, allenai/scibert_scivocab_uncased for en-sci, bert-base-chinese for zh,
    /// dbmdz/bert-base-turkish-cased for tr, bert-base-multilingual-cased for any other. With --rescale it chooses the
    /// published baseline of the model [default there: en]
    #[arg(long, value_name = "LANG", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub lang: Option<String>,
    /// Layer whose hidden states are compared, 0 to the number of layers [default: the model's own]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub layer: Option<usize>,
    /// Weigh tokens by inverse document frequency: over a corpus FILE (a text a line), over a table that `bertscope
    /// idf` wrote, or `bundled` for general English. Without FILE, `score` counts over the references that it is given,
    /// as `bert_score` does, and the inspector uses the bundled table
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "")]
    pub idf: Option<String>,
    /// Rescale against the scores of random pairs, so that unrelated sentences come out near 0: with the model's own
    /// baseline, or the one that `bert_score` publishes for it and --lang
    #[arg(long, visible_alias = "rescale-with-baseline")]
    pub rescale: bool,
    /// Rescale with this table (`LAYER,P,R,F`, a line for each layer); implies --rescale
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Where the model computes
    #[arg(long, value_enum, value_name = "DEVICE", default_value_t = DeviceName::Cpu)]
    pub device: DeviceName,
}

impl MetricArgs {
    /// The model that is asked for: by its name, or by the language of the texts; `None` for the bundled one.
    #[must_use]
    pub fn model_name(&self) -> Option<&str> {
        self.model.as_deref().or_else(|| self.lang.as_deref().map(known::for_language))
    }
}

/// The inspector's options.
#[derive(Debug, Clone, Default, Args)]
pub struct InspectArgs {
    /// The reference text [default: that of the last session, or an example]
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    pub reference: Option<String>,
    /// The candidate text
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    pub candidate: Option<String>,
    /// Which score.
    #[command(flatten)]
    pub metric: MetricArgs,
    /// Colours for a dark or a light background [default: what the terminal says]
    #[arg(long, value_enum, value_name = "THEME")]
    pub theme: Option<ThemeName>,
    /// Colours of the heatmap
    #[arg(long, value_enum, value_name = "PALETTE")]
    pub palette: Option<tui::palette::Palette>,
    /// How many colours to use [default: what the terminal can show; none under `NO_COLOR`]
    #[arg(long, value_enum, value_name = "DEPTH")]
    pub colors: Option<tui::theme::ColorDepth>,
    /// Let the mouse choose cells (the terminal's own text selection then needs Shift)
    #[arg(long)]
    pub mouse: bool,
    /// Neither read nor write the texts and settings of the last session
    #[arg(long)]
    pub no_session: bool,
    /// Draw one screen of WIDTHxHEIGHT as an SVG picture to FILE and leave (for documents)
    #[arg(long, value_name = "FILE", hide = true)]
    pub screenshot: Option<PathBuf>,
    /// Size of the screenshot in cells
    #[arg(long, value_name = "WIDTHxHEIGHT", hide = true, default_value = "110x34")]
    pub size: String,
    /// Keys to press before the screenshot, such as "f2 esc right"
    #[arg(long, value_name = "KEYS", hide = true, default_value = "")]
    pub keys: String,
}

/// A choice of background.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ThemeName {
    /// Light text on a dark background.
    Dark,
    /// Dark text on a light background, for projectors.
    Light,
}

/// Options of `bertscope score`.
#[derive(Debug, Args)]
pub struct ScoreArgs {
    /// Reference: a text, or a file with a text a line. Repeat it for several references
    #[arg(short, long, value_name = "REF", required = true, allow_hyphen_values = true)]
    pub reference: Vec<String>,
    /// Candidate: a text, or a file with a text a line
    #[arg(short, long, value_name = "CAND", required = true, allow_hyphen_values = true)]
    pub candidate: String,
    /// Which score.
    #[command(flatten)]
    pub metric: MetricArgs,
    /// One JSON object a line, in input order
    #[arg(long)]
    pub json: bool,
    /// Add tokens, weights, similarities and matches
    #[arg(long)]
    pub details: bool,
}

/// Options of `bertscope idf`.
#[derive(Debug, Args)]
pub struct IdfArgs {
    /// Corpus files with a text a line
    #[arg(required = true, value_name = "FILE")]
    pub corpus: Vec<PathBuf>,
    /// Model whose tokenizer is used
    #[arg(long, value_name = "NAME|DIR")]
    pub model: Option<String>,
    /// What the inspector says of the corpus [default: the files' names]
    #[arg(long, value_name = "TEXT")]
    pub source: Option<String>,
    /// Where to write the table [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Options of `bertscope baseline`.
#[derive(Debug, Args)]
pub struct BaselineArgs {
    /// Corpus files with a text a line
    #[arg(required = true, value_name = "FILE")]
    pub corpus: Vec<PathBuf>,
    /// Model to score with
    #[arg(long, value_name = "NAME|DIR")]
    pub model: Option<String>,
    /// How many random pairs
    #[arg(long, default_value_t = 10_000)]
    pub pairs: usize,
    /// Which random pairs
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Where to write the table [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Options of `bertscope pack`.
#[derive(Debug, Args)]
pub struct PackArgs {
    /// The published folder
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// The folder to write to
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
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
