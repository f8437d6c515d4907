//! Where results are written: standard output, a stream such as a pipe, or a file that replaces the old one when it is
//! complete.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use color_eyre::eyre::{Report, Result, WrapErr};

use super::interrupt;
use crate::console;
use bertscope_printable::printable;
use bertscope_save::{Destination, PendingFile, SaveError, descriptor, display_path, is_stream};

/// An open output. If it is dropped before [`Output::finish`], an existing file is unchanged.
pub enum Output {
    Stdout,
    /// A pipe or a device, which is written at once.
    Stream {
        stream: File,
        path: PathBuf,
    },
    /// A file that becomes visible when it is complete.
    File {
        /// The content so far.
        file: Box<PendingFile>,
        path: PathBuf,
    },
}

impl Output {
    /// The output named on the command line; without a name, standard output.
    pub fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else {
            return Ok(Self::Stdout);
        };
        if descriptor(path) == Some(1) {
            return Ok(Self::Stdout);
        }
        if is_stream(path) {
            let stream = OpenOptions::new()
                .append(true)
                .open(path)
                .wrap_err_with(|| write_error_message(path))?;
            return Ok(Self::Stream {
                stream,
                path: path.to_owned(),
            });
        }
        let place = destination(path)?;
        interrupt::remove_pending_on_signal();
        let file = Box::new(place.create_pending()?);
        Ok(Self::File {
            file,
            path: path.to_owned(),
        })
    }

    /// Writes more, immediately if a reader may be waiting.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        match self {
            Self::Stdout => Ok(console::print(bytes)?),
            Self::Stream { stream, path } => {
                let bytes = console::sanitized_for(stream, bytes);
                stream
                    .write_all(&bytes)
                    .and_then(|()| stream.flush())
                    .wrap_err_with(|| write_error_message(path))
            }
            Self::File { file, path } => file
                .write_all(bytes)
                .map_err(|reason| SaveError::write(path, reason).into()),
        }
    }

    /// Writes text with intended terminal sequences.
    pub fn write_styled(&mut self, bytes: &[u8]) -> Result<()> {
        match self {
            Self::Stdout => Ok(console::print_styled(bytes)?),
            Self::Stream { stream, path } => stream
                .write_all(bytes)
                .wrap_err_with(|| write_error_message(path)),
            Self::File { .. } => self.write(bytes),
        }
    }

    /// Moves a file to its place.
    pub fn finish(self) -> Result<()> {
        match self {
            Self::Stdout | Self::Stream { .. } => Ok(()),
            Self::File { file, path } => {
                file.commit()?;
                log::info!("wrote {}", display_path(&path));
                Ok(())
            }
        }
    }

    /// The name of the file; it does not exist until the output is finished.
    pub fn pending(&self) -> Option<&Path> {
        if let Self::File { path, .. } = self {
            Some(path)
        } else {
            None
        }
    }

    /// Whether a file of that name exists; it stays unless this output is finished.
    pub fn replaces(&self) -> bool {
        matches!(self, Self::File { file, .. } if file.destination().exists())
    }
}

/// Writes a whole file, or standard output without a name.
pub fn write_out(path: Option<&Path>, bytes: impl AsRef<[u8]>) -> Result<()> {
    let mut output = Output::open(path)?;
    output.write(bytes.as_ref())?;
    output.finish()
}

/// The destination of a file; it may replace an existing one.
pub fn destination(path: &Path) -> Result<Destination> {
    Destination::check(path, true).map_err(|error| match error {
        // It names the file already.
        SaveError::Write { .. } => error.into(),
        error => Report::new(error).wrap_err(write_error_message(path)),
    })
}

fn write_error_message(path: &Path) -> String {
    format!("cannot write to {}", printable(&path.display().to_string()))
}
