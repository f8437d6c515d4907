//! The input of a command: its sources and its format.

use std::path::Path;
use std::sync::Arc;

use crate::delimited::{self, Dialect};
use crate::{Columns, PairRecord, PairsError, Rows, Source, json_lines, long_table, parallel};

/// The format of a file of pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFormat {
    /// Tab-separated columns, with a header line.
    Tsv,
    /// Comma-separated columns, with a header line.
    Csv,
    /// One JSON object per line.
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
}

/// Checks that a path is a readable file, not a folder.
pub fn check_readable(path: &Path) -> Result<(), PairsError> {
    let refuse = |reason: &str| {
        Err(PairsError::Read {
            name: path.display().to_string(),
            reason: reason.to_owned(),
        })
    };
    match (path.exists(), path.is_dir()) {
        (false, _) => refuse("there is no such file"),
        (true, true) => refuse("it is a folder, not a file"),
        (true, false) => Ok(()),
    }
}

/// The source of pairs.
#[derive(Debug, Clone)]
pub enum Input {
    /// Texts or text files, line by line.
    Parallel {
        /// The candidates.
        candidate: Source,
        /// The references, at least one source.
        references: Vec<Source>,
        /// The candidates of further systems.
        rivals: Vec<Source>,
    },
    /// One file.
    Table {
        /// Its source.
        source: Source,
        /// Its format.
        format: TableFormat,
        /// Its columns.
        columns: Columns,
        /// Whether fields of a TSV may be quoted, as in CSV.
        quotes: bool,
        /// Whether the first line names the columns.
        header: bool,
    },
    /// The segments of a [long table](long_table), in memory.
    Segments {
        /// The table.
        source: Source,
        /// Its segments.
        segments: Arc<[PairRecord]>,
    },
}

impl Input {
    /// The arguments REF and CAND of the command line: texts or text files, with the candidates of one or several systems.
    pub fn parallel(references: &[String], candidates: &[String]) -> Result<Self, PairsError> {
        let sources = |texts: &[String]| {
            texts
                .iter()
                .map(|text| parallel::source(text))
                .collect::<Result<Vec<_>, _>>()
        };
        let (first, rivals) = candidates
            .split_first()
            .map_or(("", &[][..]), |(first, rivals)| (first, rivals));
        let (candidate, references) = (parallel::source(first)?, sources(references)?);
        Ok(Self::Parallel {
            candidate,
            references,
            rivals: sources(rivals)?,
        })
    }

    /// Its rows, from the first. Fails when reading cannot start.
    pub fn rows(&self) -> Result<Rows, PairsError> {
        match self {
            Self::Parallel {
                candidate,
                references,
                rivals,
            } => parallel::rows(candidate, references, rivals),
            Self::Segments { segments, .. } => Ok(long_table::rows(segments)),
            Self::Table {
                source,
                format: TableFormat::Jsonl,
                columns,
                ..
            } => json_lines::rows(source, columns),
            Self::Table {
                source,
                format,
                columns,
                quotes,
                header,
            } => {
                let csv = *format == TableFormat::Csv;
                let separator = if csv { b',' } else { b'\t' };
                delimited::rows(
                    source,
                    Dialect {
                        separator,
                        quotes: csv || *quotes,
                        header: *header,
                    },
                    columns,
                )
            }
        }
    }

    /// The error of an input without rows.
    pub fn empty_error(&self) -> PairsError {
        let source = self.sources()[0];
        match self {
            Self::Parallel { .. } => PairsError::Empty(source.name()),
            Self::Table {
                format: TableFormat::Jsonl,
                ..
            } => PairsError::NotAnObject(source.name()),
            // A file without a header line gives an earlier error.
            Self::Table { header: true, .. } | Self::Segments { .. } => {
                PairsError::OnlyHeader(source.name())
            }
            Self::Table { .. } => PairsError::EmptyTable(source.name()),
        }
    }

    /// Reads all pairs at once.
    ///
    /// # Errors
    /// [`PairsError`], also for a row that cannot be scored.
    pub fn all(&self) -> Result<Vec<PairRecord>, PairsError> {
        self.rows()?
            .map(|row| row?.map_err(|bad| PairsError::Row(bad.message)))
            .collect()
    }

    /// The same input in a form that can be read more than once. Fails when a pipe cannot be copied.
    #[cfg(feature = "files")]
    pub fn rewindable(self) -> Result<Self, PairsError> {
        Ok(match self {
            Self::Parallel {
                candidate,
                references,
                rivals,
            } => Self::Parallel {
                candidate: candidate.rewindable()?,
                references: references
                    .into_iter()
                    .map(Source::rewindable)
                    .collect::<Result<_, _>>()?,
                rivals: rivals
                    .into_iter()
                    .map(Source::rewindable)
                    .collect::<Result<_, _>>()?,
            },
            Self::Segments { .. } => self,
            Self::Table {
                source,
                format,
                columns,
                quotes,
                header,
            } => Self::Table {
                source: source.rewindable()?,
                format,
                columns,
                quotes,
                header,
            },
        })
    }

    /// Its sources, the candidates first.
    pub fn sources(&self) -> Vec<&Source> {
        match self {
            Self::Parallel {
                candidate,
                references,
                rivals,
            } => std::iter::once(candidate)
                .chain(references)
                .chain(rivals)
                .collect(),
            Self::Table { source, .. } | Self::Segments { source, .. } => vec![source],
        }
    }

    /// Estimates the number of rows from the line count, for progress bars; `None` if counting would consume the input.
    pub fn estimated_rows(&self) -> Option<u64> {
        if let Self::Segments { segments, .. } = self {
            return Some(segments.len() as u64);
        }
        let source = *self.sources().first()?;
        if matches!(source, Source::Text(_)) {
            return Some(1);
        }
        let lines = parallel::count_lines(source)
            .ok()
            .filter(|_| source.is_regular())?;
        let header = matches!(
            self,
            Self::Table {
                format: TableFormat::Tsv | TableFormat::Csv,
                header: true,
                ..
            }
        );
        Some(lines.saturating_sub(u64::from(header)))
    }
}
