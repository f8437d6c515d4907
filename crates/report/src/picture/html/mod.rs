//! The picture as a page that answers to the pointer and the keyboard, complete in one file: nothing is asked of a network.

mod data;
mod explanation;
mod links;
mod table;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::geometry::{Area, Layout};
use super::ink::Ink;
use super::label;
use super::layout::{Part, layout};
use super::pen::{Pen, Px};
use super::remarks::remarks;
use super::svg::content;
use crate::export::ExportOptions;
use crate::number;
use bertscope_analysis::{Analysis, Side, VERSION_NOTE};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page. It is light or dark as its reader's system is, whatever `options.dark` says.
#[must_use]
pub fn html(analysis: &Analysis, options: &ExportOptions) -> String {
    let layout = layout(analysis, options, Part::Matrix);
    let title = label::title(options);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(concat!("bertscope ", env!("CARGO_PKG_VERSION")));
                title { (title) }
                style { (PreEscaped(STYLE)) }
                script { "document.documentElement.className='js'" }
            }
            body {
                header {
                    h1 dir="auto" { (title) }
                    button #theme .needs-js type="button" aria-label="Switch between light and dark" { "Dark" }
                }
                main {
                    (texts(analysis, options))
                    (scores(analysis))
                    div .panels {
                        (matrix(analysis, options, &layout))
                        (links::figure(analysis, options))
                    }
                    ul .remarks {
                        @for remark in remarks(analysis, options.special) {
                            li .warning[remark.warning] dir="auto" { (remark.text) }
                        }
                    }
                    @for section in &options.explanations {
                        (explanation::section(section))
                    }
                    (table::table(analysis, options))
                }
                footer { (label::clean(&analysis.signature)) br; (VERSION_NOTE) }
                script #data type="application/json" { (PreEscaped(data::json(analysis, &layout))) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

fn texts(analysis: &Analysis, options: &ExportOptions) -> Markup {
    html! {
        dl .texts {
            @for (name, side) in [("Reference", Side::Reference), ("Candidate", Side::Candidate)] {
                dt { (name) }
                dd dir="auto" { (shown(&analysis.side(side).tokenized.text)) }
            }
            @if let Some(origin) = &options.origin {
                dt { "From" }
                dd dir="auto" { (label::clean(&origin.caption())) }
                @if !origin.note.is_empty() {
                    dt { "Note" }
                    dd dir="auto" { (label::clean(&origin.note)) }
                }
            }
        }
    }
}

/// A whole text; its line breaks stay, other control characters are drawn.
fn shown(text: &str) -> String {
    text.replace("\r\n", "\n").split('\n').map(label::clean).collect::<Vec<_>>().join("\n")
}

fn scores(analysis: &Analysis) -> Markup {
    let (asked, raw) = (analysis.score(), analysis.raw);
    let numbers = [
        ("Precision", asked.precision, raw.precision),
        ("Recall", asked.recall, raw.recall),
        ("F1", Some(asked.f1), Some(raw.f1)),
    ];
    html! {
        ul .scores {
            @for (name, number, raw) in numbers {
                li {
                    span { (name) }
                    b { (number::precise(number)) }
                    @if analysis.rescaling().is_some() { span { "raw " (number::precise(raw)) } }
                }
            }
        }
    }
}

fn matrix(analysis: &Analysis, options: &ExportOptions, layout: &Layout) -> Markup {
    let pen = Pen { analysis, ink: Ink::PAGE, palette: options.palette, faces: None, hints: true };
    let (w, h) = (Px(layout.width), Px(layout.height));
    // Smaller than this it is no longer read, and scrolls instead.
    let style = format!("width:{:.0}px;min-width:{:.0}px", layout.width, layout.width * 0.62);
    html! {
        figure .matrix {
            h2 { "Similarity of the tokens" }
            @if let Some(grid) = &layout.grid {
                div .scroll #matrix tabindex="0" role="application"
                    aria-label="Heatmap, candidate tokens down and reference tokens across. The arrow keys move from cell to cell; the table below has the same numbers."
                    aria-describedby="readout" {
                    svg viewBox={ "0 0 " (w) " " (h) } style=(style) aria-hidden="true" {
                        (content(layout, &pen))
                        @let Area { x, y, .. } = grid.area;
                        rect #cross visibility="hidden" x=(Px(x)) y=(Px(y)) width=(Px(grid.cell.0)) height=(Px(grid.cell.1)) rx="2" {}
                    }
                }
                p #readout .needs-js role="status" aria-live="polite" {
                    "Point at a cell or a token, or move with the arrow keys."
                }
            } @else {
                p { "One side has no words, and special tokens are hidden: there is no cell to show." }
            }
        }
    }
}
