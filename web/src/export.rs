//! Files that the user can save.

use bertscope_analysis::Analysis;
use bertscope_explain::Explanation;
use bertscope_report::explanation::Section;
use bertscope_report::export::{self, ExportOptions, render};
use bertscope_report::link::PairView;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::view::cell_of;

/// Width of an explanation in a file, in columns.
const WIDTH: u16 = 100;

/// A file format. The page draws PNG itself, from the SVG.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// A picture.
    Svg,
    /// A single-file HTML page.
    Html,
    /// The complete analysis.
    Json,
    /// A Python program that computes the same numbers with `bert_score`.
    Python,
    /// Tables for a document.
    Markdown,
}

impl Format {
    /// The format, its file extension and its media type.
    fn as_file(self) -> (export::Format, &'static str, &'static str) {
        match self {
            Self::Svg => (export::Format::Svg, "svg", "image/svg+xml"),
            Self::Html => (export::Format::Html, "html", "text/html"),
            Self::Json => (export::Format::Json, "json", "application/json"),
            Self::Python => (export::Format::Python, "py", "text/x-python"),
            Self::Markdown => (export::Format::Markdown, "md", "text/markdown"),
        }
    }
}

/// The file, with its name.
pub fn file(
    analysis: &Analysis,
    explanation: Option<&Explanation>,
    view: &PairView,
    format: Format,
    dark: bool,
) -> Result<Value, Failure> {
    let sections =
        explanation.map(|explanation| Section::with_cell(cell_of(view, analysis), explanation, analysis, WIDTH));
    let options = ExportOptions { explanations: sections.into_iter().collect(), ..view.options(dark) };
    let (format, extension, media) = format.as_file();
    let rendered = render(analysis, format, &options).map_err(|error| Failure(error.to_string()))?;
    let text = String::from_utf8(rendered.bytes).map_err(|_| Failure::new("The file is not text."))?;
    Ok(json!({ "name": format!("bertscope.{extension}"), "media": media, "text": text }))
}
