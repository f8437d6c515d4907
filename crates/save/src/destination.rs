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
    /// Whether an existing file may be replaced.
    pub(super) replace: bool,
    /// Whether only the owner may read the file.
    pub(super) private: bool,
}

impl Destination {
    /// Checks the path. A link is followed, so that its target is replaced.
    ///
    /// # Errors
    /// [`SaveError`]; [`SaveError::Exists`] only unless `replace`.
    pub fn check(path: &Path, replace: bool) -> Result<Self, SaveError> {
        // A link that leads nowhere exists, but has no file.
        let exists = metadata_if_present(path, path.symlink_metadata())?.is_some();
        let found = metadata_if_present(path, path.metadata())?;
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
        let folder = existing_folder(path, folder_of(&target))?;
        let path = if found.is_some() {
            path.canonicalize()
                .map_err(|reason| SaveError::write(path, reason))?
        } else {
            folder.join(name)
        };
        Ok(Self {
            path,
            found,
            replace,
            private: false,
        })
    }

    /// Lets only the owner read the file, whatever it replaces.
    #[must_use]
    pub fn private(self) -> Self {
        Self {
            private: true,
            ..self
        }
    }

    /// The path, absolute and without links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file already exists.
    pub fn exists(&self) -> bool {
        self.found.is_some()
    }

    /// Gives a new file the owner and permissions of the one that it replaces, unless it is private.
    pub(super) fn copy_metadata_to(&self, file: &File) {
        let Some(found) = &self.found else { return };
        if self.private {
            return;
        }
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

/// What was found at `path`; `None` also if its folder does not exist or is a file, which is checked later.
fn metadata_if_present(
    path: &Path,
    found: io::Result<Metadata>,
) -> Result<Option<Metadata>, SaveError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(reason) => Err(SaveError::write(path, reason)),
    }
}

/// The folder in which a file is put to write to `path`.
fn existing_folder(path: &Path, folder: &Path) -> Result<PathBuf, SaveError> {
    match folder.canonicalize() {
        Ok(folder) if folder.is_dir() => Ok(folder),
        Ok(folder) => Err(SaveError::NoFolder(folder)),
        Err(error) if is_missing(&error) => {
            // The user may not know what a relative path is relative to.
            let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
            Err(SaveError::NoFolder(folder))
        }
        Err(reason) => Err(SaveError::write(path, reason)),
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}
