//! Options about a file of pairs, for `score` and `open`.

use clap::Args;

use super::choice::choice;

use bertscope_pairs::{Columns, Input, Source, TableFormat};

/// How pairs stand in a file.
#[derive(Debug, Clone, Default, Args)]
pub struct TableArgs {
    /// How FILE is written [default: by its ending; jsonl for standard input]
    #[arg(long, value_parser = choice::<TableFormat>(), value_name = "FORMAT", help_heading = "Input")]
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
}

impl TableArgs {
    /// Whether anything was said.
    #[must_use]
    pub fn has_any(&self) -> bool {
        let columns = self.candidate_column.is_some() || !self.reference_column.is_empty() || self.id_column.is_some();
        columns || self.quoted || self.no_header || self.input_format.is_some()
    }

    /// The file to read in `format`.
    #[must_use]
    pub fn input(&self, source: Source, format: TableFormat) -> Input {
        Input::Table {
            source,
            format,
            columns: Columns {
                candidate: self.candidate_column.clone(),
                references: self.reference_column.clone(),
                id: self.id_column.clone(),
                ..Columns::default()
            },
            quotes: self.quoted,
            header: !self.no_header,
        }
    }
}
