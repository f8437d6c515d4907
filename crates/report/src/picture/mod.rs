//! Pictures of an analysis: SVG, PNG and a page. All of them draw one layout: plain data, the places of
//! everything.

mod axes;
mod cells;
mod fonts;
mod html;
mod ink;
mod label;
mod layout;
mod measure;
mod places;
mod png;
mod remarks;
mod svg;

pub use html::html;
pub use png::{Rendered, png};

use crate::export::ExportOptions;
use bertscope_analysis::Analysis;
use ink::Ink;
use layout::Part;
use svg::Pen;

/// The picture as an SVG file. The same analysis and options give the same bytes.
#[must_use]
pub fn svg(analysis: &Analysis, options: &ExportOptions) -> String {
    drawn(analysis, options, None)
}

fn drawn(analysis: &Analysis, options: &ExportOptions, faces: Option<svg::Faces<'_>>) -> String {
    let ink = if options.dark { Ink::DARK } else { Ink::LIGHT };
    let pen = Pen { analysis, ink, palette: options.palette, faces, hints: false };
    svg::file(&layout::layout(analysis, options, Part::All), &pen, &name(options))
}

/// What the picture is called where it has a name but no title.
fn name(options: &ExportOptions) -> String {
    let title = options.title.as_deref().map(label::clean).unwrap_or_default();
    if title.trim().is_empty() { "BERTScore, token by token".into() } else { title.trim().to_owned() }
}
