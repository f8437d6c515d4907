//! The command line: options and subcommands, parsed into plain data.

mod compare;
mod config;
mod doctor;
mod explain;
pub mod groups;
mod identify;
mod inspector;
mod lesson;
mod matching;
mod metric;
mod model_files;
mod open;
mod plot;
mod report;
mod score;
mod shell;
mod systems;
mod table;

use std::ffi::OsString;
use std::path::PathBuf;

use bertscope_analysis::Idf;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::inspector_options::InspectorOptions;
use crate::usage_error::{UsageError, refuse};

pub use compare::{CompareArgs, ComparisonFormat, FindingsArgs};
pub use config::ConfigArgs;
pub use doctor::DoctorArgs;
pub use explain::{ExplainArgs, Topics};
pub use identify::IdentifyArgs;
pub use inspector::InspectorArgs;
pub use lesson::LessonArgs;
pub use matching::MatchArgs;
pub use metric::MetricArgs;
pub use model_files::{BaselineArgs, IdfArgs, ModelsArgs, PackArgs};
pub use open::OpenArgs;
pub use plot::PlotArgs;
pub use report::ReportArgs;
pub use score::ScoreArgs;
pub use shell::{CompletionsArgs, ManArgs};
pub use systems::SystemsArgs;
pub use table::{TableArgs, TextFileArgs};

/// See why a candidate sentence got its BERTScore.
///
/// Without a subcommand, bertscope opens the inspector: two text boxes, the token-by-token heatmap, the greedy matches,
/// and precision, recall and F1 as you type. The default model is bundled; no network is needed. Two texts without
/// options are the reference and the candidate; a file alone is opened, as by open or lesson. To open a link from the web page, run bertscope 'https://…#…'.
#[derive(Debug, Parser)]
#[command(version)]
pub struct Cli {
    /// What to do instead of opening the inspector.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The inspector's options.
    #[command(flatten)]
    pub inspect: InspectorArgs,
    /// What every command has.
    #[command(flatten)]
    pub log: LogArgs,
    /// A link to the web page, given before all options.
    #[arg(skip)]
    pub address: Option<String>,
    /// The subcommand and the options that were given, without their values, for the log.
    #[arg(skip)]
    pub invocation: String,
}

/// Options of every command.
#[derive(Debug, Default, Args)]
pub struct LogArgs {
    /// Append what happens to a file, with times: commands, jobs, models, downloads, files and errors, but no texts. It is for
    /// bug reports
    #[arg(long, global = true, value_name = "FILE", help_heading = "Log")]
    pub log: Option<PathBuf>,
    /// Write the texts to the log, too
    #[arg(long, global = true, help_heading = "Log")]
    pub log_texts: bool,
}

impl Cli {
    /// As `try_parse_from`, but `--help` lists the subcommands in groups.
    pub fn parse_arguments(arguments: &[OsString]) -> Result<Self, clap::Error> {
        let mut command = groups::with_grouped_help(Self::command());
        let mut matches = command.try_get_matches_from_mut(arguments)?;
        let invocation = invocation(&command, &matches);
        let parsed = Self::from_arg_matches_mut(&mut matches);
        let cli = parsed.map_err(|error| error.format(&mut command))?;
        Ok(Self { invocation, ..cli })
    }

    /// What the command asks of the inspector, if it opens it: by options after its name, and by those before it.
    pub fn inspector_options(&self) -> Result<InspectorOptions, UsageError> {
        // A bare `--idf` means the bundled table, because over a single reference all its weights would be 0; but with a
        // file, its references, as in `score`.
        let mut options = match &self.command {
            None => self.inspect.options(Idf::Table),
            Some(Command::Lesson(args)) => {
                let earlier = self.inspect.options(Idf::Table);
                args.inspect.options(Idf::Table).merge(earlier)
            }
            Some(Command::Open(args)) => {
                let earlier = self.inspect.options(Idf::References);
                args.inspect.options(Idf::References).merge(earlier)
            }
            Some(_) if self.inspect == InspectorArgs::default() => {
                return Ok(InspectorOptions::default());
            }
            Some(command) => {
                let name: &str = command.into();
                return refuse(format!(
                    "options before {name} belong to the inspector, and {name} does not open it; put them after it: \
                     bertscope {name} --OPTION …"
                ));
            }
        };
        options.page = std::env::var("BERTSCOPE_PAGE").ok();
        Ok(options)
    }
}

