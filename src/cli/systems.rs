//! Options of the systems that `compare` and `report` read: where they are, and how they are compared.

use std::path::PathBuf;

use clap::Args;

use super::{MetricArgs, TableArgs};
use bertscope_systems::Resampling;

/// Systems over the same references. Texts, a table and saved scores exclude each other.
#[derive(Debug, Args)]
pub struct SystemsArgs {
    /// A table: TSV or CSV with named columns, or JSON Lines; `-` is standard input. Of several systems, it has a column
    /// for each (--candidate-column)
    #[arg(value_name = "FILE", conflicts_with_all = ["reference", "candidate", "scores"])]
    pub table_file: Option<String>,
    /// Reference: a file with a text a line, or a text. Repeat it for several references
    #[arg(short, long, alias = "ref", value_name = "REF", allow_hyphen_values = true, requires = "candidate")]
    pub reference: Vec<String>,
    /// A system: a file with a candidate a line, or a text. Repeat it for each system; the first is the baseline
    #[arg(short, long, alias = "cand", value_name = "CAND", allow_hyphen_values = true, requires = "reference")]
    pub candidate: Vec<String>,
    /// A system's scores, as `bertscope score --json` wrote them (`report` needs --texts there, too), so that nothing is
    /// scored again. Repeat it for each system. Segments are matched by id, without ids by line
    #[arg(long, value_name = "SCORES", conflicts_with_all = ["reference", "candidate"])]
    pub scores: Vec<PathBuf>,
    /// Names of the systems [default: those of their files or columns]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,
    /// Which score.
    #[command(flatten)]
    pub metric: MetricArgs,
    /// Compare several systems at layers above the chosen one, too; those below it are compared anyway
    #[arg(long, visible_alias = "all_layers")]
    pub all_layers: bool,
    /// Resamples of the paired bootstrap, and trials of the randomisation test
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000), help_heading = "Significance")]
    pub resamples: u32,
    /// Seed of everything that is drawn at random; that of sacrebleu by default
    #[arg(long, value_name = "N", default_value_t = 12345, help_heading = "Significance")]
    pub seed: u64,
    /// How the systems stand in FILE.
    #[command(flatten)]
    pub table: TableArgs,
    /// Column of human scores of a system's candidates; once for each system
    #[arg(long, value_name = "NAME", help_heading = "Agreement with people")]
    pub human: Vec<String>,
    /// Column of groups, such as language pairs: the systems are compared, and agreement is computed, in each, too
    #[arg(long, value_name = "NAME", help_heading = "Agreement with people")]
    pub by: Option<String>,
}

impl SystemsArgs {
    /// How many systems there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.candidate.len().max(self.scores.len()).max(self.table.candidate_column.len()).max(1)
    }

    /// How resamples are drawn.
    #[must_use]
    pub fn resampling(&self) -> Resampling {
        Resampling { resamples: self.resamples as usize, seed: self.seed }
    }
}
