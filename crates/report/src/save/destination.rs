//! A path that a file can be written to.

use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::place::{descriptor, folder_of, target_of};
use super::{PendingFile, SaveError};

/// A path that a file can be written to, as far as that is known beforehand.
#[derive(Debug, Clone)]
pub struct Destination {
    path: PathBuf,
    /// The file that is replaced, if there is one.
    found: Option<Metadata>,
    replace: bool,
}

impl Destination {
    /// Checks the path. A link is followed, so that its target is replaced.
    ///
    /// # Errors
    /// [`SaveError`]; [`SaveError::Exists`] only unless `replace`.
    pub fn of(path: &Path, replace: bool) -> Result<Self, SaveError> {
        let failed = |reason| SaveError::write(path, reason);
        // Also when the folder is not there or is a file, which is looked at below.
        let there = |found: io::Result<Metadata>| match found {
            Ok(found) => Ok(Some(found)),
            Err(error) if is_missing(&error) => Ok(None),
            Err(reason) => Err(failed(reason)),
        };
        let exists = there(path.symlink_metadata())?.is_some();
        let found = there(path.metadata())?;
        match &found {
            Some(found) if found.is_dir() => return Err(SaveError::IsFolder(path.to_owned())),
            Some(found) if !found.is_file() => return Err(SaveError::Special(path.to_owned())),
            Some(_) if descriptor(path).is_some() => return Err(SaveError::Special(path.to_owned())),
            _ if exists && !replace => return Err(SaveError::Exists(path.to_owned())),
            Some(found) if found.permissions().readonly() => return Err(SaveError::ReadOnly(path.to_owned())),
            _ => {}
        }
        let target = target_of(path);
        let Some(name) = target.file_name() else { return Err(SaveError::IsFolder(path.to_owned())) };
        let folder = folder_of(&target);
        let folder = match folder.canonicalize() {
            Ok(folder) if folder.is_dir() => folder,
            Ok(folder) => return Err(SaveError::NoFolder(folder)),
            Err(error) if is_missing(&error) => {
                // The reader may not know what a relative name is relative to.
                return Err(SaveError::NoFolder(std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned())));
            }
            Err(reason) => return Err(failed(reason)),
        };
        let path = if found.is_some() { path.canonicalize().map_err(failed)? } else { folder.join(name) };
        Ok(Self { path, found, replace })
    }

    /// The whole path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a file is there already.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.found.is_some()
    }

    /// Whether a file that is there may be replaced.
    pub(super) fn replaces(&self) -> bool {
        self.replace
    }

    /// Gives a new file the owner and permissions of the one that it replaces.
    pub(super) fn hand_down(&self, file: &File) {
        let Some(found) = &self.found else { return };
        // Neither a file system without owners nor the file of another user is a reason not to write.
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            let _ = fchown(file, Some(found.uid()), Some(found.gid()));
        }
        let _ = file.set_permissions(found.permissions());
    }

    /// Begins the file, of which nothing is seen before it is complete.
    ///
    /// # Errors
    /// [`SaveError::Write`] when nothing can be written there.
    pub fn begin(&self) -> Result<PendingFile, SaveError> {
        PendingFile::begin(self.clone())
    }

    /// Writes the whole file.
    ///
    /// # Errors
    /// [`SaveError::Write`], and [`SaveError::Exists`] when another program created the file first; then nothing is left
    /// behind.
    pub fn write(&self, bytes: &[u8]) -> Result<(), SaveError> {
        let mut file = self.begin()?;
        file.write_all(bytes).map_err(|reason| SaveError::write(&self.path, reason))?;
        file.commit()
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
