//! The texts of `-r` and `-c`: a text, or a file with one text per line. A table in its place would be scored with its
//! ids and its header, and against itself if it is given twice.

use std::io::Read;
use std::path::Path;

use clap::Args;

use crate::bare_words::quoted;
use crate::usage_error::{UsageError, refuse};
use bertscope_pairs::{Input, PairsError, Source, TableFormat};
use color_eyre::eyre::Result;

/// Enough of a file to tell a table by its tabs.
const MAX_EXAMINED_BYTES: usize = 1 << 20;

/// How the files of `-r` and `-c` are read.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct TextFileArgs {
    /// Read each line of the files of -r and -c as a text, even if a file looks like a table
    #[arg(long, help_heading = "Input")]
    pub lines: bool,
}

impl TextFileArgs {
    /// The texts of `-r` and `-c`. `command` is the name of the command that reads them.
    pub fn input(
        self,
        command: &str,
        references: &[String],
        candidates: &[String],
    ) -> Result<Input> {
        let input = Input::parallel(references, candidates)?;
        if self.lines {
            return Ok(input);
        }
        for source in input.sources() {
            if let Some(path) = source.path()
                && is_table(source, path)?
            {
                refuse_table(command, path)?;
            }
        }
        Ok(input)
    }
}

fn refuse_table(command: &str, path: &Path) -> Result<(), UsageError> {
    let name = quoted(&path.to_string_lossy());
    let remedy = match command {
        // It draws one pair, and reads no tables.
        "plot" => format!("take a column out of it, for example with `cut -f 1 {name}`"),
        _ => format!(
            "name its columns, as in `bertscope {command} {name} --reference-column NAME --candidate-column NAME`"
        ),
    };
    refuse(format!(
        "{name} is a table, not one text per line; {remedy}, or read whole lines with --lines"
    ))
}

/// Whether a file is a table: by its extension, or because all its lines have as many tabs.
fn is_table(source: &Source, path: &Path) -> Result<bool, PairsError> {
    let format = TableFormat::from_path(path);
    if let Some(TableFormat::Csv | TableFormat::Jsonl) = format {
        return Ok(true);
    }
    // A pipe can be read only once.
    if !source.is_regular() {
        return Ok(false);
    }
    let mut start = Vec::new();
    source
        .open()?
        .take(MAX_EXAMINED_BYTES as u64)
        .read_to_end(&mut start)
        .map_err(|error| source.unreadable(&error))?;
    let mut lines: Vec<&[u8]> = start.split(|byte| b"\r\n".contains(byte)).collect();
    if start.len() == MAX_EXAMINED_BYTES {
        // It may have been cut in the middle.
        lines.pop();
    }
    lines.retain(|line| !line.is_empty());
    let columns = lines.first().map_or(0, |line| column_count(line));
    // One line with a tab may be a text, unless the file is called a table.
    let is_called_table = format == Some(TableFormat::Tsv);
    let is_even = lines.len() > 1 && lines.iter().all(|line| column_count(line) == columns);
    Ok(columns > 1 && (is_called_table || is_even))
}

fn column_count(line: &[u8]) -> usize {
    line.split(|byte| *byte == b'\t').count()
}