/// The options that were given, and the subcommand with its own, as a user knows them.
fn invocation(command: &clap::Command, matches: &ArgMatches) -> String {
    let mut words = vec![command.get_name().to_owned()];
    for argument in command.get_arguments() {
        let source = matches.value_source(argument.get_id().as_str());
        // Global options are known to the subcommand as well.
        if source == Some(ValueSource::CommandLine)
            && !argument.is_global_set()
            && let Some(name) = argument.get_long()
        {
            words.push(format!("--{name}"));
        }
    }
    if let Some((name, matches)) = matches.subcommand()
        && let Some(subcommand) = command.find_subcommand(name)
    {
        words.push(invocation(subcommand, matches));
    }
    words.join(" ")
}

/// Headless subcommands.
#[derive(Debug, Subcommand, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Command {
    /// Score a pair of texts, or files of pairs
    Score(Box<ScoreArgs>),
    /// Compare systems on the same references: which is better, and why
    ///
    /// The comparison says which system is better, whether it could be chance, and which words drive it.
    Compare(Box<CompareArgs>),
    /// Score all candidates with all references, and find the best ones
    ///
    /// The output has the best references of each candidate, and those that no candidate covers.
    Match(Box<MatchArgs>),
    /// Find the settings that give a number
    ///
    /// They are layer, IDF, rescaling, program, and P, R or F1.
    Identify(Box<IdentifyArgs>),
    /// Draw one pair as SVG, PNG, HTML or text, or export its analysis
    Plot(Box<PlotArgs>),
    /// Write a report on a file of pairs: HTML, Markdown or SVG figures
    Report(Box<ReportArgs>),
    /// Run a lesson: a sequence of pairs, each with one thing to learn
    Lesson(Box<LessonArgs>),
    /// Open a file of pairs in the inspector
    ///
    /// There you sort, filter, mark and annotate the pairs.
    Open(Box<OpenArgs>),
    /// Count document frequencies in a corpus, for --idf
    ///
    /// Every line counts as one text, including empty and repeated lines: N and df are what bert_score counts over
    /// the same list. Memory use does not grow with the corpus.
    Idf(IdfArgs),
    /// Compute a baseline from random pairs of a corpus, for --baseline
    ///
    /// The method is that of bert_score: the mean P, R and F1 of random pairs of lines, without IDF, at every layer in one
    /// pass. Three things differ. The pairs are drawn with a seed, so everyone gets the same ones; bert_score has no
    /// seed. --pairs sets their number, and a line may be in several; bert_score uses each line once. Blank lines are
    /// left out, and long lines are kept unless --max-words sets a limit; bert_score leaves out lines of 32 words or
    /// more. Rescaled, unrelated texts as long as these lines score 0 on average; longer ones usually more.
    Baseline(BaselineArgs),
    /// List the models that are bundled, on this disk, or known by name
    ///
    /// layer: the default layer and the number of layers. human r: correlation of F1 with human scores (WMT16,
    /// to English), as listed by bert_score. Unknown values are left blank. Never uses the network.
    Models(ModelsArgs),
    /// Find, check and document the inspector's configuration
    ///
    /// Prints where the configuration is, and what in it differs from the defaults. It is a TOML file with the settings, the
    /// colours and the keys of the inspector, and changes nothing that other commands compute (docs/config.md).
    Config(ConfigArgs),
    /// Check the program, its models and its terminal, for a bug report
    ///
    /// Tests the bundled model against bert_score with every instruction set of the processor. The page has no texts, tokens or
    /// credentials, and ~ stands for the home folder. Never uses the network.
    Doctor(DoctorArgs),
    /// Build the bundled weights from the published model folder
    Pack(PackArgs),
    /// Print a shell completion script
    ///
    /// For bash, put this line in ~/.bashrc: source <(bertscope completions bash). For zsh, save the output as _bertscope in
    /// a folder of $fpath. For fish, save it as ~/.config/fish/completions/bertscope.fish.
    ///
    /// The script completes the names of the bundled lessons, of the known models, and of the models that are on this disk
    /// when it is printed: in bash, at the start of each shell.
    Completions(CompletionsArgs),
    /// Write manual pages
    Man(ManArgs),
}
