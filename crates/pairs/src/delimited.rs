//! Delimited tables: TSV and CSV.

use std::io::{self, BufReader, Read};

use csv::{ByteRecord, Reader, ReaderBuilder};

use crate::columns::{ColumnPositions, MissingColumn};
use crate::error::RowProblem;
use crate::lines::{excerpt, list};
use crate::record_bytes::{RecordBytes, RecordGuard};
use crate::row_fields::{RowFields, Texts};
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
    let (bytes, separator) =
        detect_separator(source.open()?, dialect).map_err(|error| source.unreadable(&error))?;
    let quote_separator = if dialect.quotes {
        Some(separator)
    } else {
        None
    };
    let (bytes, guard) = RecordBytes::new(bytes, quote_separator);
    let reader = ReaderBuilder::new()
        .delimiter(separator)
        .quoting(dialect.quotes)
        .has_headers(dialect.header)
        // A row with another number of columns is an error of the row, not of the file.
        .flexible(true)
        .from_reader(bytes);
    let mut records = Records {
        reader,
        guard,
        name: source.name(),
    };
    let mut first = None;
    let names: Vec<String> = if dialect.header {
        records.header()?
    } else {
        // The first line is a pair, too, and its columns are counted.
        first = records.next()?;
        let width = first.as_ref().map_or(0, ByteRecord::len);
        (1..=width).map(|number| number.to_string()).collect()
    };
    if names.is_empty() {
        return Err(PairsError::EmptyTable(records.name));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let positions = columns
        .resolve(&names)
        .map_err(|missing| PairsError::MissingColumn {
            otherwise: other_cause(&missing, dialect),
            name: records.name.clone(),
            missing,
            found: list(&names),
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
        positions,
    }))
}

/// What else may be wrong if a column is missing, for the end of the message.
fn other_cause(missing: &MissingColumn, dialect: Dialect) -> &'static str {
    // A column name given by the user implies that there is a header.
    if dialect.header && missing.name.is_none() {
        ", or, if there is no header line, give --no-header and name the columns by number, such as \
         --candidate-column 1 --reference-column 2"
    } else {
        ""
    }
}

/// Maximum bytes of the first line that are searched for a separator.
const MAX_FIRST_LINE_BYTES: usize = 1 << 16;

/// The separator of a table. If a comma is expected, but the first line has semicolons and no comma, it is the semicolon:
/// spreadsheets write such CSV in countries with decimal commas. Quoted text does not count.
fn detect_separator(
    bytes: Box<dyn Read + Send>,
    dialect: Dialect,
) -> io::Result<(Box<dyn Read + Send>, u8)> {
    if dialect.separator != b',' {
        return Ok((bytes, dialect.separator));
    }
    let mut bytes = BufReader::new(bytes);
    let mut start = Vec::new();
    let mut is_quoted = false;
    let mut commas = 0;
    let mut semicolons = 0;
    for byte in bytes.by_ref().bytes().take(MAX_FIRST_LINE_BYTES) {
        let byte = byte?;
        start.push(byte);
        match byte {
            b'"' => is_quoted = !is_quoted,
            b',' if !is_quoted => commas += 1,
            b';' if !is_quoted => semicolons += 1,
            // The reader skips empty lines.
            b'\n' | b'\r' if !is_quoted && commas + semicolons > 0 => break,
            _ => {}
        }
    }
    let separator = if commas == 0 && semicolons > 0 {
        b';'
    } else {
        b','
    };
    Ok((Box::new(io::Cursor::new(start).chain(bytes)), separator))
}

/// The records of a table, each with a fresh byte limit.
struct Records {
    reader: Reader<RecordBytes>,
    guard: RecordGuard,
    /// The file.
    name: String,
}

impl Records {
    fn header(&mut self) -> Result<Vec<String>, PairsError> {
        let line = self.start();
        let header = self.reader.byte_headers().cloned();
        let header = self.checked(header, line)?;
        Ok(header
            .iter()
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect())
    }

    fn next(&mut self) -> Result<Option<ByteRecord>, PairsError> {
        let line = self.start();
        let mut record = ByteRecord::new();
        let read = self.reader.read_byte_record(&mut record);
        if self.checked(read, line)? {
            Ok(Some(record))
        } else {
            Ok(None)
        }
    }

    /// Allows the bytes of one more record; returns its line.
    fn start(&self) -> u64 {
        self.guard.start_record();
        self.reader.position().line()
    }

    /// What was read from `line` on, or what is wrong with it.
    fn checked<T>(&self, read: csv::Result<T>, line: u64) -> Result<T, PairsError> {
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
        self.pair(record, &mut id).map_err(|problem| {
            let line = record.position().map_or(0, csv::Position::line);
            RowError {
                id,
                ..RowError::new(&self.records.name, line, problem)
            }
        })
    }

    /// The pair of a record. Its id is set even if the pair cannot be scored.
    fn pair(&self, record: &ByteRecord, id: &mut Option<Id>) -> Result<PairRecord, RowProblem> {
        if record.len() != self.width {
            return Err(RowProblem::ColumnCount {
                found: record.len(),
                expected: self.width,
            });
        }
        if let Some(position) = self.positions.id {
            *id = Some(record.value(position)?);
        }
        self.positions.pair_record(record, id.clone())
    }
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
    fn texts(&self, positions: &ColumnPositions) -> Result<Texts, RowProblem> {
        let candidate = self.text(positions.candidate)?;
        let references = positions.references.iter();
        Ok(Texts {
            candidate,
            references: references
                .map(|position| self.text(*position))
                .collect::<Result<_, _>>()?,
        })
    }

    fn text(&self, position: usize) -> Result<String, RowProblem> {
        Ok(field(self, position)?.to_owned())
    }

    fn scalar(&self, position: usize) -> Result<String, RowProblem> {
        self.text(position)
    }

    fn value(&self, position: usize) -> Result<Field, RowProblem> {
        Ok(Field::text(field(self, position)?))
    }

    /// A value that is not UTF-8 is skipped: nothing is computed from it.
    fn label(&self, position: usize) -> Option<String> {
        self.text(position).ok()
    }
}
