//! Why a lesson can not be used.

/// A lesson that can not be used; the sentence names the file, the line and the field.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    /// The file can not be read.
    #[error(transparent)]
    File(#[from] bertscope_models::ModelError),
    /// Neither a file nor one of those that are inside.
    #[error("there is no lesson {name}; give a file that ends in .toml, or one of {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The lessons that are inside.
        known: String,
    },
    /// Not TOML, or with fields that a lesson does not have.
    #[error("{file}, line {line}: {problem}")]
    Form {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong there, and what to do.
        problem: String,
    },
}
