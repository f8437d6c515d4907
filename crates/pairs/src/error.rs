//! Errors of a file of pairs, which end the reading, and of a row; every message says what to do.

use crate::Id;
use crate::column_role::MissingColumn;
use crate::limits::{MAX_NAME_BYTES, MAX_SYSTEMS};
use bertscope_printable::BinaryFile;

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
    /// An argument that is not a text, and no file either.
    #[error("{problem}; {remedy}, or put a space before it to score it as a text: \" {argument}\"")]
    NotAFile {
        problem: String,
        /// What to do for a file.
        remedy: &'static str,
        argument: String,
    },
    /// A table in the place of texts.
    #[error(
        "{0} is a table, not one text per line; name its columns, as in `bertscope score FILE --reference-column NAME \
         --candidate-column NAME`, take one out of a TSV, for example with `tail -n +2 FILE | cut -f 1`, or read whole lines with --lines"
    )]
    Table(String),
    /// The file, in this encoding; only UTF-8 is supported.
    #[error("{0} is {1} text; save it as UTF-8, for example with `iconv -f {1} -t UTF-8`")]
    WideEncoding(String, &'static str),
    /// The file is not text.
    #[error("{name} is {}; {}", binary.kind, binary.remedy)]
    NotText {
        /// The file.
        name: String,
        binary: BinaryFile,
    },
    /// The header of a table, in which a column was not found, is no text.
    #[error(
        "{0}, line 1 is not UTF-8 text, so its columns cannot be read; convert the file, for example with `iconv -f LATIN1 -t UTF-8`"
    )]
    HeaderNotUtf8(String),
    /// A pipe has to be read twice, and there is no disk space for a copy.
    #[error(
        "cannot copy {name}, which is read twice, to the temporary folder {}: {reason}; set TMPDIR to a folder with \
         enough space", folder.display()
    )]
    Copy {
        name: String,
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
    /// A table that is read as JSON because nothing says what it is.
    #[error(
        "{0} is not JSON: no line begins with {{ or [; if it is a table, give --input-format tsv or csv"
    )]
    TableAsJson(String),
    /// Two columns with the same name, so that the name is ambiguous.
    #[error("{name} has two columns named {column:?}; rename one of them")]
    DuplicateColumn {
        /// The file.
        name: String,
        column: String,
    },
    /// The saved scores have another number of rows than the pairs.
    #[error("{scores} has scores for {}, but {pairs} has {}; pass the output of `bertscope score` for this file",
        counted(*scored as u64, "pair"), counted(*there as u64, "pair"))]
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
        layers: String,
    },
    /// A file of an unknown kind.
    #[error(
        "cannot tell the format of {0}; use --input-format tsv, csv or jsonl; -r and -c read one text per line"
    )]
    UnknownFormat(String),
    /// A missing column.
    #[error(
        "{name} has no column{missing}; it has {found}; name the column with {}{otherwise}",
        missing.role.option()
    )]
    MissingColumn {
        /// The file.
        name: String,
        missing: MissingColumn,
        found: String,
        /// Another possible cause, after a comma; or empty.
        otherwise: &'static str,
    },
    /// Parallel files with different numbers of lines.
    #[error("{first} has {} and {other} has {}; both need the same number", counted(*first_lines, "text"), counted(*other_lines, "text"))]
    LineCountMismatch {
        /// One file.
        first: String,
        first_lines: u64,
        other: String,
        other_lines: u64,
    },
    /// The files have different numbers of lines, detected only at the end of one of them.
    #[error(
        "{ended} ends after line {line}, but {other} has more lines; both need the same number"
    )]
    UnequalLength {
        /// The file that ended.
        ended: String,
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
    /// A file of saved scores without rows.
    #[error("{0} has no scores; pass the output of `bertscope score`")]
    NoScores(String),
    /// A segment of a long table without a candidate of some system.
    #[error(
        "{name} has no candidate of the system {system:?} for the {segment}; give every system a row for each segment, \
         with the same references"
    )]
    MissingSystem {
        /// The file.
        name: String,
        system: String,
        /// The segment, in words.
        segment: String,
    },
    /// More systems than can be compared, which suggests another column.
    #[error(
        "{name} has {systems} systems, and at most {MAX_SYSTEMS} can be compared; check that --system-column names the \
         column of the system, or leave out some systems"
    )]
    TooManySystems {
        /// The file.
        name: String,
        systems: usize,
    },
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

/// Where a row stands.
#[derive(Debug, Clone, Copy)]
pub struct RowSource<'a> {
    pub file: &'a str,
    /// The line number, from 1.
    pub line: u64,
}

