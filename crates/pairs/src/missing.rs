//! Missing texts: null in JSON, and blank cells of a table if the user says so.

use std::fmt;

/// What to do with a pair of which a text is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MissingTexts {
    /// The row cannot be scored.
    Error,
    /// The row is kept without a score.
    Skip,
    /// The text counts as empty, so that the pair scores 0.
    Zero,
}

/// A text that is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingText {
    Candidate,
    Reference,
}

impl MissingText {
    /// Whether a note of a row of scores is about a missing text.
    pub fn is_in_note(note: &str) -> bool {
        [Self::Candidate, Self::Reference]
            .iter()
            .any(|text| text.to_string() == note)
    }
}

impl fmt::Display for MissingText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Self::Candidate => "candidate",
            Self::Reference => "reference",
        };
        write!(f, "The {name} is missing, so the pair was skipped.")
    }
}
