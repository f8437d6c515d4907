//! The export formats of an analysis.

use std::path::Path;

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// The whole analysis, which `bertscope check` recomputes and compares.
    Json,
    /// A Python program that computes the same scores with `bert_score`.
    Python,
}

impl Format {
    /// The format for a file extension, upper or lower case.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "svg" => Self::Svg,
            "png" => Self::Png,
            "html" | "htm" => Self::Html,
            "ansi" | "ans" => Self::Ansi,
            "txt" => Self::Text,
            "md" | "markdown" => Self::Markdown,
            "json" => Self::Json,
            "py" => Self::Python,
            _ => return None,
        })
    }

    /// Whether the file has text below the picture, so that explanations can be added.
    #[must_use]
    pub fn has_words(self) -> bool {
        !matches!(self, Self::Svg | Self::Png | Self::Python)
    }
}
