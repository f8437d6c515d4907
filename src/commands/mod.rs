//! The headless subcommands, one file each.

pub mod baseline;
pub mod check;
pub mod download_progress;
pub mod explain;
pub mod idf;
pub mod interrupt;
pub mod lesson;
pub mod models;
#[cfg(feature = "tui")]
pub mod open;
pub mod pack;
pub mod plot;
pub mod progress_bar;
pub mod score;
pub mod shell;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use color_eyre::eyre::{Context, Result};

use bertscope_models::{Model, ModelError, OpenOptions};

/// Opens the model that the command line names; a download shows how far it is.
///
/// # Errors
/// [`ModelError`] when there is none.
pub fn open_model(name: Option<&str>, options: &OpenOptions) -> Result<Arc<Model>, ModelError> {
    bertscope_models::open(name, options, &download_progress::DownloadLine::default().watch()).map(Arc::new)
}

/// Writes to a file, or to standard output when none is named.
///
/// # Errors
/// With the file's name, when it cannot be written.
pub fn write_out(path: Option<&Path>, text: &str) -> Result<()> {
    match path {
        Some(path) => std::fs::write(path, text).wrap_err_with(|| format!("can not write {}", path.display())),
        None => Ok(std::io::stdout().lock().write_all(text.as_bytes())?),
    }
}
