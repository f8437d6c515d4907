//! Options for the systems that `compare` and `report` read: their files, and how they are compared.

use std::path::PathBuf;

use clap::Args;

use super::{MetricArgs, TableArgs, TextFileArgs};
use bertscope_pairs::limits::MAX_SYSTEMS;
use bertscope_systems::Resampling;

/// Systems on the same references, given as texts, as a table or as saved scores.
#[derive(Debug, Args)]
pub struct SystemsArgs {
    /// A table: TSV or CSV with named columns, or JSON Lines; - is standard input. For several systems, give a column
    /// of candidates for each, with --candidate-column
    #[arg(value_name = "FILE", conflicts_with_all = ["reference", "candidate", "scores"])]
    pub table_file: Option<String>,
    /// Reference: a file with one text per line, or a text. Repeat it for several references
    #[arg(
        short,
        long,
        alias = "ref",
        value_name = "REF",
        allow_hyphen_values = true,
        requires = "candidate"
    )]
    pub reference: Vec<String>,
    /// A system: a file with one candidate per line, or a text. Repeat it for each system; the first is the baseline
    /// system
    #[arg(
        short,
        long,
        alias = "cand",
        value_name = "CAND",
        allow_hyphen_values = true,
        requires = "reference"
    )]
    pub candidate: Vec<String>,
    /// A system's scores as written by bertscope score --json (for report, add --texts), so that nothing is scored
    /// again. Repeat it for each system. Segments are aligned by id, or by line if there are no ids
    #[arg(long, value_name = "SCORES", conflicts_with_all = ["reference", "candidate"])]
    pub scores: Vec<PathBuf>,
    /// Column of the system in a long table, with a row for each segment and system: the rows with the same id, references
    /// and group are one segment; ids that differ between the systems are ignored
    #[arg(long, value_name = "NAME", requires = "table_file")]
    pub system_column: Option<String>,
    /// Names of the systems [default: their file or column names]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,
    /// The options of the metric.
    #[command(flatten)]
    pub metric: MetricArgs,
    /// Also compare the systems at layers above the chosen one; the layers below are always compared
    #[arg(long, visible_alias = "all_layers")]
    pub all_layers: bool,
    /// Also compare every pair of systems, with Holm's correction for their number
    #[arg(long)]
    pub all_pairs: bool,
    /// Number of resamples for the paired bootstrap and of trials for the randomisation test, which is exact where at
    /// most 20 segments differ, or fewer with many groups or systems [default: 1000; for 11 to 32 systems as many as Holm's correction needs]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), help_heading = "Significance")]
    pub resamples: Option<u32>,
    /// Random seed; the default is sacrebleu's
    #[arg(
        long,
        value_name = "N",
        default_value_t = 12345,
        help_heading = "Significance"
    )]
    pub seed: u64,
    /// How the files of `-r` and `-c` are read.
    #[command(flatten)]
    pub files: TextFileArgs,
    /// The format and columns of FILE.
    #[command(flatten)]
    pub table: TableArgs,
    /// Column of human scores for a system's candidates. Repeat it for each system
    #[arg(
        long,
        value_name = "NAME",
        help_heading = "Agreement with human scores"
    )]
    pub human: Vec<String>,
    /// Column of groups, such as language pairs: systems are also compared, and agreement computed, within each group
    #[arg(
        long,
        value_name = "NAME",
        help_heading = "Agreement with human scores"
    )]
    pub by: Option<String>,
}

impl SystemsArgs {
    /// The number of systems, or for a long table, which is not read yet, the most that it can have.
    pub fn count(&self) -> usize {
        let long = if self.system_column.is_some() {
            MAX_SYSTEMS
        } else {
            1
        };
        self.candidate
            .len()
            .max(self.scores.len())
            .max(self.table.candidate_column.len())
            .max(long)
    }

    /// `systems` is their number.
    pub fn resampling(&self, systems: usize) -> Resampling {
        let mut resampling = Resampling::for_systems(systems);
        if let Some(resamples) = self.resamples {
            resampling.resamples = resamples as usize;
        }
        resampling.seed = self.seed;
        resampling
    }
}