/// A row that cannot be scored.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{file}, line {line}{problem}")]
pub struct RowError {
    /// Its id, if it can be read.
    pub id: Option<Id>,
    pub file: String,
    /// The line number, from 1.
    pub line: u64,
    pub problem: RowProblem,
}

impl RowError {
    /// The error of a row without an id.
    pub(crate) fn new(file: &str, line: u64, problem: RowProblem) -> Self {
        Self {
            id: None,
            file: file.to_owned(),
            line,
            problem,
        }
    }
}

impl From<RowError> for PairsError {
    /// Where every row is needed, one that cannot be scored ends the reading.
    fn from(error: RowError) -> Self {
        Self::Row(error.to_string())
    }
}

/// The problem of a row: the end of a sentence that starts with its file and line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RowProblem {
    #[error(" is longer than 16 MB")]
    TooLong,
    #[error(
        " is not UTF-8 text: byte {at} of the line is not part of a character; convert the file, for example with `iconv -f LATIN1 -t UTF-8`"
    )]
    NotUtf8 { at: usize },
    #[error(
        " is not UTF-8 text: byte {at} of column {column} is not part of a character; convert the file, for example with `iconv -f LATIN1 -t UTF-8`"
    )]
    ColumnNotUtf8 { at: usize, column: usize },
    #[error(
        ": {}, but the first line has {expected}{}", counted(*found as u64, "column"),
        if *looks_quoted { "; if fields are in quotes, as pandas writes them, give --quoted" } else { "" }
    )]
    ColumnCount {
        found: usize,
        expected: usize,
        /// Whether a quote opens a field of a table that is read without quotes.
        looks_quoted: bool,
    },
    /// A text that is missing, in this column.
    #[error(
        ": {column} has no text; give --missing skip to keep such rows without a score, or --missing zero to score them 0"
    )]
    MissingText { column: String },
    /// What a row says of its missing texts, shortened.
    #[error(": \"missing\" is {0}; use \"error\", \"skip\" or \"zero\"")]
    InvalidMissing(String),
    #[error(": its {0} is longer than {MAX_NAME_BYTES} bytes; name another column")]
    NameTooLong(&'static str),
    #[error(": the human score {text:?} is not a number from -1000000 to 1000000; {remedy}")]
    HumanScore {
        /// The field, shortened.
        text: String,
        remedy: String,
    },
    /// A field that should have a saved score, shortened.
    #[error(" has {0} instead of a score (-1000 to 1000)")]
    SavedScore(String),
    #[error(" is not a JSON object: {0}")]
    NotAnObject(String),
    #[error(
        " has no field{missing}; it has {found}; name the field with {}",
        missing.role.option()
    )]
    MissingField {
        missing: MissingColumn,
        found: String,
    },
    #[error(": {field:?} is {kind}, not a text in quotes{alternative}")]
    NotAText {
        field: String,
        kind: &'static str,
        /// What else the field may be, or nothing.
        alternative: &'static str,
    },
    #[error(
        ": {0:?} has half of a surrogate pair, such as \\ud83d without \\ude00; write both, or the character itself"
    )]
    LoneSurrogate(String),
    #[error(" is not a row of scores: {0}")]
    NotScores(String),
    #[error(" has no column f1, which `bertscope score` writes")]
    NoF1Column,
    #[error(" is not a line of `bertscope score --json`; pass its JSON output, not a table")]
    NotScoredJson,
    #[error(" is not a line of `bertscope score --json`: {0}")]
    InvalidScoredJson(String),
    #[error(" has no f1, which `bertscope score --json` writes")]
    NoF1,
    #[error(" has no reference in \"texts\"")]
    ScoredWithoutReference,
}

/// The problem of a file in which no row has a human score, from the errors of several rows; `None` if one has another
/// problem.
pub fn no_human_scores(rows: &[&RowError]) -> Option<String> {
    // One alone may be a slip of the pen.
    let [first, _, ..] = rows else {
        return None;
    };
    let RowProblem::HumanScore { text: score, .. } = &first.problem else {
        return None;
    };
    let is_all = rows
        .iter()
        .all(|row| matches!(row.problem, RowProblem::HumanScore { .. }));
    if !is_all {
        return None;
    }
    let RowError { file, line, .. } = first;
    Some(format!(
        "{file}, line {line}: the human score {score:?} is not a number from -1000000 to 1000000, and no row has one; name a column of numbers with --human"
    ))
}

/// `1 pair`, `2 pairs`.
fn counted(count: u64, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}
