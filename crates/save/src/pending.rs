//! A file that is being written: a temporary file next to its path, renamed when it is complete.

use std::collections::BTreeSet;
use std::fs::File;
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
        // Held until the file is listed: a signal in between would leave it behind.
        let mut pending = pending();
        let file = create_beside(folder, place.private)
            .map_err(|reason| SaveError::write(place.path(), reason))?;
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
        let moved = if place.replace {
            file.persist(path)
        } else {
            file.persist_noclobber(path)
        };
        drop(undisturbed);
        drop(listed);
        moved.map(drop).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists if !place.replace => SaveError::Exists(path.to_owned()),
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

/// Creates a temporary file in a folder.
fn create_beside(folder: &Path, is_private: bool) -> io::Result<NamedTempFile> {
    let mut os_error = None;
    let created = Builder::new()
        .prefix(".bertscope-")
        .make_in(folder, |path| {
            open_new(path, is_private).inspect_err(|error| os_error = error.raw_os_error())
        });
    // The error of the system alone: tempfile adds a name that means nothing to the user.
    created.map_err(|error| os_error.map_or(error, io::Error::from_raw_os_error))
}

#[cfg_attr(
    not(unix),
    expect(unused_variables, reason = "files have no mode there")
)]
fn open_new(path: &Path, is_private: bool) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Otherwise as any other new file: the umask decides.
        options.mode(if is_private { 0o600 } else { 0o666 });
    }
    options.open(path)
}
