//! What can be copied.

use bertscope_report::export::Format;

/// What can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyContent {
    /// P, R, F1 and the signature in one line.
    Scores,
    /// The heatmap as text.
    Picture,
    /// Tables for documents.
    Markdown,
    /// The whole analysis.
    Json,
    /// A Python program that computes the same numbers.
    Python,
    /// A URL that opens the pair in a browser.
    Link,
}

impl CopyContent {
    /// The corresponding file format; `None` for the scores and the link.
    pub fn format(self) -> Option<Format> {
        match self {
            Self::Scores | Self::Link => None,
            Self::Picture => Some(Format::Text),
            Self::Markdown => Some(Format::Markdown),
            Self::Json => Some(Format::Json),
            Self::Python => Some(Format::Python),
        }
    }

    /// The name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scores => "scores",
            Self::Picture => "picture",
            Self::Markdown => "Markdown",
            Self::Json => "JSON",
            Self::Python => "Python",
            Self::Link => "link",
        }
    }
}
