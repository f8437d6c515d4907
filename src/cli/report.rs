//! Options of `bertscope report`.

use std::path::PathBuf;

use clap::Args;

use super::SystemsArgs;
use crate::appearance::Background;

const EXAMPLES: &str = "\
Examples:
  bertscope report -r refs.txt -c hyps.txt -o report.html
  bertscope report -r refs.txt -c a.txt -c b.txt -o report.html -o appendix.md
  bertscope report pairs.tsv --human rating --by system -o report.html -o figures/
  bertscope report --scores a.jsonl --scores b.jsonl -o report.html

The exit code is 0 if the files were written, 2 for bad usage or input (even one invalid line), and 1 for any other \
failure. Unless it is 0, no file is written.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ReportArgs {
    /// The systems.
    #[command(flatten)]
    pub systems: SystemsArgs,
    /// Output; its name sets the format: .html for a single-file HTML page, .md for an appendix, a folder (DIR/) for the
    /// figures as SVG. Repeat it for several
    #[arg(
        short,
        long,
        value_name = "FILE|DIR/",
        required = true,
        help_heading = "Output"
    )]
    pub output: Vec<PathBuf>,
    /// Title of the report [default: the file names]
    #[arg(
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        help_heading = "Output"
    )]
    pub title: Option<String>,
    /// Number of example pairs with heatmaps in each group (largest differences, lowest F1, random, …)
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(0..=100), help_heading = "Output")]
    pub examples: u16,
    /// Maximum number of pairs in the page's list. A longer list is sampled; figures and means always use all pairs
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(0..=20_000), help_heading = "Output")]
    pub sample: u32,
    /// Background of the figures in a folder. The page has both and follows the reader's setting [default: light]
    #[arg(long, value_name = "THEME", help_heading = "Output")]
    pub theme: Option<Background>,
}
