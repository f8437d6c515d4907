//! Where results go. Whole rows at a time, so that what is there is valid however the run ends.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use color_eyre::eyre::{Context, Report, Result};

use crate::usage_error::UsageError;
use bertscope_pairs::{Input, Source};
use bertscope_printable::printable;

/// An open output.
pub enum Output {
    /// Standard output.
    Stdout,
    /// A file, and how much of it is whole rows.
    File {
        /// Open for writing.
        file: File,
        /// Its name.
        path: PathBuf,
        /// Bytes of whole rows.
        whole: u64,
    },
}

impl Output {
    /// Standard output, or a new file in place of an old one.
    ///
    /// # Errors
    /// When the file cannot be written, or is the input.
    pub fn open(path: Option<&Path>, input: &Input) -> Result<Self> {
        let Some(path) = path else { return Ok(Self::Stdout) };
        let same = |source: &&Source| {
            let canonical = |path: &Path| path.canonicalize().ok();
            source.path().and_then(canonical).is_some_and(|input| canonical(path) == Some(input))
        };
        if input.sources().iter().any(same) {
            let sentence = format!("{} is the input; choose another name for the output", path.display());
            return Err(UsageError(sentence).into());
        }
        let file = File::create(path).wrap_err_with(|| can_not_write(path))?;
        Ok(Self::File { file, path: path.to_owned(), whole: 0 })
    }

    /// Writes whole rows, now.
    ///
    /// # Errors
    /// When it cannot; then a file ends with the last whole row.
    pub fn write(&mut self, rows: &[u8]) -> Result<()> {
        match self {
            Self::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(rows).and_then(|()| out.flush()).wrap_err("can not write to standard output")
            }
            Self::File { file, path, whole } => match file.write_all(rows).and_then(|()| file.flush()) {
                Ok(()) => {
                    *whole += rows.len() as u64;
                    Ok(())
                }
                Err(error) => {
                    // A file that cannot even be shortened is no worse for the attempt.
                    let _ = file.set_len(*whole);
                    Err(Report::new(error).wrap_err(can_not_write(path)))
                }
            },
        }
    }
}

fn can_not_write(path: &Path) -> String {
    format!("can not write {}", printable(&path.display().to_string()))
}
