//! Errors of lessons.

/// Why a lesson cannot be opened; the sentence names the file, the line and the field.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] bertscope_models::ModelError),
    /// Neither a file nor a bundled lesson.
    #[error("there is no lesson {name}; give a file that ends in .toml, or one of {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The bundled lessons.
        known: String,
    },
    /// Not TOML, or with fields that a lesson does not have.
    #[error("{file}, line {line}: {problem}")]
    Form {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The problem, and what to do.
        problem: String,
    },
}
