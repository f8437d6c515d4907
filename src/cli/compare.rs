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

impl ComparisonFormat {
    /// The format that `--json` and `--format` ask for, or that of the extension of the output file.
    pub fn chosen(json: bool, format: Option<Self>, output: Option<&Path>) -> Self {
        if json {
            return Self::Json;
        }
        if let Some(format) = format {
            return format;
        }
        let extension = output.and_then(Path::extension);
        let extension = extension.unwrap_or_default().to_ascii_lowercase();
        match extension.to_str() {
            Some("tsv") => Self::Tsv,
            Some("json") => Self::Json,
            _ => Self::Text,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// The systems.
    #[command(flatten)]
    pub systems: SystemsArgs,
    /// Print one JSON object; the same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Output format [default: that of the extension of --output (.tsv, .json), otherwise text]
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<ComparisonFormat>,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
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

impl CompareArgs {
    pub fn output_format(&self) -> ComparisonFormat {
        ComparisonFormat::chosen(self.json, self.format, self.output.as_deref())
    }
}
