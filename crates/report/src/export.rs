//! An analysis as a file: which kinds there are, and what each is told by.

use std::path::Path;

use super::document::Document;
use super::explanation::Section;
use super::palette::Palette;
use super::picture::{self, Rendered};
use super::{markdown, python, text_picture};
use bertscope_analysis::Analysis;

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

    /// Whether there is room for words below the picture.
    #[must_use]
    pub fn has_words(self) -> bool {
        !matches!(self, Self::Svg | Self::Png | Self::Python)
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
    /// What is explained below the picture, in the kinds of file that have text.
    pub explanations: Vec<Section>,
    /// Pixels of a PNG for each pixel of the SVG.
    pub scale: f32,
}

impl Default for ExportOptions {
    /// For paper and projectors, special tokens included, and sharp on a screen with small pixels.
    fn default() -> Self {
        Self { dark: false, palette: Palette::Blues, title: None, special: true, explanations: Vec::new(), scale: 2.0 }
    }
}

/// Why an analysis could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A PNG with more pixels than anything could show.
    #[error(
        "a PNG of {width:.0} × {height:.0} pixels can not be drawn; choose a --scale that gives 1 to 20,000, or SVG"
    )]
    TooLarge {
        /// Pixels across.
        width: f64,
        /// Pixels down.
        height: f64,
    },
    /// A picture that could not be made; the reason.
    #[error("the picture can not be drawn: {0}; SVG and HTML do without the fonts of this machine")]
    Picture(String),
}

/// The file, and what is missing in it.
///
/// # Errors
/// [`ExportError`].
pub fn rendered(analysis: &Analysis, format: Format, options: &ExportOptions) -> Result<Rendered, ExportError> {
    match format {
        Format::Png => picture::png(analysis, options),
        _ => Ok(Rendered { bytes: render(analysis, format, options)?, missing: Vec::new() }),
    }
}

/// The bytes of the file. [`rendered`] also says which characters a PNG has no glyph for.
///
/// # Errors
/// [`ExportError`].
pub fn render(analysis: &Analysis, format: Format, options: &ExportOptions) -> Result<Vec<u8>, ExportError> {
    match format {
        Format::Svg => Ok(picture::svg(analysis, options).into_bytes()),
        Format::Png => picture::png(analysis, options).map(|rendered| rendered.bytes),
        Format::Html => Ok(picture::html(analysis, options).into_bytes()),
        Format::Ansi => Ok(text_picture::ansi(analysis, options, text_picture::WIDTH).into_bytes()),
        Format::Text => Ok(text_picture::text(analysis, options, text_picture::WIDTH).into_bytes()),
        Format::Markdown => Ok(markdown::page(analysis, options).into_bytes()),
        Format::Json => Ok(Document::of(analysis).explained(&options.explanations).to_json().into_bytes()),
        Format::Python => Ok(python::program(analysis).into_bytes()),
    }
}
