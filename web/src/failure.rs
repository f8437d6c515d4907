//! Errors, as sentences for the user.

use std::fmt;

use bertscope_lessons::LessonError;
use bertscope_models::ModelError;
use bertscope_report::export::link::LinkError;

/// An error for the user of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure(pub String);

impl Failure {
    /// An error with this text.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

/// Capitalises a sentence and adds a full stop.
fn sentence(error: &dyn fmt::Display) -> Failure {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|first| first.to_uppercase().to_string())
        .unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    Failure(format!("{first}{}{end}", letters.as_str()))
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        sentence(&error)
    }
}

impl From<LinkError> for Failure {
    fn from(error: LinkError) -> Self {
        sentence(&error)
    }
}

impl From<LessonError> for Failure {
    fn from(error: LessonError) -> Self {
        // It starts with the name of the file.
        Self(error.to_string())
    }
}
