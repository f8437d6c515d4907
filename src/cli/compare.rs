//! Options of `bertscope compare`.

use std::path::PathBuf;

use clap::Args;

use super::SystemsArgs;
use super::choice::{Choice, choice};

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  bertscope compare -r refs.txt -c baseline.txt -c new.txt
  bertscope compare table.tsv --candidate-column baseline --candidate-column new --by lp
  bertscope score pairs_a.jsonl --json > a.jsonl; bertscope score pairs_b.jsonl --json > b.jsonl
  bertscope compare --scores a.jsonl --scores b.jsonl

The first system is the baseline. Both tests draw the same resamples as sacrebleu with the same seed; docs/compare.md has the
formulas. The exit code is 0 if every segment was compared, 2 if any input line was bad, 1 on any other failure.";

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
        (Self::Text, "text", "Readable tables"),
        (Self::Tsv, "tsv", "One row for each group, measure and system, tab-separated"),
        (Self::Json, "json", "One JSON object with everything"),
    ];
}

/// Options of `bertscope compare`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// The systems.
    #[command(flatten)]
    pub systems: SystemsArgs,
    /// Print one JSON object; the same as `--format json`
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// How the comparison is written
    #[arg(short, long, value_parser = choice::<ComparisonFormat>(), value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: ComparisonFormat,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Stop at the first bad line; otherwise it is reported and the other segments are compared
    #[arg(long, help_heading = "Input")]
    pub strict: bool,
}

impl CompareArgs {
    /// How the comparison is written.
    #[must_use]
    pub fn written_as(&self) -> ComparisonFormat {
        if self.json { ComparisonFormat::Json } else { self.format }
    }
}
