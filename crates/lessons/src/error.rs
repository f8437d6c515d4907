//! Errors of lessons.

/// Why a lesson cannot be opened; each sentence names the file and, where it is about a part of it, the position.
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
    #[error("{file} is larger than a lesson can be, {max_bytes} bytes; divide it into several")]
    TooLarge { file: String, max_bytes: usize },
    /// Not TOML, or with missing, unknown or invalid fields: the first error of the file.
    #[error("{file}, line {line}, column {column}: {problem}")]
    Invalid {
        file: String,
        /// From 1, as the column.
        line: usize,
        /// In characters.
        column: usize,
        /// What is wrong, and what to do.
        problem: String,
    },
}
