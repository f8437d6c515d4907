//! The picture as a self-contained interactive HTML page, without network requests.

mod data;
mod links;

use maud::{Markup, PreEscaped, html};

use super::geometry::{Area, Layout, PicturePart};
use super::label;
use super::layout::layout;
use super::legend::symbol_line;
use super::notes::{MAX_LISTED_MATCHES, NO_CELLS, named_scores, picture_notes};
use super::pen::{Pen, Px};
use super::svg::{content, view_box};
use crate::escaping::clean;
use crate::export::ExportOptions;
use crate::export::html_page::{page, page_head, page_header};
use crate::export::pair::{self, Medium};
use crate::number;
use bertscope_analysis::{Analysis, VERSION_NOTE};
use bertscope_sheet::{Block, html as sheet_html};

const SCRIPTS: [&str; 2] = [include_str!("picture.js"), include_str!("page.js")];

/// A matrix taller than this, in pixels, scrolls in its box.
const MAX_UNSCROLLED_HEIGHT: f32 = 1300.0;

const STYLE: &str = include_str!("page.css");

/// The page. It is light or dark like the reader's system; `options.dark` has no effect.
pub fn html(analysis: &Analysis, options: &ExportOptions) -> String {
    let layout = layout(analysis, options, PicturePart::Matrix);
    let title = label::title(options);
    let style = [sheet_html::STYLE, STYLE].concat();
    let head =
        html! { (page_head(&title, &style)) script { "document.documentElement.className='js'" } };
    let body = html! {
        (page_header(&title))
        main {
            (sheet_html::blocks(&[Block::Facts(pair::texts(analysis, options))]))
            (scores(analysis))
            (notes(analysis, options, true))
            div .panels {
                (matrix(analysis, options, &layout))
                (links::figure(analysis, options))
            }
            (notes(analysis, options, false))
            div .why { (sheet_html::render(&pair::explanations(options))) }
            (number_tables(analysis, options))
        }
        footer { (clean(&analysis.signature)) br; (VERSION_NOTE) }
        script #data type="application/json" { (data::json(analysis, &layout)) }
        script type="module" { (PreEscaped(SCRIPTS.concat())) }
    };
    page(&head, &body)
}

/// The parts of the page, for a page that updates them while the user types. They need page.css and picture.js; each
/// part may occur once in a document.
#[derive(Debug, Clone)]
pub struct PageParts {
    /// The heatmap, with a line that describes the cell or token under the pointer.
    pub matrix: String,
    /// Warnings about the texts, to read before the scores.
    pub warnings: String,
    /// Other remarks about the scores.
    pub remarks: String,
    /// The data for the script, as JSON.
    pub data: String,
}

pub fn parts(analysis: &Analysis, options: &ExportOptions) -> PageParts {
    let layout = layout(analysis, options, PicturePart::Matrix);
    PageParts {
        matrix: matrix(analysis, options, &layout).into_string(),
        warnings: notes(analysis, options, true).into_string(),
        remarks: notes(analysis, options, false).into_string(),
        data: data::json(analysis, &layout).into_string(),
    }
}

/// The numbers as tables, for readers who cannot see the picture, and for copying.
pub fn number_tables(analysis: &Analysis, options: &ExportOptions) -> Markup {
    html! {
        details .as-tables {
            summary { "The numbers as tables" }
            (sheet_html::blocks(&pair::tables(analysis, options, Medium::Page)))
        }
    }
}

/// The warnings, or all other remarks.
fn notes(analysis: &Analysis, options: &ExportOptions, warnings: bool) -> Markup {
    let all = picture_notes(analysis, options.special, MAX_LISTED_MATCHES);
    let mut shown = all
        .iter()
        .filter(|remark| remark.warning == warnings)
        .peekable();
    if shown.peek().is_none() {
        return html! {};
    }
    html! {
        ul .remarks .warnings[warnings] {
            @for remark in shown { li dir="auto" { (remark.text) } }
        }
    }
}

fn scores(analysis: &Analysis) -> Markup {
    html! {
        ul .scores {
            @for (name, number, raw) in named_scores(analysis) {
                li {
                    span { (name) }
                    b { (number::five_places(number)) }
                    @if analysis.rescaling().is_some() { span { "raw " (number::five_places(raw)) } }
                }
            }
        }
    }
}

fn matrix(analysis: &Analysis, options: &ExportOptions, layout: &Layout) -> Markup {
    let pen = Pen::scripted(analysis, options);
    html! {
        figure .matrix {
            h2 { "Similarity of the tokens" }
            @if let Some(grid) = &layout.grid {
                div .scroll .tall[layout.height > MAX_UNSCROLLED_HEIGHT] #matrix tabindex="0" role="application"
                    aria-label="Heatmap, candidate tokens down and reference tokens across. The arrow keys move from cell to cell; the table below has the same numbers."
                    aria-describedby="readout" {
                    svg width=(Px(layout.width)) height=(Px(layout.height)) viewBox=(view_box(layout)) aria-hidden="true" {
                        (content(layout, &pen))
                        @let Area { x, y, .. } = grid.area;
                        rect #cross visibility="hidden" x=(Px(x)) y=(Px(y)) width=(Px(grid.cell.width)) height=(Px(grid.cell.height)) rx="2" {}
                    }
                }
                p .cut-off .needs-js hidden { "The picture is larger than this window: scroll to see the rest." }
                @if let Some(legend) = &layout.legend {
                    div .legend {
                        (sheet_html::colour_scale(&legend.scale))
                        span .sign { (symbol_line(options.direction)) }
                        @for line in [&legend.weight, &legend.labels].into_iter().flatten() { span { (line) } }
                    }
                }
                p #readout .needs-js role="status" aria-live="polite" {
                    "Point at a cell or a token, or move with the arrow keys."
                }
            } @else {
                p { (NO_CELLS) }
            }
        }
    }
}
