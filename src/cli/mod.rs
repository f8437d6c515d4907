//! The command line: options and subcommands, parsed into plain data.

mod check;
mod choice;
mod compare;
mod explain;
mod files;
mod inspect;
mod lesson;
mod metric;
mod model_files;
mod open;
mod plot;
mod report;
mod score;
mod shell;
mod systems;
mod table;
mod web;

use clap::{Parser, Subcommand};

use crate::usage_error::UsageError;

pub use check::CheckArgs;
pub use choice::Choice;
pub use compare::{CompareArgs, ComparisonFormat};
pub use explain::{ExplainArgs, Topics};
pub use files::CommandFiles;
pub use inspect::InspectArgs;
pub use lesson::LessonArgs;
pub use metric::MetricArgs;
pub use model_files::{BaselineArgs, IdfArgs, ModelsArgs, PackArgs};
pub use open::OpenArgs;
pub use plot::PlotArgs;
pub use report::{ReportArgs, is_folder};
pub use score::ScoreArgs;
pub use shell::{CompletionsArgs, ManArgs};
pub use systems::SystemsArgs;
pub use table::TableArgs;
pub use web::WebArgs;

/// See why a candidate sentence got its `BERTScore`.
///
/// Without a subcommand it opens the inspector: two text boxes, the token-by-token heatmap, the greedy matches and
/// precision, recall and F1, live. The default model is inside; no network is needed. `bertscope 'https://…#…'` opens a
/// link of the web page.
#[derive(Debug, Parser)]
#[command(version)]
pub struct Cli {
    /// What to do instead of opening the inspector.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The inspector's options.
    #[command(flatten)]
    pub inspect: InspectArgs,
    /// A link of the web page, which stands before all options.
    #[arg(skip)]
    pub address: Option<String>,
}

impl Cli {
    /// Gives the inspector's options that stand before the name of a subcommand to a subcommand that opens the inspector.
    ///
    /// # Errors
    /// [`UsageError`] for a subcommand that does not open it.
    pub fn with_options_in_place(mut self) -> Result<Self, UsageError> {
        if self.inspect == InspectArgs::default() {
            return Ok(self);
        }
        let subcommand = match &mut self.command {
            None => return Ok(self),
            Some(Command::Lesson(args)) => &mut args.inspect,
            Some(Command::Open(args)) => &mut args.inspect,
            Some(command) => {
                let name = command.name();
                return Err(UsageError(format!(
                    "options before {name} are those of the inspector, which it does not open; write them after it: \
                     bertscope {name} --OPTION …"
                )));
            }
        };
        let own = std::mem::take(subcommand);
        *subcommand = own.or(std::mem::take(&mut self.inspect));
        Ok(self)
    }
}

impl Command {
    fn name(&self) -> &'static str {
        match self {
            Self::Score(_) => "score",
            Self::Compare(_) => "compare",
            Self::Plot(_) => "plot",
            Self::Report(_) => "report",
            Self::Lesson(_) => "lesson",
            Self::Open(_) => "open",
            Self::Check(_) => "check",
            Self::Idf(_) => "idf",
            Self::Baseline(_) => "baseline",
            Self::Models(_) => "models",
            Self::Pack(_) => "pack",
            Self::Completions(_) => "completions",
            Self::Man(_) => "man",
            Self::Web(_) => "web",
        }
    }
}

/// Headless subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Score pairs of texts or files without opening the inspector
    Score(Box<ScoreArgs>),
    /// Compare systems over the same references: which is better, whether that could be chance, and what drives it
    Compare(Box<CompareArgs>),
    /// Draw a pair: SVG, PNG, a page, text, or the whole analysis
    Plot(Box<PlotArgs>),
    /// Write a report over a file of pairs: a page to mail, an appendix, figures
    Report(Box<ReportArgs>),
    /// Run a lesson: a sequence of pairs, each of which teaches one thing
    Lesson(Box<LessonArgs>),
    /// Open the pairs of a file in the inspector: a list to sort, filter, mark and note
    Open(Box<OpenArgs>),
    /// Compute exported analyses (JSON) again and report any difference
    Check(CheckArgs),
    /// Count document frequencies over a corpus, for --idf
    ///
    /// Every line is a text, also an empty one and one that was there before: N and df are what `bert_score` counts over
    /// the same list. Memory does not grow with the corpus.
    Idf(IdfArgs),
    /// Compute a baseline from random pairs of a corpus, for --baseline
    ///
    /// As `bert_score` makes its own: the mean P, R and F1 of random pairs of lines, without IDF, at every layer in one
    /// pass. What differs: the pairs come from a generator with a seed, so that everybody gets the same ones
    /// (`bert_score` has none); --pairs says how many there are, and a line may be in several (`bert_score` puts each
    /// line into one); blank lines are left out; long ones stay unless --max-words says how long they may be
    /// (`bert_score` leaves out those of 32 words and more).
    Baseline(BaselineArgs),
    /// List the models that are inside, on this disk, or known by name
    ///
    /// layer: the one that is scored with, and how many there are. human r: correlation of F1 with human judgement (WMT16,
    /// to English), as `bert_score` states it. What is not known is left blank. Never uses the network.
    Models(ModelsArgs),
    /// Make the bundled model's weights from the published folder
    Pack(PackArgs),
    /// Write a completion script for a shell to standard output
    ///
    /// For bash: `source <(bertscope completions bash)` in ~/.bashrc. For zsh: the output as `_bertscope` in a folder of
    /// $fpath. For fish: the output as ~/.config/fish/completions/bertscope.fish.
    Completions(CompletionsArgs),
    /// Write the web page into a folder for any static host
    ///
    /// The page computes everything in the reader's browser. The program has it inside when it was built with the feature
    /// `page`; `web/README.md` says how.
    Web(WebArgs),
    /// Write manual pages
    Man(ManArgs),
}
