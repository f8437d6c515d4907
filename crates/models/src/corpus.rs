//! A corpus with random access to its texts, which need not fit into memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::text_file::regular_size;
use crate::texts::{TextLines, display_path, trim_line_ending, unreadable};
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
    /// Reads the files once and indexes the texts for which `keep` returns true, in order. Those of a pipe or of standard
    /// input (`-`) are copied to an unnamed temporary file. `read` is called with the size of every text in bytes.
    pub fn open(
        paths: &[PathBuf],
        keep: impl Fn(&str) -> bool,
        mut read: impl FnMut(u64),
    ) -> Result<Self> {
        let mut digest = Sha256::new();
        let mut files = Vec::with_capacity(paths.len());
        for path in paths {
            let mut texts = TextLines::open(path)?;
            let mut copy = if regular_size(path).is_some() {
                None
            } else {
                Some(TextCopy::new(path)?)
            };
            let mut starts = Vec::new();
            let mut before = 0;
            while let Some((start, text)) = texts.next_text()? {
                if keep(text) {
                    starts.push(match &mut copy {
                        Some(copy) => copy.add(text)?,
                        None => start,
                    });
                    digest.update(text);
                    digest.update(b"\n");
                }
                let now = texts.offset;
                read(now - before);
                before = now;
            }
            let file = match copy {
                Some(copy) => copy.finish()?,
                None => File::open(path).map_err(|error| unreadable(path, &error))?,
            };
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

/// The texts of a file that can be read only once, in an unnamed temporary file, which the system removes when it is closed.
struct TextCopy<'a> {
    /// What is copied, for messages.
    path: &'a Path,
    file: BufWriter<File>,
    bytes: u64,
}

impl<'a> TextCopy<'a> {
    fn new(path: &'a Path) -> Result<Self> {
        let file = tempfile::tempfile_in(std::env::temp_dir());
        Ok(Self {
            path,
            file: BufWriter::new(file.map_err(|error| uncopied(path, &error))?),
            bytes: 0,
        })
    }

    /// Adds a text; returns its offset.
    fn add(&mut self, text: &str) -> Result<u64> {
        let start = self.bytes;
        writeln!(self.file, "{text}").map_err(|error| uncopied(self.path, &error))?;
        self.bytes += text.len() as u64 + 1;
        Ok(start)
    }

    fn finish(self) -> Result<File> {
        let file = self.file.into_inner();
        file.map_err(|error| uncopied(self.path, error.error()))
    }
}

/// The error for a temporary file that cannot be made or written.
fn uncopied(path: &Path, error: &io::Error) -> ModelError {
    ModelError::Copy {
        path: display_path(path),
        folder: std::env::temp_dir(),
        reason: error.to_string(),
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
        let other = Corpus::open(&[write("other", "a\nb\nc\nü d")], |_| true, |_| ()).unwrap();
        assert_ne!(other.fingerprint(), corpus.fingerprint());
    }
}
