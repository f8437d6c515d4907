//! Files that the user can save.

use bertscope_analysis::Analysis;
use bertscope_explain::Explanation;
use bertscope_report::explanation::Section;
use bertscope_report::export::link::PairView;
use bertscope_report::export::{Format, render};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::view::cell_of;

fn media_type(format: Format) -> &'static str {
    match format {
        Format::Svg => "image/svg+xml",
        Format::Html => "text/html",
        Format::Json => "application/json",
        // The page draws PNG itself, from the SVG.
        Format::Python | Format::Markdown | Format::Text | Format::Ansi | Format::Png => {
            "text/plain"
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
    let mut options = view.options(dark);
    if let Some(explanation) = explanation {
        let cell = cell_of(view, analysis);
        options.explanations = vec![Section::with_cell(cell, explanation, analysis)];
    }
    let rendered =
        render(analysis, format, &options).map_err(|error| Failure(error.to_string()))?;
    let extension = format.facts().extensions[0];
    Ok(json!({
        "name": format!("bertscope.{extension}"),
        "media": media_type(format),
        // No picture in pixels is asked for, so all files are text.
        "text": String::from_utf8_lossy(&rendered.bytes),
    }))
}
