//! Delimited tables: TSV and CSV.

use std::io::{self, BufReader, Read};

use csv::{ByteRecord, Reader, ReaderBuilder};

use crate::columns::{ColumnPositions, other_column, parse_human_score, provenance, saved_scores};
use crate::lines::{excerpt, list, located_message};
use crate::record_bytes::{RecordBytes, RecordGuard};
use crate::{
    Columns, Field, Id, PairRecord, PairsError, Row, RowError, Rows, Source, SystemCandidate,
};

/// The format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// The separator between columns.
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
    let (bytes, watch) = RecordBytes::new(bytes, dialect.quotes.then_some(separator));
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .quoting(dialect.quotes)
        .has_headers(dialect.header)
        .flexible(true)
        .from_reader(bytes);
    let mut table = TableReader {
        guard: watch,
        name: source.name(),
        positions: None,
        width: 0,
        ended: false,
    };
    let (names, first) = if dialect.header {
        (
            table.checked(&mut reader, |r| r.byte_headers().cloned())?,
            None,
        )
    } else {
        let mut record = ByteRecord::new();
        table.checked(&mut reader, |r| r.read_byte_record(&mut record))?;
        (
            (1..=record.len())
                .map(|n| n.to_string())
                .collect::<ByteRecord>(),
            Some(record),
        )
    };
    if names.is_empty() || first.as_ref().is_some_and(ByteRecord::is_empty) {
        return Err(PairsError::EmptyTable(table.name));
    }
    let names: Vec<String> = names
        .iter()
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    table.width = names.len();
    let places = columns
        .resolve(&names)
        .map_err(|missing| PairsError::MissingColumn {
            // A column name given by the user implies that there is a header.
            otherwise: if dialect.header && missing.name.is_none() {
                NO_HEADER_HINT
            } else {
                ""
            },
            name: table.name.clone(),
            what: missing.what,
            asked: missing.named_suffix(),
            found: list(&names),
            option: missing.option,
        })?;
    if let Some(column) = columns.duplicate(&names, &places) {
        return Err(PairsError::DuplicateColumn {
            name: table.name,
            column: excerpt(column),
        });
    }
    table.positions = Some(places);
    let first = first.map(|record| Ok(table.row(&record)));
    let rest = std::iter::from_fn(move || table.next(&mut reader));
    Ok(Box::new(first.into_iter().chain(rest)))
}

/// Advice in a message if the first line may be a pair.
const NO_HEADER_HINT: &str = ", or, if there is no header line, give --no-header and name the columns by number, such as \
                        --candidate-column 1 --reference-column 2";

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
    let (mut start, mut quoted, mut commas, mut semicolons) = (Vec::new(), false, 0, 0);
    let mut bytes = BufReader::new(bytes);
    for byte in bytes.by_ref().bytes().take(MAX_FIRST_LINE_BYTES) {
        let byte = byte?;
        start.push(byte);
        match byte {
            b'"' => quoted = !quoted,
            b',' if !quoted => commas += 1,
            b';' if !quoted => semicolons += 1,
            // The reader skips empty lines.
            b'\n' | b'\r' if !quoted && commas + semicolons > 0 => break,
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

/// A table being read.
struct TableReader {
    guard: RecordGuard,
    name: String,
    positions: Option<ColumnPositions>,
    width: usize,
    ended: bool,
}

impl TableReader {
    fn next(&mut self, reader: &mut Reader<RecordBytes>) -> Option<Result<Row, PairsError>> {
        if self.ended {
            return None;
        }
        let mut record = ByteRecord::new();
        match self.checked(reader, |r| r.read_byte_record(&mut record)) {
            Ok(true) => Some(Ok(self.row(&record))),
            Ok(false) => None,
            Err(error) => {
                self.ended = true;
                Some(Err(error))
            }
        }
    }

    /// Runs one step of the reader with a fresh byte limit for the record.
    fn checked<T>(
        &self,
        reader: &mut Reader<RecordBytes>,
        step: impl FnOnce(&mut Reader<RecordBytes>) -> csv::Result<T>,
    ) -> Result<T, PairsError> {
        self.guard.start_record();
        let line = reader.position().line();
        let read = step(reader);
        if let Some(line) = self.guard.open_quote() {
            return Err(PairsError::OpenQuote {
                name: self.name.clone(),
                line,
            });
        }
        read.map_err(|error| {
            if self.guard.is_too_long() {
                return PairsError::RecordTooLong {
                    name: self.name.clone(),
                    line,
                };
            }
            let reason = match error.into_kind() {
                csv::ErrorKind::Io(error) => error.to_string(),
                other => format!("{other:?}"),
            };
            PairsError::Read {
                name: self.name.clone(),
                reason,
            }
        })
    }

    fn row(&self, record: &ByteRecord) -> Row {
        let line = record.position().map_or(0, csv::Position::line);
        let mut id = None;
        self.pair(record, &mut id).map_err(|problem| RowError {
            id: id.filter(|_| record.len() == self.width),
            message: located_message(&self.name, line, &problem),
        })
    }

    fn pair(&self, record: &ByteRecord, id: &mut Option<Id>) -> Result<PairRecord, String> {
        let Some(places) = &self.positions else {
            return Err("the header was not read".into());
        };
        let field = |place: usize| {
            let bytes = record.get(place).unwrap_or_default();
            std::str::from_utf8(bytes).map_err(|error| {
                let at = error.valid_up_to();
                format!(
                    "is not UTF-8 text: byte {at} of column {} is not part of a character",
                    place + 1
                )
            })
        };
        if record.len() != self.width {
            let fields = if record.len() == 1 {
                "1 column".into()
            } else {
                format!("{} columns", record.len())
            };
            return Err(format!("{fields}, but the first line has {}", self.width));
        }
        *id = places.id.map(field).transpose()?.map(Field::text);
        let text =
            |place: Option<usize>| place.and_then(|place| field(place).ok()).map(str::to_owned);
        let scores = saved_scores(places.scores.map(|place| text(place)?.trim().parse().ok()))
            .unwrap_or_default();
        // A value that is not UTF-8 is skipped: nothing is computed from it.
        let others = places
            .others
            .iter()
            .filter_map(|(place, name)| other_column(name.clone(), text(Some(*place))?));
        let rival = |(candidate, human): &(usize, Option<usize>)| {
            let human = human
                .map(field)
                .transpose()?
                .map(parse_human_score)
                .transpose()?
                .flatten();
            Ok(SystemCandidate {
                candidate: field(*candidate)?.to_owned(),
                human,
            })
        };
        Ok(PairRecord {
            others: others.collect(),
            candidate: field(places.candidate)?.to_owned(),
            references: places
                .references
                .iter()
                .map(|&p| field(p).map(str::to_owned))
                .collect::<Result<_, _>>()?,
            human: places
                .human
                .map(field)
                .transpose()?
                .map(parse_human_score)
                .transpose()?
                .flatten(),
            group: places.group.map(field).transpose()?.map(str::to_owned),
            provenance: scores.and_then(|_| provenance(places.provenance.map(text))),
            extra: places
                .extra
                .iter()
                .map(|&place| field(place).map(Field::text))
                .collect::<Result<_, _>>()?,
            other_systems: places
                .other_systems
                .iter()
                .map(rival)
                .collect::<Result<_, String>>()?,
            scores,
            id: id.clone(),
        })
    }
}
