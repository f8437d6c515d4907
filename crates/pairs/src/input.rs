//! The input of a command: its sources and its format.

use std::path::Path;
use std::sync::Arc;

use crate::delimited::{self, Dialect};
use crate::{Columns, PairRecord, PairsError, Rows, Source, TableFormat, json_lines, parallel};

/// Checks that a path is a readable file, not a folder.
pub fn check_readable(path: &Path) -> Result<(), PairsError> {
    let reason = if !path.exists() {
        "there is no such file"
    } else if path.is_dir() {
        "it is a folder, not a file"
    } else {
        return Ok(());
    };
    Err(PairsError::Read {
        name: path.display().to_string(),
        reason: reason.to_owned(),
    })
}

#[derive(Debug, Clone)]
pub enum Input {
    /// Texts or text files, line by line.
    Parallel {
        candidate: Source,
        /// The references, at least one source.
        references: Vec<Source>,
        /// The candidates of further systems.
        other_systems: Vec<Source>,
        /// Whether files that look like tables are read line by line, too.
        whole_lines: bool,
    },
    /// One file.
    Table {
        source: Source,
        format: TableFormat,
        columns: Columns,
        /// Whether fields of a TSV may be quoted, as in CSV.
        quotes: bool,
        /// Whether the first line names the columns.
        header: bool,
    },
    /// The segments of a [long table](crate::long_table), in memory.
    Segments {
        source: Source,
        segments: Arc<[PairRecord]>,
    },
}

impl Input {
    /// The arguments REF and CAND of the command line: texts or text files, with the candidates of one or several systems.
    /// A file that is a table is an error, unless `whole_lines` is set.
    pub fn parallel(
        references: &[String],
        candidates: &[String],
        whole_lines: bool,
    ) -> Result<Self, PairsError> {
        let (first, others) = match candidates.split_first() {
            Some((first, others)) => (first.as_str(), others),
            None => ("", &[][..]),
        };
        let input = Self::Parallel {
            candidate: parallel::source(first)?,
            references: parallel_sources(references)?,
            other_systems: parallel_sources(others)?,
            whole_lines,
        };
        // Before a model is opened; a pipe tells only when it is read.
        for source in input.sources() {
            if source.path().is_some() && source.is_regular() {
                source.open_lines(whole_lines)?;
            }
        }
        Ok(input)
    }

    /// Its rows, from the first. Fails when reading cannot start.
    pub fn rows(&self) -> Result<Rows, PairsError> {
        match self {
            Self::Parallel {
                candidate,
                references,
                other_systems,
                whole_lines,
            } => parallel::rows(candidate, references, other_systems, *whole_lines),
            Self::Segments { segments, .. } => Ok(segment_rows(segments)),
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
                let is_csv = *format == TableFormat::Csv;
                let dialect = Dialect {
                    separator: if is_csv { b',' } else { b'\t' },
                    quotes: is_csv || *quotes,
                    header: *header,
                };
                delimited::rows(source, dialect, columns)
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
        let mut pairs = Vec::new();
        for row in self.rows()? {
            pairs.push(row??);
        }
        Ok(pairs)
    }

    /// The same input in a form that can be read more than once. Fails when a pipe cannot be copied.
    #[cfg(feature = "files")]
    pub fn rewindable(mut self) -> Result<Self, PairsError> {
        match &mut self {
            Self::Parallel {
                candidate,
                references,
                other_systems,
                ..
            } => {
                let others = references.iter_mut().chain(other_systems);
                for source in std::iter::once(candidate).chain(others) {
                    source.make_rewindable()?;
                }
            }
            Self::Table { source, .. } => source.make_rewindable()?,
            Self::Segments { .. } => {}
        }
        Ok(self)
    }

    /// Its sources, the candidates first.
    pub fn sources(&self) -> Vec<&Source> {
        match self {
            Self::Parallel {
                candidate,
                references,
                other_systems,
                ..
            } => std::iter::once(candidate)
                .chain(references)
                .chain(other_systems)
                .collect(),
            Self::Table { source, .. } | Self::Segments { source, .. } => vec![source],
        }
    }

    /// Estimates the number of rows from the line count, for progress bars; `None` if counting would consume the input.
    pub fn estimated_rows(&self) -> Option<u64> {
        if let Self::Segments { segments, .. } = self {
            return Some(segments.len() as u64);
        }
        // All parallel sources have as many lines as the first.
        let source = *self.sources().first()?;
        if matches!(source, Source::Text(_)) {
            return Some(1);
        }
        if !source.is_regular() {
            return None;
        }
        let lines = parallel::count_lines(source).ok()?;
        let has_header = matches!(
            self,
            Self::Table {
                format: TableFormat::Tsv | TableFormat::Csv,
                header: true,
                ..
            }
        );
        Some(lines.saturating_sub(u64::from(has_header)))
    }
}

fn segment_rows(segments: &Arc<[PairRecord]>) -> Rows {
    let segments = segments.clone();
    Box::new((0..segments.len()).map(move |position| Ok(Ok(segments[position].clone()))))
}

fn parallel_sources(arguments: &[String]) -> Result<Vec<Source>, PairsError> {
    arguments
        .iter()
        .map(|argument| parallel::source(argument))
        .collect()
}
