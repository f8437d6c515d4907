//! A file that is being written: a temporary file next to its path, renamed when it is complete.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, NamedTempFile};

use super::{Destination, SaveError};

/// The incomplete files, which a signal must not leave behind.
static PENDING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn pending() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all incomplete files, before a signal ends the program. Afterwards no file is put in place; other threads
/// wait until the program ends.
pub fn discard_pending() {
    let files = pending();
    for file in &*files {
        // A file that cannot be removed stays; the program ends all the same.
        let _ = std::fs::remove_file(file);
    }
    std::mem::forget(files);
}

/// A file that is not in place yet. Dropping it removes it; an existing file at its path is unchanged.
#[derive(Debug)]
pub struct PendingFile {
    file: NamedTempFile,
    destination: Destination,
    // Dropped after the file.
    listed: PendingEntry,
}

/// An entry among the incomplete files.
#[derive(Debug)]
struct PendingEntry(PathBuf);

impl Drop for PendingEntry {
    fn drop(&mut self) {
        pending().remove(&self.0);
    }
}

impl PendingFile {
    /// Starts a file next to its final path, with the owner and permissions of the file that it replaces, or those of a new
    /// file.
    pub(super) fn create(place: Destination) -> Result<Self, SaveError> {
        let folder = place.path().parent().unwrap_or(Path::new("."));
        let mut builder = Builder::new();
        builder.prefix(".bertscope-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let mut pending = pending();
        let file = builder
            .tempfile_in(folder)
            .map_err(|error| SaveError::write(place.path(), without_path(&error)))?;
        pending.insert(file.path().to_owned());
        drop(pending);
        let listed = PendingEntry(file.path().to_owned());
        // Before the first byte, so that a private file is never readable by others.
        place.copy_metadata_to(file.as_file());
        Ok(Self {
            file,
            destination: place,
            listed,
        })
    }

    /// Its final path.
    pub fn destination(&self) -> &Destination {
        &self.destination
    }

    /// Moves the complete file to its path, atomically.
    ///
    /// # Errors
    /// [`SaveError::Write`], and [`SaveError::Exists`] if another program created the file first. Nothing is left behind.
    pub fn commit(self) -> Result<(), SaveError> {
        let Self {
            file,
            destination: place,
            listed,
        } = self;
        let path = place.path();
        // A full disk may be detected only here.
        file.as_file()
            .sync_all()
            .map_err(|reason| SaveError::write(path, reason))?;
        let undisturbed = pending();
        let moved = if place.replaces() {
            file.persist(path)
        } else {
            file.persist_noclobber(path)
        };
        drop(undisturbed);
        drop(listed);
        moved.map(drop).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists if !place.replaces() => SaveError::Exists(path.to_owned()),
            _ => SaveError::write(path, error.error),
        })
    }
}

impl Write for PendingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

/// The error without the name of the temporary file.
fn without_path(error: &io::Error) -> io::Error {
    let words = error.to_string();
    io::Error::new(
        error.kind(),
        words
            .split(" at path ")
            .next()
            .unwrap_or_default()
            .to_owned(),
    )
}
