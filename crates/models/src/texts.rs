//! Reads files with one text per line as a stream.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::text_file::{check_start, regular_size};
use crate::{ModelError, Result};
use bertscope_printable::is_table;

/// The texts of one file, one after the other. At most one is in memory at a time.
///
/// A line ends with `\n` or `\r\n`, which is not part of the text; a final line ending starts no further line. A byte
/// order mark at the start of the file is skipped.
pub struct TextLines {
    path: PathBuf,
    reader: BufReader<Box<dyn Read + Send>>,
    /// The last line read, with its ending.
    line: Vec<u8>,
    /// Number of bytes before the next text.
    pub(super) offset: u64,
    /// Number of lines before the next text.
    lines: usize,
}

impl TextLines {
    /// Opens a file; `-` is standard input.
    pub fn open(path: &Path) -> Result<Self> {
        if is_standard_input(path) {
            return Ok(Self::from_reader(path, Box::new(io::stdin())));
        }
        let file = File::open(path).map_err(|error| unreadable(path, &error))?;
        Ok(Self::from_reader(path, Box::new(file)))
    }

    /// Reads from any reader; `path` is its name in errors.
    pub fn from_reader(path: &Path, source: Box<dyn Read + Send>) -> Self {
        Self {
            path: path.to_owned(),
            reader: BufReader::with_capacity(BUFFER_BYTES, source),
            line: Vec::new(),
            offset: 0,
            lines: 0,
        }
    }

    /// The next text and the offset of its first byte; `None` at the end.
    ///
    /// # Errors
    /// [`ModelError::Read`], and [`ModelError::NotUtf8`] with the line.
    pub fn next_text(&mut self) -> Result<Option<(u64, &str)>> {
        let line_start = self.offset;
        if line_start == 0 {
            self.check_start()?;
        }
        let read = self
            .read_line()
            .map_err(|error| unreadable(&self.path, &error))?;
        let mut bom_size = 0;
        if line_start == 0 && self.line.starts_with(BOM) {
            bom_size = BOM.len();
        }
        if trim_line_ending(&self.line).len() > MAX_LINE_BYTES {
            return Err(unreadable(&self.path, &too_long(self.lines + 1)));
        }
        self.offset += read as u64;
        // The end of the file. A file with only a byte order mark has no lines either.
        if read == bom_size {
            return Ok(None);
        }
        self.lines += 1;
        let text_start = line_start + bom_size as u64;
        match std::str::from_utf8(trim_line_ending(&self.line[bom_size..])) {
            Ok(text) => Ok(Some((text_start, text))),
            Err(error) => Err(ModelError::NotUtf8 {
                path: self.path.clone(),
                line: self.lines,
                at: text_start as usize + error.valid_up_to(),
            }),
        }
    }

    /// Fails if the file is not text in UTF-8, or a table.
    fn check_start(&mut self) -> Result<()> {
        let start = self.reader.fill_buf();
        let start = start.map_err(|error| unreadable(&self.path, &error))?;
        check_start(start, &display_path(&self.path))?;
        // The Python module passes texts in a file without a name, and those are no table whatever is in them.
        let is_passed = self.path.starts_with("/dev/fd") && regular_size(&self.path).is_some();
        if !is_passed && is_table(start, Some(&self.path)) {
            return Err(ModelError::TableOfTexts(display_path(&self.path)));
        }
        Ok(())
    }

    /// Reads the next line with its ending, at most a little more than is allowed; returns its bytes.
    fn read_line(&mut self) -> io::Result<usize> {
        self.line.clear();
        // Two more bytes are room for the line ending, and for seeing that a line is too long.
        let mut bounded = (&mut self.reader).take(MAX_LINE_BYTES as u64 + 2);
        bounded.read_until(b'\n', &mut self.line)
    }
}

/// Bytes of the buffer of a file that is read from start to end.
const BUFFER_BYTES: usize = 1 << 18;

/// Maximum bytes of a text. A longer line is not a corpus, and `/dev/zero` never ends.
const MAX_LINE_BYTES: usize = 16 << 20;

