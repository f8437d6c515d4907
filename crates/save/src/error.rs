//! Why a file was not written.

use std::io;
use std::path::{Path, PathBuf};

use bertscope_printable::printable;

/// Why a file was not written. An existing file is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// A file of that name exists, and replacing was not allowed.
    #[error("{} already exists", display_path(.0))]
    Exists(PathBuf),
    /// Its folder does not exist.
    #[error("there is no folder {}: create it, or choose another", display_path(.0))]
    NoFolder(PathBuf),
    #[error("{} is a folder: add a file name", display_path(.0))]
    IsFolder(PathBuf),
    /// The path is a device, a pipe or similar.
    #[error("{} is not an ordinary file: choose another name", display_path(.0))]
    Special(PathBuf),
    /// The file is read-only.
    #[error("{} is read-only: choose another name", display_path(.0))]
    ReadOnly(PathBuf),
    /// The system reported an error.
    #[error("cannot write {}: {reason}", display_path(.path))]
    Write { path: PathBuf, reason: io::Error },
}

impl SaveError {
    /// The system could not write to `path`.
    pub fn write(path: &Path, reason: io::Error) -> Self {
        Self::Write {
            path: path.to_owned(),
            reason,
        }
    }
}

/// A path for a message.
pub fn display_path(path: &Path) -> String {
    printable(&path.to_string_lossy())
}
