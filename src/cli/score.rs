//! Options of `bertscope score`.

use clap::Args;

use super::MetricArgs;

/// Options of `bertscope score`.
#[derive(Debug, Args)]
pub struct ScoreArgs {
    /// Reference: a text, or a file with a text a line. Repeat it for several references
    #[arg(short, long, value_name = "REF", required = true, allow_hyphen_values = true)]
    pub reference: Vec<String>,
    /// Candidate: a text, or a file with a text a line
    #[arg(short, long, value_name = "CAND", required = true, allow_hyphen_values = true)]
    pub candidate: String,
    /// Which score.
    #[command(flatten)]
    pub metric: MetricArgs,
    /// One JSON object a line, in input order
    #[arg(long)]
    pub json: bool,
    /// Add tokens, weights, similarities and matches
    #[arg(long)]
    pub details: bool,
}
