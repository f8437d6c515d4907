//! Errors of lessons.

use std::fmt::Write;

use crate::faults::{Fault, MAX_FAULTS};

/// Why a lesson cannot be opened; each sentence names the file, the line and the field.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] bertscope_models::ModelError),
    /// Neither a file nor a bundled lesson.
    #[error("there is no bundled lesson {name}; name a .toml file, or one of {known}")]
    Unknown {
        /// The name in quotes, or that it is empty.
        name: String,
        /// The bundled lessons.
        known: String,
    },
    /// Not TOML, or with missing, unknown or invalid fields. The message has one line for each fault.
    #[error("{}", fault_messages(file, faults))]
    Invalid {
        /// The file.
        file: String,
        /// Its faults in the order of their lines, at least one.
        faults: Vec<Fault>,
    },
}

fn fault_messages(file: &str, faults: &[Fault]) -> String {
    let mut all = String::new();
    for (i, Fault { line, problem }) in faults.iter().take(MAX_FAULTS).enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(
            all,
            "{}{file}, line {line}: {problem}",
            if i == 0 { "" } else { "\n" }
        );
    }
    if faults.len() > MAX_FAULTS {
        let _ = write!(
            all,
            "\n{file} has more errors; these are the first {MAX_FAULTS}"
        );
    }
    all
}
