//! Reads and writes the marks file of a file of pairs; never overwrites changes of another program.

use std::path::{Path, PathBuf};

use bertscope_pairs::PairsError;
use bertscope_pairs::marks::{Mark, parse, to_bytes};
use bertscope_save::{Destination, SaveError};

/// The marks file on disk.
#[derive(Debug, Clone)]
pub struct MarksFile {
    path: PathBuf,
    /// The content last read or written; `None` while the file does not exist.
    bytes: Option<Vec<u8>>,
    pub marks: Vec<Mark>,
    /// Marks that could not be written.
    unwritten: Option<Vec<Mark>>,
}

impl MarksFile {
    /// Reads the file; a missing one has no marks, and one that is no marks file is an error, so that it is never overwritten.
    pub fn read(path: PathBuf) -> Result<Self, PairsError> {
        let name = path.display().to_string();
        let bytes = read_if_present(&path).map_err(|error| PairsError::Marks {
            name: name.clone(),
            reason: error.to_string(),
        })?;
        let marks = match &bytes {
            Some(bytes) => parse(bytes, &name)?,
            None => Vec::new(),
        };
        Ok(Self {
            path,
            bytes,
            marks,
            unwritten: None,
        })
    }

    /// Writes marks atomically, unless another program has changed the file meanwhile.
    pub fn write(&mut self, marks: Vec<Mark>) -> Result<(), String> {
        let written = self.try_write(marks.clone());
        self.unwritten = if written.is_err() { Some(marks) } else { None };
        written
    }

    fn try_write(&mut self, marks: Vec<Mark>) -> Result<(), String> {
        let name = self.path.display();
        let found =
            read_if_present(&self.path).map_err(|error| format!("cannot read {name}: {error}"))?;
        if found != self.bytes {
            let file = self.path.file_name().unwrap_or_default().display();
            return Err(format!(
                "{file} was changed by another program; rename it and mark the pairs again"
            ));
        }
        let bytes = to_bytes(marks);
        // A file that appears in between is another program's, and is not replaced.
        save(&self.path, self.bytes.is_some(), &bytes).map_err(|error| error.to_string())?;
        self.bytes = Some(bytes);
        Ok(())
    }

    /// At the end of the program, retries marks that could not be written, and otherwise saves them to another file, such as
    /// one in the folder `fallback`.
    /// Returns the path of that file; `None` if it was not needed.
    pub fn rescue(&mut self, fallback: Option<PathBuf>) -> Option<String> {
        let marks = self.unwritten.take()?;
        let reason = self.try_write(marks.clone()).err()?;
        let bytes = to_bytes(marks);
        for path in self.rescue_paths(fallback) {
            if save(&path, false, &bytes).is_ok() {
                return Some(format!(
                    "marks and notes were not written ({reason}); they are in {}",
                    path.display()
                ));
            }
        }
        Some(format!(
            "marks and notes were not written and are lost: {reason}"
        ))
    }

    /// Where marks may be saved instead: beside the file, in the fallback, with the temporary files.
    fn rescue_paths(&self, fallback: Option<PathBuf>) -> Vec<PathBuf> {
        let file = self.path.file_name().unwrap_or_default().to_string_lossy();
        let beside = self.path.parent().map(Path::to_owned);
        let folders = [beside, fallback, Some(std::env::temp_dir())];
        let mut paths = Vec::new();
        for folder in folders.into_iter().flatten() {
            for number in 1..100 {
                paths.push(folder.join(format!("{file}.rescued-{number}")));
            }
        }
        paths
    }
}

fn save(path: &Path, replace: bool, bytes: &[u8]) -> Result<(), SaveError> {
    Destination::check(path, replace)?.write(bytes)
}

/// Opens a regular file; opening a pipe would wait for a writer.
fn read_if_present(path: &Path) -> std::io::Result<Option<Vec<u8>>> {
    match std::fs::metadata(path) {
        Ok(found) if found.is_file() => std::fs::read(path).map(Some),
        Ok(_) => Err(std::io::Error::other("it is not a regular file")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
