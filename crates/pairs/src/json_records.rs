//! The records of a JSON file, in the memory of one: a line for each, objects over several lines, or one list.

use std::io::{self, BufRead, BufReader, Bytes, Read};
use std::iter::Peekable;

use crate::error::RowProblem;
use crate::limits::{MAX_LINE_BYTES, MAX_RECORD_BYTES};
use crate::lines::{Line, endless, utf8};
use crate::{PairsError, RowError, Source};

pub struct JsonRecords {
    bytes: Peekable<Bytes<BufReader<Box<dyn Read + Send>>>>,
    /// The line of the next byte.
    line: u64,
    place: Place,
    /// Whether it starts as a table does, and no line as JSON.
    pub is_table: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In a file of lines.
    Lines,
    List,
    AfterList,
    /// After an error, which nothing follows.
    End,
}

/// Parses the records of a source one by one. Fails when the source cannot be read; an item is an error for a record that
/// `parse` rejects.
pub fn parse_records<T>(
    source: Source,
    parse: impl Fn(u64, &str) -> Result<T, RowProblem>,
) -> Result<impl Iterator<Item = Result<T, PairsError>>, PairsError> {
    let records = JsonRecords::open(&source)?;
    Ok(records.map(move |record| {
        let Line { number, text } = record.map_err(|error| source.unreadable(&error))?;
        let parsed = text.and_then(|text| parse(number, &text));
        parsed.map_err(|problem| RowError::new(&source.name(), number, problem).into())
    }))
}

impl JsonRecords {
    /// Records from the start of a source; a `[` before anything else opens a list.
    pub fn open(source: &Source) -> Result<Self, PairsError> {
        let mut bytes = BufReader::with_capacity(1 << 16, source.open()?);
        let start = bytes
            .fill_buf()
            .map_err(|error| source.unreadable(&error))?;
        let is_table = is_table(start);
        let mut records = Self {
            bytes: bytes.bytes().peekable(),
            line: 1,
            place: Place::Lines,
            is_table,
        };
        let first = records.skip_to_record();
        if first.map_err(|error| source.unreadable(&error))? == Some(b'[') {
            records.bytes.next();
            records.place = Place::List;
        }
        Ok(records)
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let problem = match (self.place, self.skip_to_record()?) {
            (Place::Lines | Place::AfterList, None) | (Place::End, _) => return Ok(None),
            (Place::List, Some(b']')) => {
                self.bytes.next();
                self.place = Place::AfterList;
                return self.read();
            }
            (Place::Lines | Place::List, Some(_)) => return self.record().map(Some),
            (Place::List, None) => "the list is never closed; is the file complete?",
            (Place::AfterList, Some(_)) => "there is text after the end of the list",
        };
        self.place = Place::End;
        Ok(Some(Line {
            number: self.line,
            text: Err(RowProblem::NotAnObject(problem.to_owned())),
        }))
    }

    /// Skips blanks, and the commas of a list; returns the byte after them.
    fn skip_to_record(&mut self) -> io::Result<Option<u8>> {
        while let Some(byte) = self.peek()? {
            let is_comma = byte == b',' && self.place == Place::List;
            if !is_comma && !byte.is_ascii_whitespace() {
                return Ok(Some(byte));
            }
            self.line += u64::from(byte == b'\n');
            self.bytes.next();
        }
        Ok(None)
    }

    fn record(&mut self) -> io::Result<Line> {
        let mut record = Record::default();
        let number = self.line;
        while let Some(byte) = self.peek()?
            && !self.ends_before(byte, &record, number)
        {
            record.add(byte);
            self.line += u64::from(byte == b'\n');
            self.bytes.next();
            if record.length > MAX_LINE_BYTES {
                return Err(endless(number));
            }
        }
        let text = if record.length > MAX_RECORD_BYTES {
            Err(RowProblem::TooLong)
        } else {
            utf8(record.text)
        };
        Ok(Line { number, text })
    }

    /// Whether a record from line `start` ends before a byte. A file of lines does not tell whether more bytes ever come, so
    /// that an object that was cut ends with its line.
    fn ends_before(&self, byte: u8, record: &Record, start: u64) -> bool {
        let is_complete = record.depth == 0 && !record.is_string;
        if self.place == Place::List {
            return is_complete && matches!(byte, b',' | b']');
        }
        if byte == b'\n' {
            return is_complete || (self.line == start && !record.may_have_more_lines());
        }
        // Programs indent what is inside an object, so that the one above was never closed.
        byte == b'{' && record.text.ends_with(b"\n")
    }

    /// The next byte, without taking it.
    fn peek(&mut self) -> io::Result<Option<u8>> {
        match self.bytes.peek() {
            Some(Ok(byte)) => Ok(Some(*byte)),
            _ => self.bytes.next().transpose(),
        }
    }
}

/// Whether the first line of a file has columns, and none begins as JSON does.
fn is_table(start: &[u8]) -> bool {
    let lines = start.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let lines: Vec<&[u8]> = lines.filter(|line| !line.is_empty()).collect();
    let is_json = lines.iter().any(|line| matches!(line[0], b'{' | b'['));
    let has_columns = lines
        .first()
        .is_some_and(|line| line.iter().any(|byte| b"\t,;".contains(byte)));
    has_columns && !is_json
}

impl Iterator for JsonRecords {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// A record that is being read.
#[derive(Default)]
struct Record {
    /// What was read of it, or the end of it if it is too long.
    text: Vec<u8>,
    length: usize,
    /// In how many objects and lists its end is.
    depth: usize,
    is_string: bool,
    is_escaped: bool,
}

impl Record {
    fn add(&mut self, byte: u8) {
        if self.text.len() == MAX_RECORD_BYTES {
            self.text.clear();
        }
        self.text.push(byte);
        self.length += 1;
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' if self.is_string => self.is_escaped = true,
            b'"' => self.is_string = !self.is_string,
            // A string ends with its line, so that one quote too many does not swallow the file.
            b'\n' => self.is_string = false,
            _ if self.is_string => {}
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            b'N' | b'y' => self.replace_number(),
            _ => {}
        }
    }

    /// Replaces a number that Python writes and JSON has not.
    fn replace_number(&mut self) {
        for number in ["NaN", "-Infinity", "Infinity"] {
            if let Some(before) = self.text.strip_suffix(number.as_bytes()) {
                self.text.truncate(before.len());
                self.text.extend(b"null");
                return;
            }
        }
    }

    /// Whether an object continues below its first line: programs break lines only after an opening bracket or a comma.
    fn may_have_more_lines(&self) -> bool {
        let is_broken = matches!(self.text.trim_ascii_end().last(), Some(b'{' | b'[' | b','));
        is_broken && !self.is_string && self.text.starts_with(b"{")
    }
}
