//! Options for reading a file of pairs, of `score`, `compare`, `report` and `open`.

use std::path::Path;

use clap::Args;
use color_eyre::eyre::Report;

use crate::choice::choice;
use crate::usage_error::{UsageError, refuse};

use bertscope_pairs::input::check_readable;
use bertscope_pairs::long_table::{self, LongTable};
use bertscope_pairs::{
    Columns, Input, MissingTexts, PairsError, Source, SystemColumns, TableFormat,
};
use bertscope_printable::printable;
use bertscope_report::number::pluralized;

/// How the files of `-r` and `-c` are read.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct TextFileArgs {
    /// Read each line of the files of -r and -c as a text, even if a file looks like a table
    #[arg(long, help_heading = "Input")]
    pub lines: bool,
}

/// The format and columns of a file of pairs.
#[derive(Debug, Clone, Default, Args)]
pub struct TableArgs {
    /// Format of FILE [default: from its extension; jsonl for standard input]
    #[arg(long, value_parser = choice::<TableFormat>(), value_name = "FORMAT", help_heading = "Input")]
    pub input_format: Option<TableFormat>,
    /// Column of the candidate [default: candidate, cand, hypothesis, hyp or prediction]. For compare, report
    /// and open, repeat it for each system
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    pub candidate_column: Vec<String>,
    /// Column of a reference; repeat it for several [default: reference or ref, also followed by a number]. In JSON, it
    /// may be a list
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    pub reference_column: Vec<String>,
    /// Column of the row's id [default: id]
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    pub id_column: Option<String>,
    /// Fields of a TSV may be in double quotes, as written by spreadsheets and pandas
    #[arg(long, help_heading = "Input")]
    pub quoted: bool,
    /// What to do with a missing text (null in JSON; with error or skip also a blank cell) [default: error, but a blank cell
    /// is an empty text]
    #[arg(long, value_parser = choice::<MissingTexts>(), value_name = "WHAT", help_heading = "Input")]
    pub missing: Option<MissingTexts>,
    /// There is no header line; columns are called 1, 2, 3 and so on
    #[arg(long, help_heading = "Input")]
    pub no_header: bool,
}

impl TableArgs {
    /// Whether any of these options is given.
    pub fn has_any(&self) -> bool {
        let columns = !self.candidate_column.is_empty()
            || !self.reference_column.is_empty()
            || self.id_column.is_some();
        columns
            || self.quoted
            || self.no_header
            || self.missing.is_some()
            || self.input_format.is_some()
    }

    /// Checks the options for a command that reads one system.
    pub fn refuse_several_candidates(&self) -> Result<(), UsageError> {
        match &*self.candidate_column {
            [] | [_] => Ok(()),
            [first, second, ..] => refuse(format!(
                "--candidate-column is given twice, for {} and {}; use one, or compare the systems with `bertscope compare`",
                printable(first),
                printable(second)
            )),
        }
    }

    /// Refuses a number of columns of human scores that differs from the number of systems.
    pub fn check_human(&self, human: &[String]) -> Result<(), UsageError> {
        let given = human.len();
        // Without the option, there is one column of candidates.
        let systems = self.candidate_column.len().max(1);
        if given == 0 || given == systems {
            return Ok(());
        }
        refuse(format!(
            "--human names {} for {}; pass it once per system, in the order of --candidate-column",
            pluralized(given, "column"),
            pluralized(systems, "system")
        ))
    }

    /// Joins the rows of a long table, whose column `system` names the system. If `strict`, every system must have every
    /// segment.
    pub fn join_long_table(
        &self,
        mut input: Input,
        system: &str,
        strict: bool,
    ) -> Result<LongTable, Report> {
        if self.candidate_column.len() > 1 {
            return refuse(
                "--system-column is for a table with one column of candidates; give one --candidate-column",
            );
        }
        if let Input::Table { columns, .. } = &mut input {
            columns.system = Some(system.to_owned());
        }
        Ok(long_table::join(&input, strict)?)
    }

    /// The input FILE, or standard input for `-`. Its extension sets the format unless an option does.
    pub fn open_named(&self, name: &str, human: &[String]) -> Result<Input, PairsError> {
        let source = Source::from_argument(name);
        if name != "-" {
            check_readable(Path::new(name))?;
        }
        let format = match (self.input_format, source.path()) {
            (Some(format), _) => format,
            (None, None) => TableFormat::Jsonl,
            (None, Some(path)) => TableFormat::of_file(path)?,
        };
        Ok(self.input(source, format, human))
    }

    /// The file to read in `format`, with each system's columns of candidates and, if given, of human scores.
    pub fn input(&self, source: Source, format: TableFormat, human: &[String]) -> Input {
        let other_systems = self.candidate_column.iter().enumerate().skip(1);
        Input::Table {
            source,
            format,
            columns: Columns {
                candidate: self.candidate_column.first().cloned(),
                references: self.reference_column.clone(),
                id: self.id_column.clone(),
                human: human.first().cloned(),
                other_systems: other_systems
                    .map(|(system, name)| SystemColumns {
                        candidate: name.clone(),
                        human: human.get(system).cloned(),
                    })
                    .collect(),
                missing: self.missing,
                ..Columns::default()
            },
            quotes: self.quoted,
            header: !self.no_header,
        }
    }
}
