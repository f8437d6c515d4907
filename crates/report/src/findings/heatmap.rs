//! The heatmap of a pair as a part of a document.

use crate::export::ExportOptions;
use crate::export::picture::geometry::PicturePart;
use crate::export::picture::{description, legend, on_page};
use bertscope_analysis::Analysis;
use bertscope_sheet::{Block, Figure};

/// The heatmap with its numbers as tables, or why there is none.
pub fn heatmap(
    analysis: &Analysis,
    options: &ExportOptions,
    part: PicturePart,
    numbers: Vec<Block>,
) -> Result<Figure, String> {
    let Some(svg) = on_page(analysis, options, part) else {
        return Err(
            "The texts are too long for a heatmap here; bertscope plot can draw it.".to_owned(),
        );
    };
    Ok(Figure {
        svg,
        label: description(analysis, options),
        scale: legend::colour_scale(analysis, options.palette),
        numbers,
    })
}
