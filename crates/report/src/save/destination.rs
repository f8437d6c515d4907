//! A path to which a file can be written.

use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::resolve::{descriptor, folder_of, target_of};
use super::{PendingFile, SaveError};

/// A path to which a file can be written, as far as that is known beforehand.
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
    pub fn check(path: &Path, replace: bool) -> Result<Self, SaveError> {
        let failed = |reason| SaveError::write(path, reason);
        // Also if the folder does not exist or is a file, which is checked below.
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
            Some(_) if descriptor(path).is_some() => {
                return Err(SaveError::Special(path.to_owned()));
            }
            _ if exists && !replace => return Err(SaveError::Exists(path.to_owned())),
            Some(found) if found.permissions().readonly() => {
                return Err(SaveError::ReadOnly(path.to_owned()));
            }
            _ => {}
        }
        let target = target_of(path);
        let Some(name) = target.file_name() else {
            return Err(SaveError::IsFolder(path.to_owned()));
        };
        let folder = folder_of(&target);
        let folder = match folder.canonicalize() {
            Ok(folder) if folder.is_dir() => folder,
            Ok(folder) => return Err(SaveError::NoFolder(folder)),
            Err(error) if is_missing(&error) => {
                // The user may not know what a relative path is relative to.
                return Err(SaveError::NoFolder(
                    std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()),
                ));
            }
            Err(reason) => return Err(failed(reason)),
        };
        let path = if found.is_some() {
            path.canonicalize().map_err(failed)?
        } else {
            folder.join(name)
        };
        Ok(Self {
            path,
            found,
            replace,
        })
    }

    /// The whole path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file already exists.
    pub fn exists(&self) -> bool {
        self.found.is_some()
    }

    /// Whether an existing file may be replaced.
    pub(super) fn replaces(&self) -> bool {
        self.replace
    }

    /// Gives a new file the owner and permissions of the one that it replaces.
    pub(super) fn copy_metadata_to(&self, file: &File) {
        let Some(found) = &self.found else { return };
        // A file system without owners, or the file of another user, must not prevent writing.
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            let _ = fchown(file, Some(found.uid()), Some(found.gid()));
        }
        let _ = file.set_permissions(found.permissions());
    }

    /// Starts the file, which becomes visible only when it is complete.
    pub fn create_pending(&self) -> Result<PendingFile, SaveError> {
        PendingFile::create(self.clone())
    }

    /// Writes the whole file.
    ///
    /// # Errors
    /// [`SaveError::Write`], and [`SaveError::Exists`] if another program created the file first. Nothing is left behind.
    pub fn write(&self, bytes: &[u8]) -> Result<(), SaveError> {
        let mut file = self.create_pending()?;
        file.write_all(bytes)
            .map_err(|reason| SaveError::write(&self.path, reason))?;
        file.commit()
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}
