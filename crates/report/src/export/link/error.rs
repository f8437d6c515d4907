//! Errors of a link: a part that is left out, or all of it.

use std::fmt;

use bertscope_printable::printable;

/// Most characters of a value in a message.
const MAX_SHOWN_CHARS: usize = 40;
/// Most flaws that a message names.
const MAX_NAMED_WARNINGS: usize = 3;

/// A name or value of a link, for a message.
pub fn excerpt(text: &str) -> String {
    let mut shown: String = printable(text).chars().take(MAX_SHOWN_CHARS).collect();
    if text.chars().nth(MAX_SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

/// Everything that was left out of a link, as one sentence. The rest of the link is used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinkWarnings(pub(super) Vec<String>);

impl LinkWarnings {
    /// The sentence; `None` if nothing was left out.
    pub fn notice(&self) -> Option<String> {
        if self.0.is_empty() {
            return None;
        }
        Some(format!(
            "Part of the link could not be used and was left out: {self}. Copy the whole link again."
        ))
    }
}

impl fmt::Display for LinkWarnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named_count = self.0.len().min(MAX_NAMED_WARNINGS);
        f.write_str(&self.0[..named_count].join("; "))?;
        match self.0.len() - named_count {
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
