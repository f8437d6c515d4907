//! A picture on a page of several: the matrix alone, with its numbers as tables. The page has one legend for all.

use bertscope_sheet::html::STYLE;
use maud::{Markup, PreEscaped, html};

use super::axes::shown_tokens;
use super::html::number_tables;
use super::ink;
use super::svg::matrix_svg;
use crate::export::{ExportOptions, Palette};
use bertscope_analysis::{Analysis, Side};

/// The style of figures, of their legend, and of sheets.
pub fn style() -> String {
    [STYLE, include_str!("figure.css")].concat()
}

/// Most columns with a number in each cell, and the minimum pixels for such a column, a smaller one and the labels.
const DIGITS: usize = 40;
const MIN_SIZES: [usize; 3] = [37, 9, 96];

/// In print, the millimetres of a row, and the minimum and maximum height of a matrix.
const PRINTED: (usize, usize, usize) = (6, 54, 105);

/// The matrix, named by `what` for readers who cannot see it, and its numbers.
pub fn figure(analysis: &Analysis, options: &ExportOptions, what: &str) -> Markup {
    let [rows, columns] = [Side::Candidate, Side::Reference]
        .map(|side| shown_tokens(analysis, side, options.special).len());
    let [digits, colours, labels] = MIN_SIZES;
    let least = columns * if columns <= DIGITS { digits } else { colours } + labels;
    let tallest = (rows * PRINTED.0).clamp(PRINTED.1, PRINTED.2);
    html! {
        figure .matrix style={ "--least:" (least) "px;--tallest:" (tallest) "mm" } tabindex="0" {
            (PreEscaped(matrix_svg(analysis, options, what)))
        }
        div .numbers { (number_tables(analysis, options)) }
    }
}

/// How to read the figures of a page.
pub fn legend(palette: Palette) -> Markup {
    let stops: Vec<_> = (0..=8u8)
        .map(|i| ink::hex(palette.rgb(f32::from(i) / 8.0)))
        .collect();
    html! {
        p .legend {
            "Rows are the candidate’s tokens, columns the reference’s. A cell is the cosine of two token vectors: "
            "0 " span .ramp style={ "background:linear-gradient(90deg," (stops.join(",")) ")" } {} " 1. "
            "▶ marks the best match of a candidate’s token (precision), ▼ of a reference’s token (recall), ◆ both. "
            "[CLS] and [SEP] are added by the model; they can be matched, but have zero weight."
        }
    }
}
