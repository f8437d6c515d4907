//! Options of `bertscope open`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{InspectorArgs, TableArgs, TextFileArgs};

#[derive(Debug, Args)]
pub struct OpenArgs {
    /// A file of pairs: TSV or CSV with named columns, or JSON Lines. Its scores (columns precision, recall, f1) are
    /// shown until you change a setting. If the file names the settings of its scores, the inspector starts with them.
    /// Without FILE, -r and -c are files with one text per line
    #[arg(value_name = "FILE", required_unless_present_all = ["reference", "candidate"])]
    pub file: Option<PathBuf>,
    /// The output of bertscope score for FILE (--json, or the format tsv or csv), so that its scores are
    /// not computed again. The inspector starts with their settings, unless an option overrides them
    #[arg(long, value_name = "SCORES")]
    pub scores: Option<PathBuf>,
    /// Column of human scores: shown in the list, for sorting, and to find pairs where F1 and human scores disagree most. For
    /// several systems, give it once for each
    #[arg(long, value_name = "NAME")]
    pub human: Vec<String>,
    /// Column of the system in a long table, with a row for each segment and system: the rows with the same id and
    /// references are one line of the list; ids that differ between the systems are ignored
    #[arg(long, value_name = "NAME", conflicts_with = "scores")]
    pub system_column: Option<String>,
    /// Initial filter of the list, as typed after /: words anywhere, reference:fer, reference~ferry (whole word), id=12, f1>0.8
    #[arg(long, value_name = "WORDS")]
    pub filter: Option<String>,
    /// Do not read or write marks and notes (FILE.marks.json)
    #[arg(long)]
    pub no_marks: bool,
    /// How the files of `-r` and `-c` are read.
    #[command(flatten)]
    pub files: TextFileArgs,
    /// The format and columns of FILE.
    #[command(flatten)]
    pub table: TableArgs,
    /// The inspector's options.
    #[command(flatten)]
    pub inspect: InspectorArgs,
}

impl OpenArgs {
    /// The file of pairs, or that of the candidates; marks are saved next to it.
    pub fn pairs_file(&self) -> &Path {
        self.file
            .as_deref()
            .unwrap_or_else(|| Path::new(self.inspect.candidate.as_deref().unwrap_or_default()))
    }
}
