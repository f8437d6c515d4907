//! A corpus with random access to its texts, which need not fit into memory.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::texts::{
    MAX_LINE_BYTES, TextLines, display_path, is_standard_input, too_long, trim_line_ending,
    unreadable,
};
use crate::{ModelError, Result};

/// Files with one text per line. Only the offsets of the lines are in memory: 8 bytes per text.
#[derive(Debug)]
pub struct Corpus {
    files: Vec<IndexedFile>,
    texts: usize,
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
        let mut files = Vec::with_capacity(paths.len());
        for path in paths {
            let unreadable = |error| unreadable(path, &error);
            let file = open_seekable(path)?;
            let mut texts =
                TextLines::from_reader(path, Box::new(file.try_clone().map_err(unreadable)?));
            let mut starts = Vec::new();
            let mut before = 0;
            while let Some((start, text)) = texts.next_text()? {
                if keep(text) {
                    starts.push(start);
                }
                let now = texts.offset;
                read(now - before);
                before = now;
            }
            // The buffer holds a sentence; a larger one would be wasted, because the next text is elsewhere in the file.
            files.push(IndexedFile {
                path: path.clone(),
                reader: BufReader::with_capacity(1 << 9, file),
                starts,
            });
        }
        let texts = files.iter().map(|file| file.starts.len()).sum();
        Ok(Self { files, texts })
    }

    /// Number of texts.
    pub fn len(&self) -> usize {
        self.texts
    }

    /// Whether there are no texts.
    pub fn is_empty(&self) -> bool {
        self.texts == 0
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
        let mut line = Vec::new();
        let read = self
            .reader
            .seek(SeekFrom::Start(start))
            .and_then(|_| self.reader.read_until(b'\n', &mut line));
        read.map_err(|error| unreadable(&self.path, &error))?;
        line.truncate(trim_line_ending(&line).len());
        String::from_utf8(line).map_err(|error| ModelError::Read {
            path: self.path.clone(),
            reason: format!("it changed while it was being read ({error})"),
        })
    }
}

/// A seekable file.
fn open_seekable(path: &Path) -> Result<File> {
    let unreadable = |error: std::io::Error| unreadable(path, &error);
    let source: Box<dyn Read> = if is_standard_input(path) {
        Box::new(std::io::stdin().lock())
    } else {
        let file = File::open(path).map_err(unreadable)?;
        let found = file.metadata().map_err(unreadable)?;
        if found.is_file() || found.is_dir() {
            // Reading a folder fails with the system's error message.
            return Ok(file);
        }
        Box::new(file)
    };
    let folder = std::env::temp_dir();
    let no_room = |error: std::io::Error| {
        // tempfile appends the path that it tried.
        let reason = error
            .to_string()
            .split(" at path ")
            .next()
            .unwrap_or_default()
            .to_owned();
        ModelError::Copy {
            path: display_path(path),
            folder: folder.clone(),
            reason,
        }
    };
    let mut copy = tempfile::tempfile_in(&folder).map_err(no_room)?;
    copy_lines(
        BufReader::with_capacity(1 << 18, source),
        &mut copy,
        unreadable,
        no_room,
    )?;
    copy.rewind().map_err(no_room)?;
    Ok(copy)
}

/// Copies lines up to the first one that is too long, because a device such as `/dev/zero` would fill the disk.
fn copy_lines(
    mut source: impl BufRead,
    copy: &mut File,
    unreadable: impl Fn(std::io::Error) -> ModelError,
    no_room: impl Fn(std::io::Error) -> ModelError,
) -> Result<()> {
    let (mut lines, mut length) = (0, 0);
    loop {
        let bytes = source.fill_buf().map_err(&unreadable)?;
        if bytes.is_empty() {
            return Ok(());
        }
        lines += bytes.split(|byte| *byte == b'\n').count() - 1;
        length = bytes
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(length + bytes.len(), |last| bytes.len() - last);
        if length > MAX_LINE_BYTES + 2 {
            return Err(unreadable(too_long(lines + 1)));
        }
        copy.write_all(bytes).map_err(&no_room)?;
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
        let mut copy = tempfile::tempfile().unwrap();
        let refused = |error| unreadable(Path::new("/dev/zero"), &error);
        let said = copy_lines(
            BufReader::new(std::io::repeat(0)),
            &mut copy,
            refused,
            refused,
        )
        .unwrap_err();
        assert!(said.to_string().contains("line 1 is longer"), "{said}");
        assert!(copy.metadata().unwrap().len() <= MAX_LINE_BYTES as u64 + 2);
    }
}
