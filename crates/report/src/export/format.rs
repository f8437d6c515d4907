//! The export formats of an analysis.

use std::path::Path;

use serde::Deserialize;

/// Formats, each with its file extensions, the usual one first, and a short description.
pub type FormatTable<F> = [(F, &'static [&'static str], &'static str)];

/// The format in a table for a file extension, upper or lower case.
pub(crate) fn format_of_path<F: Copy>(table: &FormatTable<F>, path: &Path) -> Option<F> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    table
        .iter()
        .find(|(_, extensions, _)| extensions.contains(&&*extension))
        .map(|(format, ..)| *format)
}

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// A drawing that stays sharp at every size.
    Svg,
    /// The same drawing in pixels.
    Png,
    /// A self-contained interactive HTML page.
    Html,
    /// Text with the colours of a terminal.
    Ansi,
    /// Text without colours.
    Text,
    /// A table for documents.
    Markdown,
    /// The whole analysis.
    Json,
    /// A Python program that computes the same scores with `bert_score`.
    Python,
}

impl Format {
    /// All of them.
    pub const ALL: &FormatTable<Self> = &[
        (Self::Svg, &["svg"], "vector graphics, sharp at any size"),
        (Self::Png, &["png"], "the picture as pixels"),
        (Self::Html, &["html", "htm"], "an interactive page"),
        (Self::Ansi, &["ansi", "ans"], "text in colours"),
        (Self::Text, &["txt"], "text"),
        (Self::Markdown, &["md", "markdown"], "tables for documents"),
        (Self::Json, &["json"], "all numbers, for programs"),
        (Self::Python, &["py"], "a bert_score script"),
    ];

    /// The format for a file extension, upper or lower case.
    pub fn from_path(path: &Path) -> Option<Self> {
        format_of_path(Self::ALL, path)
    }

    /// Whether the file has text below the picture, so that explanations can be added.
    pub fn has_words(self) -> bool {
        !matches!(self, Self::Svg | Self::Png | Self::Python)
    }
}
