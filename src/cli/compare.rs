//! Options of `bertscope compare`.

use std::path::PathBuf;

use clap::Args;

use super::choice::{Choice, choice};
use super::{MetricArgs, TableArgs};

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  bertscope compare -r refs.txt -c baseline.txt -c new.txt
  bertscope compare table.tsv --candidate-column baseline --candidate-column new --by lp
  bertscope score pairs_a.jsonl --json > a.jsonl; bertscope score pairs_b.jsonl --json > b.jsonl
  bertscope compare --scores a.jsonl --scores b.jsonl

The first system is the baseline. Both tests use the resamples that sacrebleu draws with the same seed; docs/compare.md has the
formulas. The exit code is 0 when every segment was compared, 2 for bad input, also of a single line, 1 for a failure.";

/// How a comparison is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ComparisonFormat {
    /// Tables for people.
    #[default]
    Text,
    /// A row for each group, measure and system.
    Tsv,
    /// One JSON object.
    Json,
}

impl Choice for ComparisonFormat {
    const CHOICES: &[(Self, &str, &str)] = &[
        (Self::Text, "text", "Tables for people"),
        (Self::Tsv, "tsv", "A row for each group, measure and system, with a tab between columns"),
        (Self::Json, "json", "One JSON object with everything"),
    ];
}

/// Options of `bertscope compare`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// A table with a column for each system (--candidate-column): TSV or CSV with named columns, or JSON Lines; `-` is
    /// standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["reference", "candidate", "scores"])]
    pub table_file: Option<String>,
    /// References: a file with a text a line. Repeat it for several references
    #[arg(short, long, alias = "ref", value_name = "REF", allow_hyphen_values = true, requires = "candidate")]
    pub reference: Vec<String>,
    /// A system: a file with a candidate a line. Repeat it for each system; the first is the baseline
    #[arg(short, long, alias = "cand", value_name = "CAND", allow_hyphen_values = true, requires = "reference")]
    pub candidate: Vec<String>,
    /// A system's scores, as `bertscope score --json` wrote them, instead of texts. Repeat it for each system. Segments are
    /// matched by id, without ids by line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["reference", "candidate"])]
    pub scores: Vec<PathBuf>,
    /// Names of the systems [default: those of their files or columns]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,
    /// Which score.
    #[command(flatten)]
    pub metric: MetricArgs,
    /// Compare at layers above the chosen one, too; those below it are compared anyway
    #[arg(long, visible_alias = "all_layers")]
    pub all_layers: bool,
    /// Resamples of the paired bootstrap, and trials of the randomisation test
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000), help_heading = "Significance")]
    pub resamples: u32,
    /// Seed of both; that of sacrebleu by default
    #[arg(long, value_name = "N", default_value_t = 12345, help_heading = "Significance")]
    pub seed: u64,
    /// One JSON object; the same as `--format json`
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// How the comparison is written
    #[arg(short, long, value_parser = choice::<ComparisonFormat>(), value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: ComparisonFormat,
    /// Where to write it [default: standard output]
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Stop at the first line that cannot be used; otherwise it is reported and the other segments are compared
    #[arg(long, help_heading = "Input")]
    pub strict: bool,
    /// How the systems stand in FILE.
    #[command(flatten)]
    pub table: TableArgs,
    /// Column of human scores of a system's candidates; once for each system
    #[arg(long, value_name = "NAME", help_heading = "Agreement with people")]
    pub human: Vec<String>,
    /// Column of groups, such as language pairs: the systems are compared in each, too
    #[arg(long, value_name = "NAME", help_heading = "Agreement with people")]
    pub by: Option<String>,
}

impl CompareArgs {
    /// How the comparison is written.
    #[must_use]
    pub fn written_as(&self) -> ComparisonFormat {
        if self.json { ComparisonFormat::Json } else { self.format }
    }
}
