//! Options of `bertscope report`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::choice::choice;
use super::{MetricArgs, TableArgs};
use crate::appearance::Background;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  bertscope report -r refs.txt -c hyps.txt -o report.html
  bertscope report -r refs.txt -c a.txt -c b.txt -o report.html -o appendix.md
  bertscope report pairs.tsv --human rating --by system -o report.html -o figures/
  bertscope report --scores a.jsonl --scores b.jsonl -o report.html

The exit code is 0 when the files were written, 2 for bad input, also of a single line, 1 for a failure; then no file is
written.";

/// Options of `bertscope report`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ReportArgs {
    /// A file of pairs: TSV or CSV with named columns, or JSON Lines; `-` is standard input. Of several systems, it has a
    /// column for each (--candidate-column)
    #[arg(value_name = "FILE", conflicts_with_all = ["reference", "candidate", "scores"], required_unless_present_any = ["candidate", "scores"])]
    pub pairs: Option<String>,
    /// Reference: a text, or a file with a text a line. Repeat it for several references
    #[arg(short, long, alias = "ref", value_name = "REF", allow_hyphen_values = true, requires = "candidate")]
    pub reference: Vec<String>,
    /// Candidate: a text, or a file with a text a line. Repeat it for several systems; the first is the baseline
    #[arg(short, long, alias = "cand", value_name = "CAND", allow_hyphen_values = true, requires = "reference")]
    pub candidate: Vec<String>,
    /// A system's scores, as `bertscope score --json --texts` wrote them, so that nothing is scored again. Repeat it for
    /// each system. Segments are matched by id, without ids by line
    #[arg(long, value_name = "SCORES", conflicts_with_all = ["reference", "candidate"])]
    pub scores: Vec<PathBuf>,
    /// Names of the systems [default: those of their files or columns]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,
    /// Which score.
    #[command(flatten)]
    pub metric: MetricArgs,
    /// Where to write, the kind of file by its name: .html for a page in one file, .md for an appendix, a folder (with a
    /// / at its end) for the figures as SVG. Repeat it for several
    #[arg(short, long, value_name = "FILE|DIR/", required = true, help_heading = "Output")]
    pub output: Vec<PathBuf>,
    /// A title above the report [default: the names of the files]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, help_heading = "Output")]
    pub title: Option<String>,
    /// Pairs that are shown with heatmaps, for each reason that makes them telling
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(0..=100), help_heading = "Output")]
    pub examples: u16,
    /// Pairs in the list of the page, at most. Of more, it holds a sample; figures and means are of all
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(0..=20_000), help_heading = "Output")]
    pub sample: u32,
    /// Bootstrap resamples behind intervals and p-values
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000), help_heading = "Output")]
    pub resamples: u32,
    /// Seed of everything that is drawn at random
    #[arg(long, value_name = "N", default_value_t = 12345, help_heading = "Output")]
    pub seed: u64,
    /// Background of the figures in a folder. The page has both and follows its reader [default: light]
    #[arg(long, value_parser = choice::<Background>(), value_name = "THEME", help_heading = "Output")]
    pub theme: Option<Background>,
    /// How the pairs stand in FILE.
    #[command(flatten)]
    pub table: TableArgs,
    /// Column of human scores: a scatter plot, agreement, and the pairs where F1 and people disagree most. Of several
    /// systems, once for each
    #[arg(long, value_name = "NAME", help_heading = "Agreement with people")]
    pub human: Vec<String>,
    /// Column of groups, such as language pairs: agreement is computed in each, and the mean is taken
    #[arg(long, value_name = "NAME", help_heading = "Agreement with people")]
    pub by: Option<String>,
}

impl ReportArgs {
    /// How many systems there are.
    #[must_use]
    pub fn systems(&self) -> usize {
        self.candidate.len().max(self.scores.len()).max(self.table.candidate_column.len()).max(1)
    }
}

/// Whether a name is that of a folder, there or not.
#[must_use]
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator)
}
