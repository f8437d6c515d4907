//! A pair and its settings as a link: `https://example.org/#reference=…&candidate=…&layer=3`.
//!
//! The web page keeps its state in the part after `#`, which browsers do not send to a server. A link therefore reproduces
//! a picture, and the program can write and read the same link. Fields with default values are left out.
//!
//! A damaged link opens with the fields that can be read; [`LinkWarnings`] lists the rest.

mod encoding;
mod error;
mod fields;
mod view;

use encoding::encode;
pub use error::{LinkError, LinkWarnings};
use fields::LinkFields;
use serde::Deserialize;
pub use view::PairView;

/// Precedes the number of bytes that follow, which reveals a link that was cut off, even in the middle of a text.
const SIZE: &str = "size=";
/// Most characters of a text in a link: more than any model reads.
pub const MAX_TEXT_CHARS: usize = 20_000;
/// Most kept texts.
pub const MAX_KEPT_TEXTS: usize = 16;

/// What a link opens.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Link {
    /// A pair, as it was shown.
    Pair(Box<PairView>),
    Lesson {
        /// The name of a bundled lesson, or the URL of a file next to the page.
        lesson: String,
        /// From 1.
        step: usize,
    },
}

impl Link {
    /// Whether a command-line argument is a link, not a text or a file.
    pub fn looks_like_link(word: &str) -> bool {
        let is_web = word.starts_with("https://") || word.starts_with("http://");
        is_web && word.contains('#') && !word.contains(char::is_whitespace)
    }

    /// The part of a URL after `#`. It has only characters that survive in mail and messages.
    pub fn fragment(&self) -> String {
        match self {
            Self::Pair(pair) => {
                let fields = encode_fields(&pair.fields());
                format!("{SIZE}{}&{fields}", fields.len())
            }
            Self::Lesson { lesson, step } => {
                let mut fields = vec![("lesson", lesson.clone())];
                if *step > 1 {
                    fields.push(("step", step.to_string()));
                }
                encode_fields(&fields)
            }
        }
    }

    /// Reads a URL, or the part after its `#`, as far as possible.
    ///
    /// # Errors
    /// [`LinkError`] if it contains neither a text nor a lesson.
    pub fn parse(address: &str) -> Result<ParsedLink, LinkError> {
        let fragment = address
            .split_once('#')
            .map_or(address, |(_, fragment)| fragment);
        let mut fields = LinkFields::new(fragment);
        if fields.names().next().is_none() && fields.flaws.is_empty() {
            return Err(LinkError::Empty);
        }
        let link = match fields.text("lesson") {
            Some(lesson) => {
                let step = fields.value("step", "a number, 1 or more", parse_step);
                Some(Self::Lesson {
                    lesson,
                    step: step.unwrap_or(1),
                })
            }
            None => PairView::read(&mut fields).map(|pair| Self::Pair(Box::new(pair))),
        };
        // What is left was not taken by either kind of link.
        let stray = fields
            .names()
            .map(|name| format!("the field {name:?}, which does not fit the other fields"));
        let warnings = LinkWarnings(fields.flaws.iter().cloned().chain(stray).collect());
        match link {
            Some(link) => Ok(ParsedLink { link, warnings }),
            None => Err(LinkError::Unreadable(warnings)),
        }
    }
}

fn encode_fields(fields: &[(&str, String)]) -> String {
    let fields = fields
        .iter()
        .map(|(name, value)| format!("{name}={}", encode(value)));
    fields.collect::<Vec<_>>().join("&")
}

/// The number of a step, from 1.
fn parse_step(text: &str) -> Option<usize> {
    if text.is_empty() || text.bytes().any(|byte| !byte.is_ascii_digit()) {
        return None;
    }
    // A number beyond all steps opens the last one, however long it is.
    let step = text.parse().unwrap_or(usize::MAX);
    if step == 0 { None } else { Some(step) }
}

/// What a link opens, and the parts that could not be read.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedLink {
    pub link: Link,
    pub warnings: LinkWarnings,
}

#[cfg(test)]
mod tests;
