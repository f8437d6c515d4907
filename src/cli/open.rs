//! Options of `bertscope open`.

use std::path::PathBuf;

use clap::Args;

use super::{InspectArgs, TableArgs};

/// Options of `bertscope open`.
#[derive(Debug, Args)]
pub struct OpenArgs {
    /// A file of pairs: TSV or CSV with named columns, or JSON Lines. Its own scores (columns precision, recall, f1) are
    /// shown until other settings are chosen; where it says what they were made with, the inspector begins with that
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What `bertscope score` wrote for FILE (--json, or the format tsv or csv): scores that need not
    /// be computed again. The inspector begins with their settings, unless an option says otherwise
    #[arg(long, value_name = "SCORES")]
    pub scores: Option<PathBuf>,
    /// Column of human scores: shown in the list, to sort by, and to find the pairs where F1 and people disagree most. Of
    /// several systems, once for each
    #[arg(long, value_name = "NAME")]
    pub human: Vec<String>,
    /// Filter the list at first, as `/` does there: words anywhere, `reference:fer`, `reference~ferry` (a whole word), `id=12`
    #[arg(long, value_name = "WORDS")]
    pub filter: Option<String>,
    /// Leave FILE.marks.json alone: neither read marks and notes nor write any
    #[arg(long)]
    pub no_marks: bool,
    /// How the pairs stand in FILE.
    #[command(flatten)]
    pub table: TableArgs,
    /// The inspector's options.
    #[command(flatten)]
    pub inspect: InspectArgs,
}
