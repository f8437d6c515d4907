//! Delimited tables: TSV and CSV.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use csv::{ByteRecord, Reader, ReaderBuilder};

use crate::column_role::MissingColumn;
use crate::columns::ColumnPositions;
use crate::error::{RowProblem, RowSource};
use crate::lines::{excerpt, list};
use crate::record_bytes::{RecordBytes, RecordGuard};
use crate::row_fields::RowFields;
use crate::row_pair::bounded;
use crate::{Columns, Field, Id, PairRecord, PairsError, Row, RowError, Rows, Source};

/// The format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    pub separator: u8,
    /// Whether a field may be quoted, so that it can contain separators and line breaks.
    pub quotes: bool,
    /// Whether the first line names the columns; otherwise their names are 1, 2, 3 and so on.
    pub header: bool,
}

/// The rows of a table. Fails when it cannot be read, is empty, or lacks a column.
pub fn rows(source: &Source, dialect: Dialect, columns: &Columns) -> Result<Rows, PairsError> {
    let mut records = Records::open(source, dialect)?;
    let Some(mut names) = records.next()? else {
        return Err(PairsError::EmptyTable(records.name));
    };
    let mut first = None;
    if !dialect.header {
        // The first line is a pair, too, and its columns are counted.
        let numbers = 1..=names.len();
        first = Some(names);
        names = numbers.map(|number| number.to_string()).collect();
    }
    let is_text = names.iter().all(|name| std::str::from_utf8(name).is_ok());
    let names: Vec<Cow<'_, str>> = names
        .iter()
        .map(|name| String::from_utf8_lossy(name))
        .collect();
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    let positions = columns.resolve(&names).map_err(|missing| {
        // The error lists the columns, and must not print bytes that are no text.
        if !is_text {
            return PairsError::HeaderNotUtf8(records.name.clone());
        }
        PairsError::MissingColumn {
            otherwise: other_cause(&missing, dialect, &names),
            name: records.name.clone(),
            missing,
            found: list(&names),
        }
    })?;
    if let Some(column) = columns.duplicate(&names, &positions) {
        return Err(PairsError::DuplicateColumn {
            name: records.name,
            column: excerpt(column),
        });
    }
    Ok(Box::new(TableRows {
        first,
        records,
        has_failed: false,
        width: names.len(),
        has_quotes: dialect.quotes,
        positions,
    }))
}

/// What else may be wrong if a column is missing, for the end of the message.
fn other_cause(missing: &MissingColumn, dialect: Dialect, names: &[&str]) -> &'static str {
    if !dialect.quotes && names.iter().any(|name| in_quotes(name).is_some()) {
        return ", or, if its fields are in quotes, give --quoted";
    }
    if dialect.separator == b',' && names.iter().any(|name| name.contains('\t')) {
        return ", or, if tabs separate the columns, give --input-format tsv";
    }
    // A column name given by the user implies that there is a header.
    if dialect.header && missing.name.is_none() {
        ", or, if there is no header line, give --no-header and name the columns by number, such as \
         --candidate-column 1 --reference-column 2"
    } else {
        ""
    }
}

/// Maximum bytes of the first line that are searched for a separator.
const MAX_FIRST_LINE_BYTES: u64 = 1 << 16;

/// A table before its first record.
struct TableStart {
    bytes: Box<dyn Read + Send>,
    separator: u8,
}

/// Finds the separator of a table. A first line `sep=;` states it, as Excel writes and reads it. If a comma is expected, but
/// the first line has semicolons and no comma, it is the semicolon: spreadsheets write such CSV in countries with decimal
/// commas.
fn read_start(bytes: Box<dyn Read + Send>, dialect: Dialect) -> io::Result<TableStart> {
    let mut bytes = BufReader::new(bytes);
    let mut start = Vec::new();
    let mut first_line = bytes.by_ref().take(MAX_FIRST_LINE_BYTES);
    // The reader skips empty lines.
    while start.trim_ascii().is_empty() && first_line.read_until(b'\n', &mut start)? > 0 {}
    let mut separator = dialect.separator;
    if let Some(stated) = stated_separator(&start) {
        separator = stated;
        // An empty line keeps the numbers of those below.
        start.retain(|byte| *byte == b'\n');
    } else if separator == b',' && column_count(&start, b',') == 1 {
        let has_semicolons = column_count(&start, b';') > 1;
        separator = if has_semicolons { b';' } else { b',' };
    }
    Ok(TableStart {
        bytes: Box::new(io::Cursor::new(start).chain(bytes)),
        separator,
    })
}

/// The number of columns of a CSV that starts like this: what is quoted does not count.
fn column_count(start: &[u8], separator: u8) -> usize {
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .from_reader(start);
    let first = reader.byte_records().next();
    first.and_then(Result::ok).map_or(0, |record| record.len())
}

/// The separator that a line `sep=;` states.
fn stated_separator(line: &[u8]) -> Option<u8> {
    let (name, separator) = line.trim_ascii_start().split_at_checked("sep=".len())?;
    let is_stated = name.eq_ignore_ascii_case(b"sep=");
    match separator {
        [separator @ (b',' | b';' | b'\t' | b'|'), b'\n' | b'\r', ..] if is_stated => {
            Some(*separator)
        }
        _ => None,
    }
}

/// The records of a table, each with a fresh byte limit.
pub struct Records {
    reader: Reader<RecordBytes>,
    guard: RecordGuard,
    /// The file.
    pub name: String,
}

