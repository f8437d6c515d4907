//! Pictures and explanations on a page of several: the matrix alone, with its numbers as tables, and panels. The page has one
//! legend for all.

use bertscope_sheet::html::{STYLE, sheet_in_file};
use bertscope_sheet::{Block, Sheet};
use maud::{Markup, PreEscaped, html};

use super::axes::shown_tokens;
use super::html::number_tables;
use super::ink;
use super::svg::matrix_svg;
use crate::explanation::Section;
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
    let [rows, columns] =
        Side::BOTH.map(|side| shown_tokens(analysis, side, options.special).len());
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

/// Most rows of a table: a long text has a row for each token, and the first ones matter most.
const MAX_ROWS: usize = 20;

/// The explanation; `name` names its text if there are several. It needs the [`style`].
pub fn panel(section: &Section, name: Option<&str>) -> Markup {
    html! {
        div .panel {
            h3 { (section.title) @if let Some(name) = name { " " span .quiet { (name) } } }
            div .columns { (sheet_in_file(&shortened(&section.sheet))) }
        }
    }
}

/// The same sheet with the first rows of each table.
fn shortened(sheet: &Sheet) -> Sheet {
    let mut short = Sheet::new(&sheet.lead);
    for block in &sheet.blocks {
        let mut block = block.clone();
        let mut left_out = 0;
        if let Block::Table(table) = &mut block {
            left_out = table.rows.len().saturating_sub(MAX_ROWS);
            table.rows.truncate(MAX_ROWS);
        }
        short.push(block);
        if left_out > 0 {
            short.note(format!("… and {left_out} more"));
        }
    }
    short
}
