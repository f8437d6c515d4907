//! Options of `bertscope score`.

use std::path::PathBuf;

use clap::Args;

use super::choice::choice;
use super::{ExplainArgs, MetricArgs, TableArgs};
use bertscope_report::rows::RowFormat;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  bertscope score -r \"The ferry leaves at noon.\" -c \"The boat departs at midday.\"
  bertscope score -r refs.txt -r more_refs.txt -c hyps.txt --idf --rescale
  bertscope score pairs.tsv --human rating --by system -f summary
  bertscope score - --json < pairs.jsonl > scores.jsonl

The exit code is 0 when every pair was scored, 2 for bad input, also of a single line, 1 for a failure.
The signature has version=0.3.12 as in bert_score 0.3.13, whose version number was not raised.";

/// Options of `bertscope score`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ScoreArgs {
    /// A file of pairs: TSV or CSV with named columns, or JSON Lines; `-` is standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["reference", "candidate"])]
    pub pairs: Option<String>,
    /// Reference: a text, or a file with a text a line (`-` is standard input). Repeat it for several references
    #[arg(short, long, alias = "ref", value_name = "REF", allow_hyphen_values = true, requires = "candidate")]
    pub reference: Vec<String>,
    /// Candidate: a text, or a file with a text a line
    #[arg(short, long, alias = "cand", value_name = "CAND", allow_hyphen_values = true, requires = "reference")]
    pub candidate: Option<String>,
    /// Which score.
    #[command(flatten)]
    pub metric: MetricArgs,
    /// One JSON object a line, in input order; the same as `--format jsonl`
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Add tokens, weights, similarities and matches
    #[arg(long)]
    pub details: bool,
    /// Add the texts, so that `bertscope open` can show what was scored; needs --json. Human scores and groups, where
    /// --human and --by name them, are there with --json anyway
    #[arg(long)]
    pub texts: bool,
    /// Add BLEU, chrF and ROUGE-1, -2 and -L, as sacrebleu and rouge-score compute them; the summary has those of the
    /// corpus, and their agreement with human scores
    #[arg(long)]
    pub overlap: bool,
    /// Columns of FILE to pass through to the results, such as `lp,system`: as further columns of a table, under
    /// `columns` with --json
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Output")]
    pub keep_columns: Vec<String>,
    /// What is to be explained.
    #[command(flatten)]
    pub why: ExplainArgs,
    /// Field of a JSON line that asks about its pair: an object with `explain` (topics), `before`, `against` and `draw`
    /// (formats of `plot`); needs --json (docs/pipes.md)
    #[arg(long, value_name = "NAME", conflicts_with = "explain", help_heading = "Why")]
    pub ask_column: Option<String>,
    /// The scores at every layer, from one pass of the model
    #[arg(long, visible_alias = "all_layers")]
    pub all_layers: bool,
    /// How the results are written
    #[arg(short, long, value_parser = choice::<RowFormat>(), value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: RowFormat,
    /// Where to write the results; the summary then goes to standard output [default: standard output]
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Write the summary (means, signature, agreement with human scores) to FILE as JSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub summary: Option<PathBuf>,
    /// Stop at the first line that cannot be used; otherwise it is reported and the others are scored
    #[arg(long, help_heading = "Input")]
    pub strict: bool,
    /// How the pairs stand in FILE.
    #[command(flatten)]
    pub table: TableArgs,
    /// Column of human scores: the summary says how well P, R and F1 agree with them (Pearson, Spearman, Kendall)
    #[arg(long, value_name = "NAME", help_heading = "Agreement with people")]
    pub human: Option<String>,
    /// Column of groups, such as language pairs: agreement is computed in each, and the mean is taken
    #[arg(long, value_name = "NAME", requires = "human", help_heading = "Agreement with people")]
    pub by: Option<String>,
    /// Options of `bert_score` that change nothing here.
    #[command(flatten)]
    pub ignored: IgnoredArgs,
}

/// What scripts written for `bert_score` may say and bertscope decides itself.
#[derive(Debug, Args)]
pub struct IgnoredArgs {
    /// Batches are as large as the processor likes them.
    #[arg(short, long = "batch_size", alias = "batch-size", hide = true)]
    batch_size: Option<usize>,
    /// All cores tokenize.
    #[arg(long, hide = true)]
    nthreads: Option<usize>,
    /// Every pair's score is printed anyway.
    #[arg(short, long = "seg_level", hide = true)]
    seg_level: bool,
    /// Progress is shown where the output is a terminal.
    #[arg(short, long, hide = true)]
    verbose: bool,
}
