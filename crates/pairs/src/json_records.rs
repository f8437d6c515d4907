//! The records of a JSON file, in the memory of one: a line for each, objects over several lines, or one list.

use std::io::{self, BufRead, BufReader, Read};

use crate::MAX_RECORD_BYTES;
use crate::error::RowProblem;
use crate::lines::{Line, Lines, MAX_LINE_BYTES, utf8};

type Bytes = BufReader<Box<dyn Read + Send>>;

pub enum JsonRecords {
    Objects(Objects),
    List(ListElements),
}

impl JsonRecords {
    /// Records from the start of a file; a `[` before anything else opens a list.
    pub fn open(bytes: Box<dyn Read + Send>) -> io::Result<Self> {
        let mut bytes = BufReader::with_capacity(1 << 16, bytes);
        let mut line = 1;
        while let Some(byte) = peek(&mut bytes)?
            && byte.is_ascii_whitespace()
        {
            line += u64::from(byte == b'\n');
            bytes.consume(1);
        }
        if peek(&mut bytes)? == Some(b'[') {
            bytes.consume(1);
            return Ok(Self::List(ListElements {
                bytes,
                line,
                has_ended: false,
            }));
        }
        Ok(Self::Objects(Objects {
            lines: Lines::after(bytes, line - 1),
            next: None,
        }))
    }
}

impl Iterator for JsonRecords {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Objects(objects) => objects.read().transpose(),
            Self::List(list) => list.read().transpose(),
        }
    }
}

/// Objects, each on a line or over several.
pub struct Objects {
    lines: Lines,
    /// A line that was read too far.
    next: Option<Line>,
}

impl Objects {
    fn read(&mut self) -> io::Result<Option<Line>> {
        let first = match self.next.take() {
            Some(line) => line,
            None => match self.lines.next().transpose()? {
                Some(line) => line,
                None => return Ok(None),
            },
        };
        let number = first.number;
        let mut text = match first.text {
            Ok(text) if has_more_lines(&text) => text,
            _ => return Ok(Some(first)),
        };
        let mut nesting = Nesting::default();
        nesting.add(&text);
        while nesting.depth > 0 {
            let Some(line) = self.lines.next().transpose()? else {
                break;
            };
            // Programs indent what is inside an object, so that the one above was never closed.
            let is_new = matches!(&line.text, Ok(text) if text.starts_with('{'));
            match line.text {
                Ok(part) if !is_new => {
                    nesting.add(&part);
                    text.push('\n');
                    text.push_str(&part);
                }
                _ => {
                    self.next = Some(line);
                    break;
                }
            }
            if text.len() > MAX_RECORD_BYTES {
                self.skip_to_object()?;
                let text = Err(RowProblem::TooLong);
                return Ok(Some(Line { number, text }));
            }
        }
        let text = Ok(text);
        Ok(Some(Line { number, text }))
    }

    fn skip_to_object(&mut self) -> io::Result<()> {
        for line in self.lines.by_ref() {
            let line = line?;
            if matches!(&line.text, Ok(text) if text.starts_with('{')) {
                self.next = Some(line);
                break;
            }
        }
        Ok(())
    }
}

/// Whether an object that starts on this line continues below: programs break lines only after an opening bracket or a comma.
/// A line that was cut elsewhere is an error at once, since more may never come.
fn has_more_lines(line: &str) -> bool {
    let line = line.trim();
    if !line.starts_with('{') || !line.ends_with(['{', '[', ',']) {
        return false;
    }
    let mut nesting = Nesting::default();
    nesting.add(line);
    nesting.depth > 0 && !nesting.is_string
}

/// The elements of a list, which may be on one line of any length.
pub struct ListElements {
    bytes: Bytes,
    /// The line of the next byte.
    line: u64,
    has_ended: bool,
}

impl ListElements {
    fn read(&mut self) -> io::Result<Option<Line>> {
        if self.has_ended {
            return Ok(None);
        }
        match self.skip_to_element()? {
            Some(b']') => self.bytes.consume(1),
            Some(_) => return self.element().map(Some),
            None => {
                return Ok(Some(
                    self.end_with("the list is never closed; is the file complete?"),
                ));
            }
        }
        match self.skip_to_element()? {
            None => {
                self.has_ended = true;
                Ok(None)
            }
            Some(_) => Ok(Some(
                self.end_with("there is text after the end of the list"),
            )),
        }
    }

    /// Skips commas and blanks; returns the byte after them.
    fn skip_to_element(&mut self) -> io::Result<Option<u8>> {
        loop {
            match peek(&mut self.bytes)? {
                Some(byte) if byte == b',' || byte.is_ascii_whitespace() => {
                    self.line += u64::from(byte == b'\n');
                    self.bytes.consume(1);
                }
                other => return Ok(other),
            }
        }
    }

    fn element(&mut self) -> io::Result<Line> {
        let number = self.line;
        let mut text = Vec::new();
        let mut length = 0;
        let mut nesting = Nesting::default();
        while let Some(byte) = peek(&mut self.bytes)? {
            let is_outside = nesting.depth == 0 && !nesting.is_string;
            if is_outside && length > 0 && matches!(byte, b',' | b']') {
                break;
            }
            nesting.advance(byte);
            self.line += u64::from(byte == b'\n');
            self.bytes.consume(1);
            length += 1;
            if length <= MAX_RECORD_BYTES {
                text.push(byte);
            }
            if length > MAX_LINE_BYTES {
                return Err(io::Error::other(format!(
                    "the element at line {number} is longer than {} MB",
                    MAX_LINE_BYTES >> 20
                )));
            }
            if nesting.depth == 0 && matches!(byte, b'}' | b']') && !nesting.is_string {
                break;
            }
        }
        let text = if length > MAX_RECORD_BYTES {
            Err(RowProblem::TooLong)
        } else {
            utf8(text)
        };
        Ok(Line { number, text })
    }

    fn end_with(&mut self, reason: &str) -> Line {
        self.has_ended = true;
        Line {
            number: self.line,
            text: Err(RowProblem::NotAnObject(reason.to_owned())),
        }
    }
}

/// The next byte, without taking it.
fn peek(bytes: &mut Bytes) -> io::Result<Option<u8>> {
    loop {
        match bytes.fill_buf() {
            Ok(buffer) => return Ok(buffer.first().copied()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// How deep a position of JSON is in objects and lists.
#[derive(Default)]
struct Nesting {
    depth: usize,
    is_string: bool,
    is_escaped: bool,
}

impl Nesting {
    fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            self.advance(byte);
        }
    }

    fn advance(&mut self, byte: u8) {
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' if self.is_string => self.is_escaped = true,
            b'"' => self.is_string = !self.is_string,
            b'{' | b'[' if !self.is_string => self.depth += 1,
            b'}' | b']' if !self.is_string => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}
