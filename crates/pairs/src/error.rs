//! Errors that end the reading of a file of pairs; every message says what to do.

/// A file of pairs that cannot be read, or not completely.
#[derive(Debug, thiserror::Error)]
pub enum PairsError {
    /// The file is missing or cannot be read.
    #[error("cannot read {name}: {reason}")]
    Read {
        /// The file.
        name: String,
        /// The system's error message.
        reason: String,
    },
    /// It looks like a file name, but there is no such file.
    #[error("{0}; name an existing file, or pass a text with a space in it")]
    NoFile(String),
    /// The file, in this encoding; only UTF-8 is supported.
    #[error("{0} is {1} text; save it as UTF-8, for example with `iconv -f {1} -t UTF-8`")]
    WideEncoding(String, &'static str),
    /// A pipe has to be read twice, and there is no disk space for a copy.
    #[error(
        "cannot copy {name}, which is read twice, to the temporary folder {}: {reason}; set TMPDIR to a folder with \
         enough space", folder.display()
    )]
    Copy {
        /// The pipe.
        name: String,
        /// The folder.
        folder: std::path::PathBuf,
        /// The system's error message.
        reason: String,
    },
    /// A file without rows.
    #[error("{0} is empty; it needs one text per line")]
    Empty(String),
    /// A table without rows.
    #[error("{0} is empty; it needs a header line with column names, then one pair per line")]
    EmptyTable(String),
    /// A table with nothing below its header.
    #[error("{0} has a header but no pairs; write one pair per line below it")]
    OnlyHeader(String),
    /// A JSON Lines file without lines.
    #[error("{0} is empty; it needs one JSON object per line, with a candidate and a reference")]
    NotAnObject(String),
    /// Two columns with the same name, so that the name is ambiguous.
    #[error("{name} has two columns named {column:?}; rename one of them")]
    DuplicateColumn {
        /// The file.
        name: String,
        /// Their name.
        column: String,
    },
    /// The saved scores have another number of rows than the pairs.
    #[error("{scores} has scores for {}, but {pairs} has {}; pass the output of `bertscope score` for this file",
        pairs_of(*scored), pairs_of(*there))]
    ScoreCountMismatch {
        /// The file of scores.
        scores: String,
        /// Its rows.
        scored: usize,
        /// The file of pairs.
        pairs: String,
        /// Its rows.
        there: usize,
    },
    /// A table of `score --all-layers`.
    #[error("{name} has scores of several layers ({layers}); choose one with --layer")]
    SeveralLayers {
        /// The file.
        name: String,
        /// The layers.
        layers: String,
    },
    /// A file of an unknown kind.
    #[error("cannot tell the format of {0}; use --input-format tsv, csv or jsonl")]
    UnknownFormat(String),
    /// A missing column.
    #[error(
        "{name} has no column for the {what}{asked}; it has {found}; name the column with {option}{otherwise}"
    )]
    MissingColumn {
        /// The file.
        name: String,
        /// What the column is for.
        what: &'static str,
        /// The expected name, as ` named "x"`, or empty.
        asked: String,
        /// The existing columns.
        found: String,
        /// The option that names the column.
        option: &'static str,
        /// Another possible cause, after a comma; or empty.
        otherwise: &'static str,
    },
    /// Parallel files with different numbers of lines.
    #[error("{first} has {} and {other} has {}; both need the same number", counted(*first_lines), counted(*other_lines))]
    LineCountMismatch {
        /// One file.
        first: String,
        /// Its lines.
        first_lines: u64,
        /// The other.
        other: String,
        /// Its lines.
        other_lines: u64,
    },
    /// The files have different numbers of lines, detected only at the end of one of them.
    #[error(
        "{ended} ends after line {line}, but {other} has more lines; both need the same number"
    )]
    UnequalLength {
        /// The file that ended.
        ended: String,
        /// Its last line.
        line: u64,
        /// The file that has more lines.
        other: String,
    },
    /// A record over the limit of 16 MB, probably because of an unclosed quote.
    #[error("{name}, line {line}: a record of more than 16 MB; is a closing quote missing?")]
    RecordTooLong {
        /// The file.
        name: String,
        /// The line where the record starts.
        line: u64,
    },
    /// A quote that opens a field and is never closed, so that the rest of the file is one field.
    #[error(
        "{name}, line {line}: the quote that opens here is never closed; close it, or double it inside a quoted field"
    )]
    OpenQuote {
        /// The file.
        name: String,
        /// The line of the quote.
        line: u64,
    },
    /// An invalid row, where every row is needed.
    #[error("{0}")]
    Row(String),
    /// A file of marks and notes that cannot be read, and is therefore not overwritten.
    #[error(
        "{name} cannot be used: {reason}; rename it to start without marks, or use --no-marks, which does not touch it"
    )]
    Marks {
        /// The file.
        name: String,
        /// The problem, with its line.
        reason: String,
    },
    /// Standard input was given twice.
    #[error("standard input can be read only once; use `-` for only one of the files")]
    TwoStandardInputs,
}

fn pairs_of(n: usize) -> String {
    if n == 1 {
        "1 pair".into()
    } else {
        format!("{n} pairs")
    }
}

fn counted(n: u64) -> String {
    if n == 1 {
        "1 text".into()
    } else {
        format!("{n} texts")
    }
}
