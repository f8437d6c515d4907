//! A file that is being written: a temporary file next to its path, renamed when it is complete.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, NamedTempFile};

use super::{Destination, SaveError};

/// The files on their way, which a signal must not leave behind.
static PENDING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn pending() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every file that is not complete yet, for a program that a signal is about to end. From then on no file is put
/// in place, and others wait until it has ended.
pub fn discard_pending() {
    let files = pending();
    for file in &*files {
        // What cannot be removed stays; the program ends all the same.
        let _ = std::fs::remove_file(file);
    }
    std::mem::forget(files);
}

/// A file that is not in place yet. Dropped, it is gone, and what was there before is unchanged.
#[derive(Debug)]
pub struct PendingFile {
    file: NamedTempFile,
    place: Destination,
    // Dropped after the file.
    listed: Listed,
}

/// An entry among the files on their way.
#[derive(Debug)]
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        pending().remove(&self.0);
    }
}

impl PendingFile {
    /// Begins a file next to its place, with the owner and permissions of the one that it replaces or those of any new
    /// file.
    pub(super) fn begin(place: Destination) -> Result<Self, SaveError> {
        let folder = place.path().parent().unwrap_or(Path::new("."));
        let mut builder = Builder::new();
        builder.prefix(".bertscope-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let mut pending = pending();
        let file = builder.tempfile_in(folder).map_err(|error| SaveError::write(place.path(), bare(&error)))?;
        pending.insert(file.path().to_owned());
        drop(pending);
        let listed = Listed(file.path().to_owned());
        // Before the first byte: what only its owner may read is never readable by others.
        place.hand_down(file.as_file());
        Ok(Self { file, place, listed })
    }

    /// Where it will be.
    #[must_use]
    pub fn place(&self) -> &Destination {
        &self.place
    }

    /// Puts the whole file in place, in one step.
    ///
    /// # Errors
    /// [`SaveError::Write`], and [`SaveError::Exists`] when another program created the file first; then nothing is left
    /// behind.
    pub fn commit(self) -> Result<(), SaveError> {
        let Self { file, place, listed } = self;
        let path = place.path();
        // A full disk may be noticed only here.
        file.as_file().sync_all().map_err(|reason| SaveError::write(path, reason))?;
        let undisturbed = pending();
        let moved = if place.replaces() { file.persist(path) } else { file.persist_noclobber(path) };
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
fn bare(error: &io::Error) -> io::Error {
    let words = error.to_string();
    io::Error::new(error.kind(), words.split(" at path ").next().unwrap_or_default().to_owned())
}
