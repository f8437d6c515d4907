//! The export formats of an analysis.

use std::path::Path;

use serde::Deserialize;
use strum::VariantArray;

/// What the name of a file in a format ends in, and what the format is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormatFacts {
    /// The file extensions, the usual one first.
    pub extensions: &'static [&'static str],
    pub description: &'static str,
}

impl FormatFacts {
    pub(crate) const fn new(
        extensions: &'static [&'static str],
        description: &'static str,
    ) -> Self {
        Self {
            extensions,
            description,
        }
    }

    /// Whether a file has one of the extensions, in upper or lower case.
    pub fn fits(&self, path: &Path) -> bool {
        let Some(extension) = path.extension().and_then(|extension| extension.to_str()) else {
            return false;
        };
        self.extensions
            .iter()
            .any(|known| known.eq_ignore_ascii_case(extension))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, VariantArray)]
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
    pub const ALL: &[Self] = Self::VARIANTS;

    pub fn facts(self) -> FormatFacts {
        match self {
            Self::Svg => FormatFacts::new(&["svg"], "vector graphics, sharp at any size"),
            Self::Png => FormatFacts::new(&["png"], "the picture as pixels"),
            Self::Html => FormatFacts::new(&["html", "htm"], "an interactive page"),
            Self::Ansi => FormatFacts::new(&["ansi", "ans"], "text in colours"),
            Self::Text => FormatFacts::new(&["txt"], "text"),
            Self::Markdown => FormatFacts::new(&["md", "markdown"], "tables for documents"),
            Self::Json => FormatFacts::new(&["json"], "all numbers, for programs"),
            Self::Python => FormatFacts::new(&["py"], "a bert_score script"),
        }
    }

    /// The format for a file extension, in upper or lower case.
    pub fn from_path(path: &Path) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|format| format.facts().fits(path))
    }

    /// Whether the file has text below the picture, so that explanations can be added.
    pub fn has_words(self) -> bool {
        !matches!(self, Self::Svg | Self::Png | Self::Python)
    }
}
