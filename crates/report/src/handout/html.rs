//! A hand-out as a page, complete in one file.

use crate::page_head::page_head;
use maud::{DOCTYPE, Markup, html};

use super::{Handout, HandoutPair};
use crate::export::ExportOptions;
use crate::number::precise;
use crate::origin::short;
use crate::picture::figure::{self, figure, legend};
use bertscope_analysis::Analysis;
use bertscope_metric::Score;
use bertscope_printable::{printable, printable_lines};

const STYLE: &str = include_str!("page.css");

/// The page: a table of all pairs, then each with its texts, note and picture.
pub(super) fn page(handout: &Handout) -> String {
    let title = printable(&handout.title);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                (page_head(&title, &format!("{}{STYLE}", figure::STYLE)))
            }
            body {
                h1 dir="auto" { (title) }
                @if let Some(signature) = handout.signature() { p .signature { (printable(signature)) } }
                (table(handout))
                (legend(handout.palette))
                @for pair in &handout.pairs { (section(handout, pair)) }
            }
        }
    };
    page.into_string()
}

/// All pairs, each a link to its section.
fn table(handout: &Handout) -> Markup {
    let judged = handout.is_judged();
    html! {
        table .pairs {
            thead { tr {
                th scope="col" { "Pair" }
                @for name in ["P", "R", "F1"] { th .number scope="col" { (name) } }
                @if judged { th .number scope="col" { "Human" } }
                th scope="col" { "Note" }
            } }
            tbody {
                @for pair in &handout.pairs {
                    tr {
                        td { a href={ "#row-" (pair.origin.row) } { (printable(&pair.origin.name())) } }
                        @for number in pair.numbers() { td .number { (precise(number)) } }
                        @if judged { td .number { (pair.origin.human.map_or_else(|| "—".to_owned(), short)) } }
                        td dir="auto" { (printable(&pair.origin.note)) }
                    }
                }
            }
        }
    }
}

fn section(handout: &Handout, pair: &HandoutPair) -> Markup {
    let several = pair.references.len() > 1;
    let best = pair.scored.as_ref().ok().map(|scored| (scored, scored.best_reference()));
    let name = printable(&pair.origin.name());
    let name = name[..1].to_uppercase() + &name[1..];
    html! {
        section #{ "row-" (pair.origin.row) } {
            h2 dir="auto" { (name) }
            @if !pair.origin.note.is_empty() { p .note dir="auto" { (printable(&pair.origin.note)) } }
            dl {
                @for (i, reference) in pair.references.iter().enumerate() {
                    @let drawn = several && best.is_some_and(|(_, best)| best == i);
                    dt { "Reference" @if several { " " (i + 1) } @if drawn { ", drawn" } }
                    dd dir="auto" { (printable_lines(reference)) }
                }
                dt { "Candidate" }
                dd dir="auto" { (printable_lines(&pair.candidate)) }
                @if let Some(human) = pair.origin.human {
                    dt { "Human score" }
                    dd { (short(human)) }
                }
                @for (name, value) in &pair.origin.columns {
                    dt dir="auto" { (printable(name)) }
                    dd dir="auto" { (printable_lines(value)) }
                }
                @if several && best.is_some() {
                    @for (name, score) in pair.scores() {
                        dt { (name) }
                        dd .scores { (numbers(&score)) }
                    }
                }
            }
            @match best {
                Some((scored, best)) => (drawn(handout, &name, &scored.analyses[best])),
                None => p .warning { (printable(pair.scored.as_ref().err().map_or("", String::as_str))) },
            }
        }
    }
}

fn drawn(handout: &Handout, name: &str, analysis: &Analysis) -> Markup {
    let options = ExportOptions { palette: handout.palette, special: handout.special, ..ExportOptions::default() };
    html! {
        p .scores { (numbers(&analysis.score())) }
        (figure(analysis, &options, name))
    }
}

/// P, R and F1.
fn numbers(score: &Score) -> Markup {
    let numbers = [("P", score.precision), ("R", score.recall), ("F1", Some(score.f1))];
    html! { @for (name, number) in numbers { span { (name) " " b { (precise(number)) } } " " } }
}
