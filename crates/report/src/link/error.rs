//! Why an address opens nothing.

use bertscope_printable::printable;

/// Most characters of a value in a message.
const SHOWN: usize = 40;

/// What is wrong with a link. Every message says what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// Nothing stands behind `#`.
    #[error("the link has no pair: nothing follows its #; copy it again, to its end")]
    Empty,
    /// Not all of it is there.
    #[error("the link is incomplete: copy all of it, or remove its size= if you shortened it")]
    Incomplete,
    /// A text is not there.
    #[error("the link has no {0}; copy it again, to its end")]
    Missing(&'static str),
    /// A field that no version of this program writes.
    #[error("the link has an unknown field {0:?}; copy it again, or open it with a newer version")]
    Unknown(String),
    /// A field that does not belong to the others.
    #[error("the link has the field {0:?}, which does not go with its other fields; copy it again")]
    Stray(&'static str),
    /// A field that has two values.
    #[error("the link has the field {0:?} twice; copy it again")]
    Twice(&'static str),
    /// An escape that is cut off, or bytes that are no text.
    #[error("the link is damaged in its field {0:?}; copy it again, to its end")]
    Damaged(&'static str),
    /// A value that the field cannot have.
    #[error("the link says {field} = {found:?}, which should be {expected}")]
    Value {
        /// The field.
        field: &'static str,
        /// Its value.
        found: String,
        /// What it can be.
        expected: &'static str,
    },
    /// A text beyond the limit.
    #[error("the {0} in the link is longer than 20,000 characters, which no model reads")]
    TooLong(&'static str),
    /// More texts than can be compared.
    #[error("the link has more than 16 fields {0:?}; leave some out")]
    TooMany(&'static str),
}

impl LinkError {
    pub(super) fn unknown(name: &str) -> Self {
        Self::Unknown(cut(name))
    }

    pub(super) fn value(field: &'static str, found: &str, expected: &'static str) -> Self {
        Self::Value { field, found: cut(found), expected }
    }
}

fn cut(text: &str) -> String {
    let mut shown: String = printable(text).chars().take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
