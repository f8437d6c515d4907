#![doc = include_str!("../README.md")]

mod destination;
mod error;
mod pending;
mod resolve;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

pub use destination::Destination;
pub use error::{SaveError, display_path};
pub use pending::{PendingFile, discard_pending};
pub use resolve::{FileId, descriptor, is_stream, target_of};

/// The path of a name as typed; `~` is the home folder, as in a shell.
pub fn expand_home(name: &str) -> PathBuf {
    let rest = if name == "~" {
        Some("")
    } else {
        name.strip_prefix("~/")
    };
    match (rest, etcetera::home_dir()) {
        (Some(rest), Ok(home)) => home.join(rest),
        _ => name.into(),
    }
}
