//! The format of a file of pairs, from its name.

use std::path::Path;

use crate::{PairsError, Source};

/// The format of a file of pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFormat {
    /// Tab-separated columns, with a header line.
    Tsv,
    /// Comma-separated columns, with a header line.
    Csv,
    /// One JSON object per line, or a list of objects.
    Jsonl,
}

impl TableFormat {
    /// The format that the file extension sets.
    pub fn from_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "tsv" | "tab" => Some(Self::Tsv),
            "csv" => Some(Self::Csv),
            "jsonl" | "ndjson" | "json" => Some(Self::Jsonl),
            _ => None,
        }
    }

    /// The format of a file to read, from its name.
    ///
    /// # Errors
    /// [`PairsError`] for any other name, and for a file that is not text, whatever its name.
    pub fn of_file(path: &Path) -> Result<Self, PairsError> {
        if let Some(format) = Self::from_input_path(path) {
            return Ok(format);
        }
        let source = Source::File(path.to_owned());
        if source.is_regular() {
            // A spreadsheet has an error of its own.
            source.open()?;
        }
        Err(PairsError::UnknownFormat(source.name()))
    }

    /// The format that the extension of a file sets, which may be compressed: `pairs.tsv.gz` is a TSV.
    fn from_input_path(path: &Path) -> Option<Self> {
        match path.extension() {
            Some(extension) if extension.eq_ignore_ascii_case("gz") => {
                Self::from_path(Path::new(path.file_stem()?))
            }
            _ => Self::from_path(path),
        }
    }
}
