//! The command line: options and subcommands, parsed into plain data.

mod compare;
mod explain;
mod lesson;
mod model_files;
mod open;
mod plot;
mod report;
mod score;
mod shell;
mod systems;
mod table;

use clap::{Parser, Subcommand};

use crate::inspector_options::InspectorOptions;
use crate::usage_error::{UsageError, refuse};

pub use compare::{CompareArgs, ComparisonFormat};
pub use explain::{ExplainArgs, Topics};
pub use lesson::LessonArgs;
pub use model_files::{BaselineArgs, IdfArgs, ModelsArgs, PackArgs};
pub use open::OpenArgs;
pub use plot::PlotArgs;
pub use report::ReportArgs;
pub use score::ScoreArgs;
pub use shell::{CompletionsArgs, ManArgs};
pub use systems::SystemsArgs;
pub use table::TableArgs;

/// See why a candidate sentence got its BERTScore.
///
/// Without a subcommand, bertscope opens the inspector: two text boxes, the token-by-token heatmap, the greedy matches,
/// and precision, recall and F1 as you type. The default model is bundled; no network is needed. Two texts without
/// options are the reference and the candidate. To open a link from the web page, run bertscope 'https://…#…'.
#[derive(Debug, Parser)]
#[command(version)]
pub struct Cli {
    /// What to do instead of opening the inspector.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The inspector's options.
    #[command(flatten)]
    pub inspect: InspectorOptions,
    /// A link to the web page, given before all options.
    #[arg(skip)]
    pub address: Option<String>,
}

impl Cli {
    /// Moves inspector options given before the name of a subcommand to that subcommand, if it opens the inspector.
    pub fn with_options_in_place(mut self) -> Result<Self, UsageError> {
        let earlier = std::mem::take(&mut self.inspect);
        let inspect = match &mut self.command {
            None => &mut self.inspect,
            Some(Command::Lesson(args)) => &mut args.inspect,
            Some(Command::Open(args)) => &mut args.inspect,
            Some(_) if earlier == InspectorOptions::default() => return Ok(self),
            Some(command) => {
                let name: &str = (&*command).into();
                return refuse(format!(
                    "options before {name} belong to the inspector, and {name} does not open it; put them after it: \
                     bertscope {name} --OPTION …"
                ));
            }
        };
        *inspect = std::mem::take(inspect).or(earlier);
        inspect.page = std::env::var("BERTSCOPE_PAGE").ok();
        Ok(self)
    }
}

/// Headless subcommands.
#[derive(Debug, Subcommand, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Command {
    /// Score a pair of texts, or files of pairs, without opening the inspector
    Score(Box<ScoreArgs>),
    /// Compare systems on the same references: which is better, whether it could be chance, and which words drive it
    Compare(Box<CompareArgs>),
    /// Draw one pair as SVG, PNG, HTML or text, or export its analysis
    Plot(Box<PlotArgs>),
    /// Write a report on a file of pairs: an HTML page, a Markdown appendix, or SVG figures
    Report(Box<ReportArgs>),
    /// Run a lesson: a sequence of pairs, each with one thing to learn
    Lesson(Box<LessonArgs>),
    /// Open a file of pairs in the inspector, to sort, filter, mark and annotate them
    Open(Box<OpenArgs>),
    /// Count document frequencies in a corpus, for --idf
    ///
    /// Every line counts as one text, including empty and repeated lines: N and df are what bert_score counts over
    /// the same list. Memory use does not grow with the corpus.
    Idf(IdfArgs),
    /// Compute a baseline from random pairs of lines of a corpus, for --baseline
    ///
    /// The method is that of bert_score: the mean P, R and F1 of random pairs of lines, without IDF, at every layer in one
    /// pass. Three things differ. The pairs are drawn with a seed, so everyone gets the same ones; bert_score has no
    /// seed. --pairs sets their number, and a line may be in several; bert_score uses each line once. Blank lines are
    /// left out, and long lines are kept unless --max-words sets a limit; bert_score leaves out lines of 32 words or
    /// more.
    Baseline(BaselineArgs),
    /// List the models that are bundled, on this disk, or known by name
    ///
    /// layer: the default layer and the number of layers. human r: correlation of F1 with human judgements (WMT16,
    /// to English), as listed by bert_score. Unknown values are left blank. Never uses the network.
    Models(ModelsArgs),
    /// Build the weights of the bundled model from the published model folder
    Pack(PackArgs),
    /// Print a shell completion script
    ///
    /// For bash, put this line in ~/.bashrc: source <(bertscope completions bash). For zsh, save the output as _bertscope in
    /// a folder of $fpath. For fish, save it as ~/.config/fish/completions/bertscope.fish.
    Completions(CompletionsArgs),
    /// Write manual pages
    Man(ManArgs),
}
