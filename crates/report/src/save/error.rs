//! Why a file was not written.

use std::io;
use std::path::{Path, PathBuf};

use bertscope_printable::printable;

/// Why a file was not written. An existing file is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// A file of that name exists, and replacing was not allowed.
    #[error("{} already exists", shown(.0))]
    Exists(PathBuf),
    /// The folder that it should be in is not there.
    #[error("there is no folder {}: create it, or choose another", shown(.0))]
    NoFolder(PathBuf),
    /// The name is a folder's.
    #[error("{} is a folder: add a file name", shown(.0))]
    IsFolder(PathBuf),
    /// The name is that of a device, a pipe or the like.
    #[error("{} is not an ordinary file: choose another name", shown(.0))]
    Special(PathBuf),
    /// The file there is protected.
    #[error("{} is read-only: choose another name", shown(.0))]
    ReadOnly(PathBuf),
    /// The system refused.
    #[error("cannot write {}: {reason}", shown(.path))]
    Write {
        /// What should have been written.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
}

impl SaveError {
    /// The system refused to write to `path`.
    #[must_use]
    pub fn write(path: &Path, reason: io::Error) -> Self {
        Self::Write { path: path.to_owned(), reason }
    }
}

/// A path as a message has it.
pub(super) fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy())
}
