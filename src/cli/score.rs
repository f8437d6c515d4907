//! Options of `bertscope score`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::{ExplainArgs, MetricArgs, TableArgs, TextFileArgs};
use crate::choice::choice;
use bertscope_report::findings::gate::ScoreLimit;
use bertscope_report::findings::rows::RowFormat;
use bertscope_systems::Coefficient;

const EXAMPLES: &str = "\
Examples:
  bertscope score -r \"The ferry leaves at noon.\" -c \"The boat departs at midday.\"
  bertscope score -r refs.txt -r more_refs.txt -c hyps.txt --idf --rescale
  bertscope score pairs.tsv --human rating --by system -f summary
  bertscope score - --json < pairs.jsonl > scores.jsonl

The exit code is 0 if every pair was scored, 2 for bad usage or input (even one invalid line), 3 if a score is below \
--fail-under, and 1 for any other failure.

The signature says version=0.3.12 because bert_score 0.3.13 still reports that version number.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ScoreArgs {
    /// A file of pairs: TSV or CSV with named columns, or JSON Lines; - is standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["reference", "candidate"])]
    pub pairs: Option<String>,
    /// Reference: a text, or a file with one text per line (- is standard input). Several references are
    /// further values, or further options
    #[arg(
        short,
        long,
        alias = "ref",
        value_name = "REF",
        allow_hyphen_values = true,
        requires = "candidate"
    )]
    pub reference: Vec<String>,
    /// Candidate: a text, or a file with one text per line
    #[arg(
        short,
        long,
        alias = "cand",
        value_name = "CAND",
        allow_hyphen_values = true,
        requires = "reference"
    )]
    pub candidate: Option<String>,
    /// The options of the metric.
    #[command(flatten)]
    pub metric: MetricArgs,
    /// Print one JSON object per pair, in input order; the same as --format jsonl
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Include tokens, weights, similarities and matches
    #[arg(long)]
    pub details: bool,
    /// Include the texts, so that bertscope open can show them; needs --json. Human scores and groups are always
    /// included in JSON when --human and --by name them
    #[arg(long)]
    pub texts: bool,
    /// Include BLEU, chrF and ROUGE-1, -2 and -L, as computed by sacrebleu and rouge-score. The summary has the corpus
    /// scores and their agreement with human scores
    #[arg(long)]
    pub overlap: bool,
    /// Columns of FILE to copy to the results, such as lp,system: as extra columns in a table, or under
    /// "columns" with --json
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        help_heading = "Output"
    )]
    pub keep_columns: Vec<String>,
    /// What to explain.
    #[command(flatten)]
    pub explain: ExplainArgs,
    /// Field of a JSON line with a request for its pair: an object with explain (topics), before, against and
    /// draw (formats of bertscope plot); needs --json (docs/protocol.md)
    #[arg(
        long,
        value_name = "NAME",
        conflicts_with = "explain",
        help_heading = "Why"
    )]
    pub ask_column: Option<String>,
    /// For a program that waits for the results: check the name of the model and the device before the first pair, then
    /// print an empty line, and another every 5 seconds (docs/protocol.md)
    #[arg(long, help_heading = "Output")]
    pub serve: bool,
    /// Compute the scores at every layer, in one pass of the model, as bert_score's all_layers; for T5 and ModernBERT, other
    /// numbers than with --layer (docs/differences.md)
    #[arg(long, visible_alias = "all_layers")]
    pub all_layers: bool,
    /// Output format [default: that of the extension of --output (.tsv, .csv, .jsonl), otherwise text]
    #[arg(short, long, value_parser = choice::<RowFormat>(), value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<RowFormat>,
    /// Output file for the results; the summary then goes to standard output [default: standard output]
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Write the summary (means, signature, agreement with human scores) to FILE as JSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub summary: Option<PathBuf>,
    /// Stop at the first invalid line; otherwise it is reported and the other pairs are scored
    #[arg(long, help_heading = "Input")]
    pub strict: bool,
    /// How the files of `-r` and `-c` are read.
    #[command(flatten)]
    pub files: TextFileArgs,
    /// The format and columns of FILE.
    #[command(flatten)]
    pub table: TableArgs,
    /// Column of human scores: the summary reports their agreement with P, R and F1 (Pearson, Spearman, Kendall and pairwise
    /// accuracy), with 95% intervals
    #[arg(
        long,
        value_name = "NAME",
        help_heading = "Agreement with human scores"
    )]
    pub human: Option<String>,
    /// Column of groups, such as language pairs: the summary has the means of each. With --human, agreement is computed
    /// within each group, then averaged
    #[arg(
        long,
        value_name = "NAME",
        help_heading = "Agreement with human scores"
    )]
    pub by: Option<String>,
    /// Column of the system that wrote the candidate, with a row for each segment and system: pairwise accuracy compares the
    /// candidates of a segment, and the summary says how well the order of the systems agrees
    #[arg(
        long,
        value_name = "NAME",
        requires = "human",
        help_heading = "Agreement with human scores"
    )]
    pub system_column: Option<String>,
    /// Rank every layer, with and without IDF, P, R and F1, and BLEU, chrF and ROUGE-L by a coefficient, in one pass of the
    /// model, and test each against the settings of the run [default coefficient: pearson]
    #[arg(
        long,
        value_name = "COEFFICIENT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "pearson",
        value_parser = choice::<Coefficient>(),
        requires = "human",
        help_heading = "Agreement with human scores"
    )]
    pub all_settings: Option<Coefficient>,
    /// Exit with code 3 if a mean is below its limit, such as F1=0.85 or P=0.8,R=0.8. The output stays the same (docs/ci.md)
    #[arg(long, value_parser = ScoreLimit::parse, value_name = "MEASURE=N", value_delimiter = ',', help_heading = "Limits")]
    pub fail_under: Vec<ScoreLimit>,
    /// Compare every pair with the limits of --fail-under, instead of the means
    #[arg(long, requires = "fail_under", help_heading = "Limits")]
    pub each: bool,
    /// Print what the bert-score command prints with this flag: a line with the signature and the means, then P, R and F1
    /// of each pair, separated by tabs
    #[arg(
        short, long = "seg_level", help_heading = "Output",
        conflicts_with_all = ["details", "overlap", "keep_columns", "explain", "all_layers", "human", "by"]
    )]
    pub seg_level: bool,
    /// Options of `bert_score` that change nothing here.
    #[command(flatten)]
    pub ignored: IgnoredArgs,
}

