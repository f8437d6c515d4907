//! Lines of a file, each with its number, in constant memory.

use std::io::{self, BufRead, BufReader, Read};

use crate::error::RowProblem;
use crate::limits::{MAX_LINE_BYTES, MAX_RECORD_BYTES};

/// A line, without its line ending (`\n` or `\r\n`).
pub struct Line {
    /// The line number, from 1.
    pub number: u64,
    pub text: Result<String, RowProblem>,
}

pub struct Lines {
    bytes: BufReader<Box<dyn Read + Send>>,
    number: u64,
}

impl Lines {
    pub fn new(bytes: BufReader<Box<dyn Read + Send>>) -> Self {
        Self { bytes, number: 0 }
    }

    /// Skips the rest of a line; fails if it is too long.
    fn skip(&mut self) -> io::Result<()> {
        let mut rest = (&mut self.bytes).take(MAX_LINE_BYTES as u64);
        rest.skip_until(b'\n')?;
        if rest.limit() == 0 {
            return Err(endless(self.number));
        }
        Ok(())
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        // Two more bytes are room for the line ending.
        (&mut self.bytes)
            .take(MAX_RECORD_BYTES as u64 + 2)
            .read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let text = if bytes.pop_if(|last| *last == b'\n').is_some() {
            bytes.pop_if(|last| *last == b'\r');
            utf8(bytes)
        } else if bytes.len() > MAX_RECORD_BYTES {
            self.skip()?;
            Err(RowProblem::TooLong)
        } else {
            utf8(bytes)
        };
        Ok(Some(Line {
            number: self.number,
            text,
        }))
    }
}

impl Iterator for Lines {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// The error of a line, or of a record that starts there, longer than [`MAX_LINE_BYTES`].
pub fn endless(number: u64) -> io::Error {
    io::Error::other(format!(
        "line {number} is longer than {} MB",
        MAX_LINE_BYTES >> 20
    ))
}

pub fn utf8(bytes: Vec<u8>) -> Result<String, RowProblem> {
    String::from_utf8(bytes).map_err(|error| RowProblem::NotUtf8 {
        at: error.utf8_error().valid_up_to(),
    })
}

/// Maximum characters of a quoted text in a message, and maximum names in a list.
const MAX_QUOTED_CHARS: usize = 40;
const MAX_LISTED_NAMES: usize = 10;

/// The start of a text, for a message.
pub fn excerpt(text: &str) -> String {
    let start: String = text.chars().take(MAX_QUOTED_CHARS).collect();
    if start.len() == text.len() {
        start
    } else {
        format!("{start}…")
    }
}

/// The names of columns or fields, for a message: long lists and long names are shortened.
pub fn list(names: &[&str]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(MAX_LISTED_NAMES)
        .map(|name| excerpt(name))
        .collect();
    let more = names.len().saturating_sub(MAX_LISTED_NAMES);
    if names.is_empty() {
        return "nothing".to_owned();
    }
    let shown = shown.join(", ");
    if more == 0 {
        return shown;
    }
    format!("{shown} and {more} more")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_an_end_ends_the_reading_with_a_sentence() {
        let mut lines = Lines::new(BufReader::new(Box::new(io::repeat(0))));
        let error = lines
            .next()
            .and_then(Result::err)
            .map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("line 1 is longer than 256 MB"));
    }

    #[test]
    fn a_message_repeats_the_begin_of_a_text_and_some_of_many_names() {
        assert_eq!(
            (excerpt("short"), excerpt(&"ü".repeat(99))),
            ("short".to_owned(), "ü".repeat(40) + "…")
        );
        assert_eq!(
            (list(&[]), list(&["a", "b"])),
            ("nothing".to_owned(), "a, b".to_owned())
        );
        let many = list(&[&"x".repeat(1_000_000)[..]; 1000]);
        assert!(
            many.len() < 2000 && many.ends_with(" and 990 more"),
            "{many}"
        );
    }
}
