//! Options of `bertscope open`.

use std::path::PathBuf;

use clap::Args;

use super::InspectArgs;
use crate::pairs::TableFormat;

/// Options of `bertscope open`.
#[derive(Debug, Args)]
pub struct OpenArgs {
    /// A file of pairs: TSV or CSV with named columns, or JSON Lines. Its own scores (columns precision, recall, f1) are
    /// shown until other settings are chosen
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What `bertscope score` wrote for FILE (--json, or the format tsv or csv): scores that need not be computed again
    #[arg(long, value_name = "SCORES")]
    pub scores: Option<PathBuf>,
    /// How FILE is written [default: by its ending]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Input")]
    pub input_format: Option<TableFormat>,
    /// Column of the candidate [default: candidate, cand, hypothesis, hyp or prediction]
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    pub candidate_column: Option<String>,
    /// Column of a reference, repeated for several [default: reference, ref, or those with a number after it]. In JSON it
    /// may hold a list
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    pub reference_column: Vec<String>,
    /// Column that names the row [default: id]
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    pub id_column: Option<String>,
    /// Fields of a TSV may stand in double quotes, as spreadsheets and pandas write them
    #[arg(long, help_heading = "Input")]
    pub quoted: bool,
    /// The first line is a pair too; columns are called 1, 2, 3 and so on
    #[arg(long, help_heading = "Input")]
    pub no_header: bool,
    /// The inspector's options.
    #[command(flatten)]
    pub inspect: InspectArgs,
}