impl Records {
    pub fn open(source: &Source, dialect: Dialect) -> Result<Self, PairsError> {
        let start = read_start(source.open()?, dialect);
        let TableStart { bytes, separator } = start.map_err(|error| source.unreadable(&error))?;
        let quote_separator = dialect.quotes.then_some(separator);
        let (bytes, guard) = RecordBytes::new(bytes, quote_separator);
        let reader = ReaderBuilder::new()
            .delimiter(separator)
            .quoting(dialect.quotes)
            .has_headers(false)
            // A row with another number of columns is an error of the row, not of the file.
            .flexible(true)
            .from_reader(bytes);
        Ok(Self {
            reader,
            guard,
            name: source.name(),
        })
    }

    /// The error of a record.
    pub fn row_error(&self, record: &ByteRecord, problem: RowProblem) -> RowError {
        let RowSource { file, line } = self.source_of(record);
        RowError::new(file, line, problem)
    }

    fn source_of(&self, record: &ByteRecord) -> RowSource<'_> {
        RowSource {
            file: &self.name,
            line: record.position().map_or(0, csv::Position::line),
        }
    }

    /// The next record, the header first. One of nothing but separators is none, as a blank line: spreadsheets write such
    /// rows below a table.
    pub fn next(&mut self) -> Result<Option<ByteRecord>, PairsError> {
        let mut record = ByteRecord::new();
        while self.read(&mut record)? {
            if !record.iter().all(|field| field.trim_ascii().is_empty()) {
                return Ok(Some(record));
            }
        }
        Ok(None)
    }

    /// Reads a record, or says what is wrong with it.
    fn read(&mut self, record: &mut ByteRecord) -> Result<bool, PairsError> {
        self.guard.start_record();
        let line = self.reader.position().line();
        let read = self.reader.read_byte_record(record);
        let name = self.name.clone();
        // The reader itself takes the rest of the file for a field and reports no error.
        if let Some(line) = self.guard.open_quote() {
            return Err(PairsError::OpenQuote { name, line });
        }
        read.map_err(|error| {
            if self.guard.is_too_long() {
                return PairsError::RecordTooLong { name, line };
            }
            let reason = match error.into_kind() {
                csv::ErrorKind::Io(error) => error.to_string(),
                other => format!("{other:?}"),
            };
            PairsError::Read { name, reason }
        })
    }
}

struct TableRows {
    /// The first record, if it was read to count the columns.
    first: Option<ByteRecord>,
    /// The further ones.
    records: Records,
    /// An error ends the reading.
    has_failed: bool,
    positions: ColumnPositions,
    width: usize,
    /// Whether fields may be quoted.
    has_quotes: bool,
}

impl Iterator for TableRows {
    type Item = Result<Row, PairsError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(record) = self.first.take() {
            return Some(Ok(self.row(&record)));
        }
        if self.has_failed {
            return None;
        }
        match self.records.next() {
            Ok(record) => Some(Ok(self.row(&record?))),
            Err(error) => {
                self.has_failed = true;
                Some(Err(error))
            }
        }
    }
}

impl TableRows {
    fn row(&self, record: &ByteRecord) -> Row {
        let mut id = None;
        self.pair(record, &mut id).map_err(|problem| RowError {
            id,
            ..self.records.row_error(record, problem)
        })
    }

    /// The pair of a record. Its id is set even if the pair cannot be scored.
    fn pair(&self, record: &ByteRecord, id: &mut Option<Id>) -> Result<PairRecord, RowProblem> {
        if record.len() != self.width {
            return Err(RowProblem::ColumnCount {
                found: record.len(),
                expected: self.width,
                looks_quoted: !self.has_quotes
                    && record.iter().any(|field| field.starts_with(b"\"")),
            });
        }
        if let Some(position) = self.positions.id {
            *id = Some(bounded(record.value(position)?, "id")?);
        }
        let mut pair =
            self.positions
                .pair_record(record, id.clone(), self.records.source_of(record))?;
        pair.looks_quoted = !self.has_quotes && has_quoted_text(&pair);
        Ok(pair)
    }
}

/// Whether a text of a table that is read without quotes looks as a program writes it that uses them.
fn has_quoted_text(pair: &PairRecord) -> bool {
    let mut texts = pair.candidates().chain(&pair.references);
    texts.any(|text| has_doubled_quotes(text))
        || pair.candidates().any(|candidate| {
            pair.references.iter().any(|reference| {
                in_quotes(candidate) == Some(reference) || in_quotes(reference) == Some(candidate)
            })
        })
}

/// The text between the quotes around it.
fn in_quotes(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"')
}

/// Whether a text is in quotes and has only doubled ones inside, at least one pair: texts that people write begin and end
/// with quotes, too, but do not double those inside.
fn has_doubled_quotes(text: &str) -> bool {
    in_quotes(text)
        .is_some_and(|inner| inner.contains("\"\"") && !inner.replace("\"\"", "").contains('"'))
}

/// The text of a column.
fn field(record: &ByteRecord, position: usize) -> Result<&str, RowProblem> {
    let bytes = record.get(position).unwrap_or_default();
    std::str::from_utf8(bytes).map_err(|error| RowProblem::ColumnNotUtf8 {
        at: error.valid_up_to(),
        column: position + 1,
    })
}

impl RowFields for ByteRecord {
    const HAS_NO_NULL: bool = true;

    fn text(&self, position: usize) -> Result<Option<String>, RowProblem> {
        Ok(Some(field(self, position)?.to_owned()))
    }

    fn column_name(&self, position: usize) -> String {
        format!("column {}", position + 1)
    }

    fn value(&self, position: usize) -> Result<Field, RowProblem> {
        Ok(Field::text(field(self, position)?))
    }
}
