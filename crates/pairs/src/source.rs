//! The sources of rows: a file, standard input, or a text instead of a file.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
#[cfg(feature = "files")]
use std::{io::Write, sync::Arc};

#[cfg(feature = "files")]
use tempfile::NamedTempFile;

use crate::PairsError;
use bertscope_printable::wide_encoding;

/// A source of bytes.
#[derive(Debug, Clone)]
pub enum Source {
    /// A file or a named pipe.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// A copy of a pipe; deleted when it is no longer used.
    #[cfg(feature = "files")]
    TempCopy {
        /// The copy.
        copy: Arc<NamedTempFile>,
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

    /// Opens it at its start, after a byte order mark.
    pub fn open(&self) -> Result<Box<dyn Read + Send>, PairsError> {
        let bytes: Box<dyn Read + Send> = match self {
            Self::File(path) => Box::new(File::open(path).map_err(|e| self.unreadable(&e))?),
            Self::Stdin => Box::new(io::stdin()),
            #[cfg(feature = "files")]
            Self::TempCopy { copy, .. } => {
                Box::new(copy.reopen().map_err(|e| self.unreadable(&e))?)
            }
            Self::Text(text) => return Ok(Box::new(Cursor::new(text.clone().into_bytes()))),
        };
        match skip_bom(bytes).map_err(|e| self.unreadable(&e))? {
            Ok(bytes) => Ok(bytes),
            Err(encoding) => Err(PairsError::WideEncoding(self.name(), encoding)),
        }
    }

    /// The same source, which can be opened more than once: a pipe is copied to a temporary file. Fails when it cannot
    /// be read, or when there is no space for the copy.
    #[cfg(feature = "files")]
    pub fn rewindable(self) -> Result<Self, PairsError> {
        if self.is_regular() {
            return Ok(self);
        }
        let mut bytes = self.open()?;
        let folder = std::env::temp_dir();
        let no_room = |error: &io::Error| {
            // tempfile appends the path that it tried.
            let reason = error
                .to_string()
                .split(" at path ")
                .next()
                .unwrap_or_default()
                .to_owned();
            PairsError::Copy {
                name: self.name(),
                folder: folder.clone(),
                reason,
            }
        };
        let mut copy = NamedTempFile::new_in(&folder).map_err(|e| no_room(&e))?;
        let mut piece = vec![0; 1 << 16];
        loop {
            match bytes.read(&mut piece) {
                Ok(0) => {
                    return Ok(Self::TempCopy {
                        copy: Arc::new(copy),
                        name: self.name(),
                    });
                }
                Ok(read) => copy
                    .as_file_mut()
                    .write_all(&piece[..read])
                    .map_err(|e| no_room(&e))?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.unreadable(&error)),
            }
        }
    }

    /// Whether it can be read more than once.
    pub fn is_regular(&self) -> bool {
        match self {
            Self::File(path) => std::fs::metadata(path).is_ok_and(|m| m.is_file()),
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

/// Skips a byte order mark, even if the first bytes arrive one at a time; the inner error is the name of an encoding that is
/// not UTF-8.
fn skip_bom(
    mut bytes: Box<dyn Read + Send>,
) -> io::Result<Result<Box<dyn Read + Send>, &'static str>> {
    let mut begin = Vec::with_capacity(4);
    (&mut bytes).take(4).read_to_end(&mut begin)?;
    let bom = if begin.starts_with("\u{feff}".as_bytes()) {
        3
    } else {
        0
    };
    Ok(match wide_encoding(&begin) {
        Some(encoding) => Err(encoding),
        None => Ok(Box::new(Cursor::new(begin.split_off(bom)).chain(bytes))),
    })
}
