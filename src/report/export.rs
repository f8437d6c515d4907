//! An analysis as a file: which kinds there are, and what each is told by.

use std::path::Path;

use clap::ValueEnum;

use super::document::Document;
use super::palette::Palette;
use super::{markdown, python, text_picture};
use crate::analysis::Analysis;

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A drawing that stays sharp at every size.
    Svg,
    /// The same drawing in pixels.
    Png,
    /// A page that answers to the pointer, complete in one file.
    Html,
    /// Text with the colours of a terminal.
    Ansi,
    /// Text without colours.
    Text,
    /// A table for documents.
    Markdown,
    /// The whole analysis, which `bertscope check` computes again.
    Json,
    /// A Python program that gives the same numbers with `bert_score`.
    Python,
}

impl Format {
    /// The kind of file that the ending of a name asks for, in capitals or not.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
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
}

/// How an analysis is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportOptions {
    /// Light text on dark, or dark on light.
    pub dark: bool,
    /// Colours of the cells.
    pub palette: Palette,
    /// Above the picture; `None` for none.
    pub title: Option<String>,
    /// Whether special tokens have rows and columns.
    pub special: bool,
}

impl Default for ExportOptions {
    /// For paper and projectors, special tokens included.
    fn default() -> Self {
        Self { dark: false, palette: Palette::Blues, title: None, special: true }
    }
}

/// Why an analysis could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Not there yet.
    #[error("{0:?} can not be written yet")]
    Missing(Format),
}

/// The bytes of the file.
///
/// # Errors
/// [`ExportError`].
pub fn render(analysis: &Analysis, format: Format, options: &ExportOptions) -> Result<Vec<u8>, ExportError> {
    Ok(match format {
        Format::Json => Document::of(analysis).to_json().into_bytes(),
        Format::Python => python::program(analysis).into_bytes(),
        Format::Svg | Format::Png | Format::Html => return Err(ExportError::Missing(format)),
        Format::Ansi => text_picture::ansi(analysis, options, text_picture::WIDTH).into_bytes(),
        Format::Text => text_picture::text(analysis, options, text_picture::WIDTH).into_bytes(),
        Format::Markdown => markdown::page(analysis, options).into_bytes(),
    })
}