/// The error for a line longer than [`MAX_LINE_BYTES`].
fn too_long(line: usize) -> io::Error {
    let problem = format!(
        "line {line} is longer than {} MB; a corpus has one text per line",
        MAX_LINE_BYTES >> 20
    );
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

/// UTF-8's byte order mark.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Whether a path is `-`, standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// Total size of the files in bytes; `None` if one of them is a pipe or the like, whose size is unknown.
pub fn total_size(paths: &[PathBuf]) -> Option<u64> {
    paths.iter().map(|path| regular_size(path)).sum()
}

/// A line without `\n` or `\r\n`.
pub(super) fn trim_line_ending(line: &[u8]) -> &[u8] {
    match line {
        [text @ .., b'\r', b'\n'] | [text @ .., b'\n'] => text,
        text => text,
    }
}

/// The error for a file, or standard input, that cannot be read.
pub(super) fn unreadable(path: &Path, error: &io::Error) -> ModelError {
    ModelError::unreadable(&display_path(path), error)
}

/// The name of a path in messages.
pub fn display_path(path: &Path) -> PathBuf {
    if is_standard_input(path) {
        PathBuf::from("standard input")
    } else {
        path.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(bytes: &'static [u8]) -> Result<Vec<(u64, String)>, ModelError> {
        let mut texts = TextLines::from_reader(Path::new("corpus.txt"), Box::new(bytes));
        let mut found = Vec::new();
        while let Some((offset, text)) = texts.next_text()? {
            found.push((offset, text.to_owned()));
        }
        assert_eq!(texts.offset, bytes.len() as u64);
        Ok(found)
    }

    #[test]
    fn a_file_is_cut_into_lines_as_a_text_in_memory_is() {
        for bytes in [
            "",
            "a",
            "a\n",
            "a\r\n\r\n b \n\nc\r",
            "\r\n",
            "\n\n",
            "a\rb\n",
            "ä\n\u{feff}x\n",
        ] {
            let whole: Vec<&str> = bytes.lines().collect();
            let found = texts(bytes.as_bytes()).unwrap();
            assert_eq!(
                found.iter().map(|(_, text)| &**text).collect::<Vec<_>>(),
                whole,
                "{bytes:?}"
            );
            assert!(
                found
                    .iter()
                    .all(|(at, text)| bytes[*at as usize..].starts_with(text.as_str())),
                "{bytes:?}"
            );
        }
    }

    #[test]
    fn a_line_without_an_end_is_refused_with_its_number_and_not_read_on() {
        let endless = (&b"a\n"[..]).chain(std::io::repeat(0));
        let mut texts = TextLines::from_reader(Path::new("/dev/zero"), Box::new(endless));
        assert_eq!(texts.next_text().unwrap(), Some((0, "a")));
        let said = texts.next_text().unwrap_err().to_string();
        assert!(
            said.contains("/dev/zero") && said.contains("line 2 is longer than 16 MB"),
            "{said}"
        );
    }

    #[test]
    fn a_byte_order_mark_is_passed_over_and_is_no_line_of_its_own() {
        assert_eq!(
            texts("\u{feff}a\nb".as_bytes()).unwrap(),
            [(3, "a".to_owned()), (5, "b".to_owned())]
        );
        assert_eq!(
            texts("\u{feff}\nb".as_bytes()).unwrap(),
            [(3, String::new()), (4, "b".to_owned())]
        );
        assert_eq!(texts("\u{feff}".as_bytes()).unwrap(), []);
    }

    #[test]
    fn bytes_that_are_no_text_are_reported_with_file_line_and_byte() {
        let said = texts(b"\xef\xbb\xbfa\r\nna\xefve\n")
            .unwrap_err()
            .to_string();
        for part in ["corpus.txt", "is not UTF-8 text", "byte 8", "line 2"] {
            assert!(said.contains(part), "{said}");
        }
        for bytes in [
            &b"\xff\xfea\0\n\0"[..],
            b"\xfe\xff\0a\0\n",
            b"a\0b\0\n\0",
            b"\0a\0\n",
        ] {
            let said = texts(bytes).unwrap_err().to_string();
            assert!(
                said.contains("corpus.txt is UTF-16 text; save it as UTF-8"),
                "{said}"
            );
        }
    }
}
