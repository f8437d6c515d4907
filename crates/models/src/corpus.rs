//! A corpus with random access to its texts, which need not fit into memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::texts::{
    BUFFER_BYTES, MAX_LINE_BYTES, TextLines, display_path, is_standard_input, too_long,
    trim_line_ending, unreadable,
};
use crate::{ModelError, Result};

/// Files with one text per line. Only the offsets of the lines are in memory: 8 bytes per text.
#[derive(Debug)]
pub struct Corpus {
    files: Vec<IndexedFile>,
    texts: usize,
    fingerprint: String,
}

/// One file and the offsets of its texts.
#[derive(Debug)]
struct IndexedFile {
    path: PathBuf,
    reader: BufReader<File>,
    starts: Vec<u64>,
}

impl Corpus {
    /// Reads the files once and indexes the texts for which `keep` returns true, in order. A pipe or standard
    /// input (`-`) is first copied to an unnamed temporary file. `read` is called with the size of every text in bytes.
    pub fn open(
        paths: &[PathBuf],
        keep: impl Fn(&str) -> bool,
        mut read: impl FnMut(u64),
    ) -> Result<Self> {
        let mut digest = Sha256::new();
        let mut files = Vec::with_capacity(paths.len());
        for path in paths {
            let file = open_seekable(path)?;
            let reader = file.try_clone().map_err(|error| unreadable(path, &error))?;
            let mut texts = TextLines::from_reader(path, Box::new(reader));
            let mut starts = Vec::new();
            let mut before = 0;
            while let Some((start, text)) = texts.next_text()? {
                if keep(text) {
                    starts.push(start);
                    digest.update(text);
                    digest.update(b"\n");
                }
                let now = texts.offset;
                read(now - before);
                before = now;
            }
            files.push(IndexedFile {
                path: path.clone(),
                // The buffer holds a sentence; a larger one would be wasted, because the next text is elsewhere in the file.
                reader: BufReader::with_capacity(1 << 9, file),
                starts,
            });
        }
        Ok(Self {
            texts: files.iter().map(|file| file.starts.len()).sum(),
            files,
            fingerprint: format!("{:.16x}", digest.finalize()),
        })
    }

    pub fn len(&self) -> usize {
        self.texts
    }

    pub fn is_empty(&self) -> bool {
        self.texts == 0
    }

    /// A fingerprint of the texts and their order, independent of file names: 16 hexadecimal digits.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Text number `index`, from 0; empty beyond the last.
    ///
    /// # Errors
    /// [`ModelError::Read`]; [`ModelError::NotUtf8`] if the file has changed since it was opened.
    pub fn text(&mut self, index: usize) -> Result<String> {
        let mut rest = index;
        for file in &mut self.files {
            match file.starts.get(rest) {
                Some(start) => return file.read_line(*start),
                None => rest -= file.starts.len(),
            }
        }
        Ok(String::new())
    }
}

impl IndexedFile {
    fn read_line(&mut self, start: u64) -> Result<String> {
        let mut line = self
            .read_bytes(start)
            .map_err(|error| unreadable(&self.path, &error))?;
        line.truncate(trim_line_ending(&line).len());
        String::from_utf8(line).map_err(|error| ModelError::Read {
            path: self.path.clone(),
            // It was UTF-8 when it was indexed.
            reason: format!("it changed while it was being read ({error})"),
        })
    }

    fn read_bytes(&mut self, start: u64) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        self.reader.seek(SeekFrom::Start(start))?;
        self.reader.read_until(b'\n', &mut line)?;
        Ok(line)
    }
}

/// The file, or a copy of it if it can be read only once.
fn open_seekable(path: &Path) -> Result<File> {
    if is_standard_input(path) {
        return copy_of(path, io::stdin().lock());
    }
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let data = file.metadata().map_err(|error| unreadable(path, &error))?;
    // Reading a folder fails later, with the system's error message.
    if data.is_file() || data.is_dir() {
        return Ok(file);
    }
    copy_of(path, file)
}

/// A copy in an unnamed temporary file, which the system removes when it is closed.
fn copy_of(path: &Path, source: impl Read) -> Result<File> {
    let mut copy =
        tempfile::tempfile_in(std::env::temp_dir()).map_err(|error| uncopied(path, &error))?;
    let source = BufReader::with_capacity(BUFFER_BYTES, source);
    copy_lines(path, source, &mut copy)?;
    copy.rewind().map_err(|error| uncopied(path, &error))?;
    Ok(copy)
}

/// The error for a temporary file that cannot be made or written.
fn uncopied(path: &Path, error: &io::Error) -> ModelError {
    ModelError::Copy {
        path: display_path(path),
        folder: std::env::temp_dir(),
        reason: error.to_string(),
    }
}

/// Copies lines up to the first one that is too long, because a device such as `/dev/zero` would fill the disk.
fn copy_lines(path: &Path, mut source: impl BufRead, copy: &mut File) -> Result<()> {
    let mut lines = 0;
    // Bytes since the last line ending, that one included.
    let mut length = 0;
    loop {
        let bytes = source
            .fill_buf()
            .map_err(|error| unreadable(path, &error))?;
        if bytes.is_empty() {
            return Ok(());
        }
        lines += bytes.split(|byte| *byte == b'\n').count() - 1;
        length = match bytes.iter().rposition(|byte| *byte == b'\n') {
            Some(last) => bytes.len() - last,
            None => length + bytes.len(),
        };
        if length > MAX_LINE_BYTES + 2 {
            return Err(unreadable(path, &too_long(lines + 1)));
        }
        copy.write_all(bytes)
            .map_err(|error| uncopied(path, &error))?;
        let count = bytes.len();
        source.consume(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_several_files_are_found_by_their_number_in_any_order() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let paths = [
            write("one", "\u{feff}a\r\n\r\nb"),
            write("empty", ""),
            write("two", "\n \nc ü\nd\n"),
        ];
        let mut bytes = 0;
        let mut corpus =
            Corpus::open(&paths, |text| !text.trim().is_empty(), |read| bytes += read).unwrap();
        assert_eq!((corpus.len(), bytes), (4, 9 + 10));
        for (index, text) in [
            (3, "d"),
            (0, "a"),
            (2, "c ü"),
            (1, "b"),
            (2, "c ü"),
            (4, ""),
        ] {
            assert_eq!(corpus.text(index).unwrap(), text);
        }
        let again = Corpus::open(&[write("same", "a\nb\nc ü\nd")], |_| true, |_| ()).unwrap();
        assert_eq!(again.fingerprint(), corpus.fingerprint());
        let mut copy = tempfile::tempfile().unwrap();
        let endless = BufReader::new(io::repeat(0));
        let said = copy_lines(Path::new("/dev/zero"), endless, &mut copy).unwrap_err();
        assert!(said.to_string().contains("line 1 is longer"), "{said}");
        assert!(copy.metadata().unwrap().len() <= MAX_LINE_BYTES as u64 + 2);
        let other = Corpus::open(&[write("other", "a\nb\nc\nü d")], |_| true, |_| ()).unwrap();
        assert_ne!(other.fingerprint(), corpus.fingerprint());
    }
}