impl ScoreArgs {
    /// Arguments in which the flags of the `bert-score` command that clap cannot express are replaced by ours: several values
    /// after `-r`, for every command that has it, and `--use_fast_tokenizer`.
    pub fn translate(arguments: Vec<OsString>) -> Vec<OsString> {
        let has_candidates = match arguments.get(1).and_then(|word| word.to_str()) {
            Some("score" | "open" | "plot") => false,
            Some("compare" | "report") => true,
            _ => return arguments,
        };
        let mut translated = Vec::with_capacity(arguments.len());
        let mut arguments = arguments.into_iter().peekable();
        while let Some(argument) = arguments.next() {
            let takes_several = match argument.to_str() {
                Some("--use_fast_tokenizer") => {
                    translated.push("--as=bert_score+fast".into());
                    continue;
                }
                Some("-r" | "--ref" | "--reference") => true,
                Some("-c" | "--cand" | "--candidate") => has_candidates,
                _ => {
                    translated.push(argument);
                    continue;
                }
            };
            // The first value may begin with a hyphen.
            let mut value = arguments.next();
            while let Some(text) = value {
                translated.extend([argument.clone(), text]);
                value = arguments
                    .next_if(|next| takes_several && !next.to_string_lossy().starts_with('-'));
            }
        }
        translated
    }
}

/// Options that scripts written for `bert_score` may use; bertscope accepts and ignores them.
#[derive(Debug, Args)]
pub struct IgnoredArgs {
    /// bertscope chooses the size of a batch.
    #[arg(short, long = "batch_size", alias = "batch-size", hide = true)]
    batch_size: Option<usize>,
    /// bertscope always tokenizes on all cores.
    #[arg(long, hide = true)]
    nthreads: Option<usize>,
    /// Progress is always shown if standard error is a terminal.
    #[arg(short, long, hide = true)]
    verbose: bool,
}
