//! An analysis as a file, in any of the formats.

mod document;
mod format;
pub mod html_page;
pub mod link;
mod options;
pub mod origin;
pub mod pair;
pub mod palette;
pub mod picture;
pub mod python;
mod rendered;
pub mod text;

pub use format::{Format, FormatFacts};
pub use options::ExportOptions;
pub use origin::PairOrigin;
pub use palette::Palette;
pub use rendered::{ExportError, Rendered};

use crate::explanation::COLUMNS;
use bertscope_analysis::Analysis;

/// Exports an analysis. If the texts need more than Latin, Greek and Cyrillic letters, the bytes of a PNG depend on the
/// fonts of the machine; all other formats give the same bytes everywhere.
///
/// # Errors
/// [`ExportError`] for a PNG, and for a script under torchmetrics; the other formats cannot fail.
pub fn render(
    analysis: &Analysis,
    format: Format,
    options: &ExportOptions,
) -> Result<Rendered, ExportError> {
    let text = match format {
        #[cfg(feature = "png")]
        Format::Png => return picture::png(analysis, options),
        #[cfg(not(feature = "png"))]
        Format::Png => return Err(ExportError::NoPng),
        Format::Svg => picture::svg(analysis, options),
        Format::Html => picture::html(analysis, options),
        Format::Ansi => text::ansi(analysis, options),
        Format::Text => text::text(analysis, options, COLUMNS),
        Format::Markdown => pair::markdown(analysis, options),
        Format::Json => document::json(analysis, options.origin.as_ref(), &options.explanations),
        Format::Python if !python::is_possible(analysis) => {
            return Err(ExportError::NoScript(analysis.conventions()));
        }
        Format::Python => python::program(analysis),
    };
    Ok(Rendered {
        bytes: text.into_bytes(),
        missing_glyphs: Vec::new(),
    })
}
