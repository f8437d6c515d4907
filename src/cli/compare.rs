//! Options of `bertscope compare`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::SystemsArgs;
use bertscope_report::findings::gate::FailOn;

const EXAMPLES: &str = "\
Examples:
  bertscope compare -r refs.txt -c baseline.txt -c new.txt
  bertscope compare table.tsv --candidate-column baseline --candidate-column new --by lp
  bertscope score pairs_a.jsonl --json > a.jsonl; bertscope score pairs_b.jsonl --json > b.jsonl
  bertscope compare --scores a.jsonl --scores b.jsonl
  bertscope compare --scores last-release.jsonl --scores new.jsonl --fail-on loss,drop=0.005

The first system is the baseline system. Both tests draw the same resamples as sacrebleu with the same seed; \
docs/statistics.md has the formulas.

The exit code is 0 if every segment was compared, 2 for bad usage or input (even one invalid line), 3 if \
--fail-on finds a lower system, and 1 for any other failure.";

/// The output format of a result over a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ComparisonFormat {
    /// Readable tables
    Text,
    /// Rows of tab-separated columns
    Tsv,
    /// One JSON object with everything
    Json,
}

/// Where `compare` and `match` write what they find, and how.
#[derive(Debug, Args)]
pub struct FindingsArgs {
    /// Print one JSON object; the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Output format [default: that of the extension of --output (.tsv, .json), otherwise text]
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    format: Option<ComparisonFormat>,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
}

impl FindingsArgs {
    /// The format that `--json` and `--format` ask for, or that of the extension of the output file.
    pub fn format(&self) -> ComparisonFormat {
        if self.json {
            return ComparisonFormat::Json;
        }
        if let Some(format) = self.format {
            return format;
        }
        let extension = self.output.as_deref().and_then(Path::extension);
        let extension = extension.unwrap_or_default().to_ascii_lowercase();
        match extension.to_str() {
            Some("tsv") => ComparisonFormat::Tsv,
            Some("json") => ComparisonFormat::Json,
            _ => ComparisonFormat::Text,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// The systems.
    #[command(flatten)]
    pub systems: SystemsArgs,
    /// Where the comparison is written, and how.
    #[command(flatten)]
    pub findings: FindingsArgs,
    /// Stop at the first invalid line, and at the first segment that a system of a long table lacks; otherwise the other
    /// segments are compared
    #[arg(long, help_heading = "Input")]
    pub strict: bool,
    /// Exit with code 3 if F1 of a system is lower than that of the baseline system: significantly (loss), by randomisation
    /// with Holm's correction where there are several comparisons; or by more than N (drop=N). The output stays the same
    /// (docs/ci.md)
    #[arg(long, value_parser = FailOn::parse, value_name = "loss|drop=N", value_delimiter = ',', help_heading = "Limits")]
    pub fail_on: Vec<FailOn>,
}
