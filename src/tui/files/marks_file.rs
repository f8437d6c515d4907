//! Reads and writes the marks file of a file of pairs; never overwrites changes of another program.

use std::path::{Path, PathBuf};

use super::session::Session;
use bertscope_pairs::PairsError;
use bertscope_pairs::marks::{Mark, parse, to_bytes};
use bertscope_report::save::Destination;

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
        let marks = bytes
            .as_deref()
            .map_or(Ok(Vec::new()), |bytes| parse(bytes, &name))?;
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
        self.unwritten = written.is_err().then_some(marks);
        written
    }

    fn try_write(&mut self, marks: Vec<Mark>) -> Result<(), String> {
        let name = self.path.display();
        let there =
            read_if_present(&self.path).map_err(|error| format!("cannot read {name}: {error}"))?;
        if there != self.bytes {
            let file = self.path.file_name().unwrap_or_default().display();
            return Err(format!(
                "{file} was changed by another program; rename it and mark the pairs again"
            ));
        }
        let bytes = to_bytes(marks);
        let place = Destination::check(&self.path, self.bytes.is_some())
            .map_err(|error| error.to_string())?;
        place.write(&bytes).map_err(|error| error.to_string())?;
        self.bytes = Some(bytes);
        Ok(())
    }

    /// At the end of the program, retries marks that could not be written, and otherwise saves them to another file.
    /// Returns the path of that file; `None` if it was not needed.
    pub fn rescue(&mut self) -> Option<String> {
        let marks = self.unwritten.take()?;
        let why = self.try_write(marks.clone()).err()?;
        let bytes = to_bytes(marks);
        let file = self
            .path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let sessions = Session::folder();
        let folders = [self.path.parent(), sessions.as_deref()];
        let folders = folders
            .into_iter()
            .flatten()
            .map(Path::to_owned)
            .chain([std::env::temp_dir()]);
        let mut places = folders.flat_map(|folder| {
            let file = &file;
            (1..100).map(move |n| folder.join(format!("{file}.rescued-{n}")))
        });
        let kept = places.find(|path| {
            Destination::check(path, false)
                .and_then(|place| place.write(&bytes))
                .is_ok()
        });
        Some(match kept {
            Some(path) => format!(
                "marks and notes were not written ({why}); they are in {}",
                path.display()
            ),
            None => format!("marks and notes were not written and are lost: {why}"),
        })
    }
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
