//! Errors of a link: a part that is left out, or all of it.

use std::fmt;

use bertscope_printable::printable;

/// Most characters of a value in a message.
const MAX_SHOWN_CHARS: usize = 40;
/// Most flaws that a message names.
const MAX_NAMED_WARNINGS: usize = 3;

/// A part of a link that cannot be used. The rest is kept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkWarning {
    /// The link was cut off within this field, the last one present.
    #[error("everything from the field {0:?} on")]
    CutOff(&'static str),
    /// A text is missing.
    #[error("the field {0:?}, which is missing")]
    Missing(&'static str),
    /// A field that no version of this program writes.
    #[error("the unknown field {0:?}")]
    Unknown(String),
    /// A field that does not fit the others.
    #[error("the field {0:?}, which does not fit the other fields")]
    Stray(&'static str),
    /// A field that has two values.
    #[error("the second field {0:?}")]
    Duplicate(&'static str),
    /// An incomplete escape, or bytes that are not UTF-8.
    #[error("the field {0:?}, which is damaged")]
    Damaged(&'static str),
    /// A value that the field cannot have.
    #[error("{field} = {found:?}, which should be {expected}")]
    InvalidValue {
        /// The field.
        field: &'static str,
        /// Its value.
        found: String,
        /// What it can be.
        expected: &'static str,
    },
    /// A text beyond the limit.
    #[error("the field {0:?}, which is longer than 20,000 characters")]
    TooLong(&'static str),
    /// More texts than can be compared.
    #[error("the fields {0:?} after the first 16")]
    TooMany(&'static str),
}

impl LinkWarning {
    pub(super) fn unknown(name: &str) -> Self {
        Self::Unknown(excerpt(name))
    }

    pub(super) fn value(field: &'static str, found: &str, expected: &'static str) -> Self {
        Self::InvalidValue { field, found: excerpt(found), expected }
    }
}

fn excerpt(text: &str) -> String {
    let mut shown: String = printable(text).chars().take(MAX_SHOWN_CHARS).collect();
    if text.chars().nth(MAX_SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

/// Everything that was left out of a link, as one sentence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinkWarnings(pub(super) Vec<LinkWarning>);

impl LinkWarnings {
    /// The sentence; `None` if nothing was left out.
    #[must_use]
    pub fn notice(&self) -> Option<String> {
        let list = (!self.0.is_empty()).then(|| self.to_string())?;
        Some(format!("Part of the link could not be used and was left out: {list}. Copy the whole link again."))
    }
}

impl fmt::Display for LinkWarnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, flaw) in self.0.iter().take(MAX_NAMED_WARNINGS).enumerate() {
            write!(f, "{}{flaw}", if i == 0 { "" } else { "; " })?;
        }
        match self.0.len().saturating_sub(MAX_NAMED_WARNINGS) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

/// Why a link opens nothing. Every message says what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// Nothing follows `#`.
    #[error("the link has no pair: nothing follows its #; copy the whole link again")]
    Empty,
    /// It has no readable text or lesson.
    #[error("the link has no readable text; left out: {0}; copy the whole link again")]
    Unreadable(LinkWarnings),
}
