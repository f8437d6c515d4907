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
    /// The same for every pair, for counting them.
    pub const KIND: &'static str = "a text is missing, so the pair was skipped";

    /// Whether a note of a row of scores is about a missing text.
    pub fn is_in_note(note: &str) -> bool {
        [Self::Candidate, Self::Reference]
            .iter()
            .any(|text| text.to_string() == note)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Candidate => "candidate",
            Self::Reference => "reference",
        }
    }
}

impl fmt::Display for MissingText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "The {} is missing, so the pair was skipped.",
            self.name()
        )
    }
}
