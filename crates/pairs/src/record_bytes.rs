//! A byte stream for the CSV parser that limits the size of a record and finds unclosed quotes.
//!
//! The csv crate reads an unclosed quote as a field that runs to the end of the file: half of a table becomes one text, and
//! there is no error. This reader detects it and reports the line of the quote.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::limits::MAX_RECORD_BYTES;

pub struct RecordBytes {
    bytes: Box<dyn Read + Send>,
    quotes: Option<QuoteTracker>,
    guard: RecordGuard,
}

/// Shared state of a [`RecordBytes`]: bytes left for the record, and the unclosed quote.
#[derive(Debug, Clone)]
pub struct RecordGuard(Arc<GuardState>);

#[derive(Debug)]
struct GuardState {
    /// Bytes left for the record.
    left: AtomicUsize,
    /// The line of a quote that is still open at the end of the file; 0 for none.
    open_quote: AtomicU64,
}

impl RecordBytes {
    /// Wraps a byte stream; quotes are special only if there is a `separator`.
    pub fn new(bytes: Box<dyn Read + Send>, separator: Option<u8>) -> (Self, RecordGuard) {
        let state = GuardState {
            left: AtomicUsize::new(MAX_RECORD_BYTES),
            open_quote: AtomicU64::new(0),
        };
        let guard = RecordGuard(Arc::new(state));
        let bytes = Self {
            bytes,
            quotes: separator.map(QuoteTracker::new),
            guard: guard.clone(),
        };
        (bytes, guard)
    }
}

impl RecordGuard {
    /// Resets the limit for the next record.
    pub fn start_record(&self) {
        self.0.left.store(MAX_RECORD_BYTES, Relaxed);
    }

    pub fn is_too_long(&self) -> bool {
        self.0.left.load(Relaxed) == 0
    }

    /// The line of a quote that is still open at the end of the file, once it has been reached.
    pub fn open_quote(&self) -> Option<u64> {
        match self.0.open_quote.load(Relaxed) {
            0 => None,
            line => Some(line),
        }
    }
}

impl Read for RecordBytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let state = &self.guard.0;
        let left = state.left.load(Relaxed);
        if left == 0 && !buffer.is_empty() {
            return Err(io::Error::other("a record is too long"));
        }
        let wanted = buffer.len().min(left);
        let read = self.bytes.read(&mut buffer[..wanted])?;
        state.left.store(left - read, Relaxed);
        if let Some(quotes) = &mut self.quotes {
            for byte in &buffer[..read] {
                quotes.advance(*byte);
            }
            // The end of the file, not a buffer without room.
            if read == 0 && wanted > 0 && quotes.state == QuoteState::Quoted {
                state.open_quote.store(quotes.opened, Relaxed);
            }
        }
        Ok(read)
    }
}

/// The state of the position in a table, by the rules of the parser.
struct QuoteTracker {
    separator: u8,
    state: QuoteState,
    /// The line, from 1.
    line: u64,
    /// The line of the last quote that opened a field.
    opened: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum QuoteState {
    /// Before the first byte of a field.
    Start,
    /// In an unquoted field, in which a quote is an ordinary character.
    Plain,
    /// In a quoted field.
    Quoted,
    /// After a quote in a quoted field: the end of the field, or the first of two quotes.
    Closed,
}

impl QuoteTracker {
    fn new(separator: u8) -> Self {
        Self {
            separator,
            state: QuoteState::Start,
            line: 1,
            opened: 0,
        }
    }

    fn advance(&mut self, byte: u8) {
        let ends_field = byte == self.separator || byte == b'\n' || byte == b'\r';
        self.state = match (self.state, byte) {
            (QuoteState::Start, b'"') => {
                self.opened = self.line;
                QuoteState::Quoted
            }
            (QuoteState::Quoted, b'"') => QuoteState::Closed,
            (QuoteState::Closed, b'"') | (QuoteState::Quoted, _) => QuoteState::Quoted,
            (QuoteState::Start | QuoteState::Plain | QuoteState::Closed, _) if ends_field => {
                QuoteState::Start
            }
            (QuoteState::Start | QuoteState::Plain | QuoteState::Closed, _) => QuoteState::Plain,
        };
        if byte == b'\n' {
            self.line += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open_quote(text: &'static str) -> Option<u64> {
        let (mut bytes, watch) = RecordBytes::new(Box::new(text.as_bytes()), Some(b','));
        bytes.read_to_end(&mut Vec::new()).unwrap();
        watch.open_quote()
    }

    #[test]
    fn a_quote_that_is_not_closed_is_found_with_its_line_and_one_inside_a_field_is_a_character() {
        for closed in [
            "",
            "a,b\n",
            "\"a\nb\",c\n",
            "\"a\"\"b\"",
            "5\" disk,6\"\n",
            "\"a\"b\"\n",
            "\"\"\r\n\"\"",
        ] {
            assert_eq!(open_quote(closed), None, "{closed:?}");
        }
        for (open, line) in [
            ("\"", 1),
            ("a,\"b\nc,d\n", 1),
            ("a\r\n\"b\"\"\n\n", 2),
            ("\"a\nb\",\"\n", 2),
            ("x\n,\"\"\"", 2),
        ] {
            assert_eq!(open_quote(open), Some(line), "{open:?}");
        }
    }
}
