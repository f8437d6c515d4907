//! The sources of rows: a file, standard input, or a text instead of a file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
#[cfg(feature = "files")]
use std::{
    io::{Seek, SeekFrom, Write},
    sync::{Arc, Mutex, PoisonError},
};

use crate::PairsError;
#[cfg(feature = "gzip")]
use crate::gzip;
use bertscope_printable::{BinaryFile, is_table, wide_encoding};

/// A source of bytes.
#[derive(Debug, Clone)]
pub enum Source {
    /// A file or a named pipe.
    File(PathBuf),
    Stdin,
    /// A copy of a pipe. The file has no name, so that nothing of the texts is left if the program is killed.
    #[cfg(feature = "files")]
    TempCopy {
        copy: Arc<Mutex<File>>,
        /// The name of the original.
        name: String,
    },
    /// A single text.
    Text(String),
}

impl Source {
    /// A file, or standard input for `-`.
    pub fn from_argument(argument: &str) -> Self {
        if argument == "-" {
            Self::Stdin
        } else {
            Self::File(argument.into())
        }
    }

    /// Its name in messages.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Stdin => "standard input".to_owned(),
            #[cfg(feature = "files")]
            Self::TempCopy { name, .. } => name.clone(),
            Self::Text(text) if text.chars().count() > 40 => {
                format!("{:?}…", text.chars().take(39).collect::<String>())
            }
            Self::Text(text) => format!("{text:?}"),
        }
    }

    /// The file, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            _ => None,
        }
    }

    /// Opens the text at its start: gzip is decompressed, and a byte order mark skipped.
    ///
    /// # Errors
    /// [`PairsError`] if it cannot be read, or is no text in UTF-8.
    pub fn open(&self) -> Result<Box<dyn Read + Send>, PairsError> {
        let bytes: Box<dyn Read + Send> = match self {
            Self::File(path) => {
                Box::new(File::open(path).map_err(|error| self.unreadable(&error))?)
            }
            Self::Stdin => Box::new(io::stdin()),
            #[cfg(feature = "files")]
            Self::TempCopy { copy, .. } => Box::new(CopyReader {
                copy: Arc::clone(copy),
                position: 0,
            }),
            Self::Text(text) => return Ok(Box::new(Cursor::new(text.clone().into_bytes()))),
        };
        self.open_text(bytes)
    }

    /// Opens a file with one text per line. A table is an error, unless `whole_lines` is set.
    pub fn open_lines(
        &self,
        whole_lines: bool,
    ) -> Result<BufReader<Box<dyn Read + Send>>, PairsError> {
        let mut bytes = BufReader::with_capacity(START_BYTES, self.open()?);
        let start = bytes.fill_buf().map_err(|error| self.unreadable(&error))?;
        if !whole_lines && is_table(start, self.path()) {
            return Err(PairsError::Table(self.name()));
        }
        Ok(bytes)
    }

    fn open_text(
        &self,
        mut bytes: Box<dyn Read + Send>,
    ) -> Result<Box<dyn Read + Send>, PairsError> {
        let mut start = read_start(&mut bytes).map_err(|error| self.unreadable(&error))?;
        #[cfg(feature = "gzip")]
        if gzip::is_gzip(&start) {
            bytes = gzip::decompressed(Cursor::new(start).chain(bytes));
            start = read_start(&mut bytes).map_err(|error| self.unreadable(&error))?;
        }
        if let Some(binary) = BinaryFile::recognise(&start) {
            return Err(PairsError::NotText {
                name: self.name(),
                binary,
            });
        }
        if let Some(encoding) = wide_encoding(&start) {
            return Err(PairsError::WideEncoding(self.name(), encoding));
        }
        if start.starts_with("\u{feff}".as_bytes()) {
            start.drain(.."\u{feff}".len());
        }
        // A pipe may end between the two characters of a line ending, so that only a file tells.
        let has_old_line_ends =
            self.is_regular() && start.contains(&b'\r') && !start.contains(&b'\n');
        let text = Cursor::new(start).chain(bytes);
        if has_old_line_ends {
            return Ok(Box::new(LineFeeds(text)));
        }
        Ok(Box::new(text))
    }

    /// Copies a pipe to a temporary file, so that it can be opened more than once. Fails when it cannot be read, or when
    /// there is no space for the copy.
    #[cfg(feature = "files")]
    pub fn make_rewindable(&mut self) -> Result<(), PairsError> {
        if self.is_regular() {
            return Ok(());
        }
        let mut bytes = self.open()?;
        let mut copy = tempfile::tempfile().map_err(|error| self.uncopied(&error))?;
        let mut chunk = vec![0; 1 << 16];
        loop {
            let read =
                read_some(&mut bytes, &mut chunk).map_err(|error| self.unreadable(&error))?;
            if read == 0 {
                break;
            }
            copy.write_all(&chunk[..read])
                .map_err(|error| self.uncopied(&error))?;
        }
        *self = Self::TempCopy {
            copy: Arc::new(Mutex::new(copy)),
            name: self.name(),
        };
        Ok(())
    }

    /// The error for a temporary file that cannot be made or written.
    #[cfg(feature = "files")]
    fn uncopied(&self, error: &io::Error) -> PairsError {
        PairsError::Copy {
            name: self.name(),
            folder: std::env::temp_dir(),
            reason: error.to_string(),
        }
    }

    /// Whether it can be read more than once.
    pub fn is_regular(&self) -> bool {
        match self {
            Self::File(path) => std::fs::metadata(path).is_ok_and(|data| data.is_file()),
            Self::Stdin => false,
            #[cfg(feature = "files")]
            Self::TempCopy { .. } => true,
            Self::Text(_) => true,
        }
    }

    /// The error for a failed read.
    pub fn unreadable(&self, error: &io::Error) -> PairsError {
        PairsError::Read {
            name: self.name(),
            reason: error.to_string(),
        }
    }
}

/// Bytes that are read to recognise what a file is.
const START_BYTES: usize = 1 << 16;

/// Reads what is there of the first bytes, and at least four, even if they arrive one at a time: a program that writes a
/// line into a pipe waits for its answer.
fn read_start(bytes: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = vec![0; START_BYTES];
    let mut length = 0;
    while length < 4 {
        let read = read_some(bytes, &mut start[length..])?;
        if read == 0 {
            break;
        }
        length += read;
    }
    start.truncate(length);
    Ok(start)
}

/// Reads what there is, or waits for it; signals do not end the reading.
fn read_some(bytes: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match bytes.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

/// A text whose lines end in carriage returns alone, as programs of the old Mac write it, with line feeds instead.
struct LineFeeds<R>(R);

impl<R: Read> Read for LineFeeds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        for byte in &mut buffer[..read] {
            if *byte == b'\r' {
                *byte = b'\n';
            }
        }
        Ok(read)
    }
}

/// Reads a copy from its start. The position is its own: several readers share the file, which cannot be opened again.
#[cfg(feature = "files")]
struct CopyReader {
    copy: Arc<Mutex<File>>,
    position: u64,
}

#[cfg(feature = "files")]
impl Read for CopyReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // A reader that panicked has left no more than another position behind.
        let mut copy = self.copy.lock().unwrap_or_else(PoisonError::into_inner);
        copy.seek(SeekFrom::Start(self.position))?;
        let read = copy.read(bytes)?;
        self.position += read as u64;
        Ok(read)
    }
}
