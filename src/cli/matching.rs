//! Options of `bertscope match`.

use std::path::PathBuf;

use clap::Args;

use super::{FindingsArgs, MetricArgs, TextFileArgs};

const EXAMPLES: &str = "\
Examples:
  bertscope match -r references.txt -c candidates.txt
  bertscope match -r references.txt -c candidates.txt --top 1 -f tsv -o matches.tsv
  bertscope match -r references.txt -c candidates.txt --matrix f1.tsv

Each text is embedded once. Memory grows with the numbers of candidates and of references, not with their product. Ctrl-C \
keeps what is done.

The exit code is 0 if all candidates were scored, 2 for bad usage or input, and 1 for any other failure.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct MatchArgs {
    /// References: a file with one text per line (- is standard input), or a text
    #[arg(
        short,
        long,
        alias = "ref",
        value_name = "FILE",
        allow_hyphen_values = true
    )]
    pub reference: String,
    /// Candidates: a file with one text per line (- is standard input), or a text
    #[arg(
        short,
        long,
        alias = "cand",
        value_name = "FILE",
        allow_hyphen_values = true
    )]
    pub candidate: String,
    /// How many references to list for each candidate, those of the highest F1 first
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub top: u32,
    /// The options of the metric.
    #[command(flatten)]
    pub metric: MetricArgs,
    /// Where the matches are written, and how.
    #[command(flatten)]
    pub findings: FindingsArgs,
    /// Also write F1 of every candidate with every reference to FILE: tab-separated, a row for each candidate and a
    /// column for each reference, within .000001 of bertscope score
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub matrix: Option<PathBuf>,
    /// How the files of `-r` and `-c` are read.
    #[command(flatten)]
    pub files: TextFileArgs,
}
