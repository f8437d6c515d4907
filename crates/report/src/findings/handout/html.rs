//! A handout as a self-contained HTML page.

use crate::ScoredCandidate;
use crate::export::ExportOptions;
use crate::export::html_page::{self, page_head};
use crate::export::origin::human_score;
use crate::export::picture::compact::{self, figure, legend};
use crate::number::five_places;
use maud::{Markup, html};

use super::{Handout, HandoutOutput, HandoutPair};
use bertscope_metric::Score;
use bertscope_printable::{printable, printable_lines};

const STYLE: &str = include_str!("page.css");

/// The names of several systems above their pictures.
const SYSTEMS_STYLE: &str = "h3 { margin: 18px 0 6px; font-size: 16px; }
/* A page has room for the texts and the pictures of two systems. */
@media print { h3 { margin: 2mm 0 1mm; } .output .matrix svg { max-height: min(var(--tallest), 67mm); } }
";

/// The page: a table of all pairs, then each with its texts, note and picture.
pub(super) fn page(handout: &Handout) -> String {
    let title = printable(&handout.title);
    let systems = if handout.has_several_systems() {
        SYSTEMS_STYLE
    } else {
        ""
    };
    let head = page_head(&title, &format!("{}{STYLE}{systems}", compact::style()));
    let body = html! {
        h1 dir="auto" { (title) }
        @if let Some(signature) = handout.signature() { p .signature { (printable(signature)) } }
        div .all { (table(handout)) }
        (legend(handout.palette))
        @for pair in &handout.pairs { (section(handout, pair)) }
    };
    html_page::page(&head, &body)
}

/// All pairs, each a link to its section.
fn table(handout: &Handout) -> Markup {
    html! {
        table .pairs {
            thead { tr {
                th scope="col" { "Pair" }
                @for name in handout.headings() { th .number scope="col" { (printable(&name)) } }
                th scope="col" { "Note" }
            } }
            tbody {
                @for pair in &handout.pairs {
                    tr {
                        td { a href={ "#row-" (pair.origin.row) } { (printable(&pair.origin.name())) } }
                        @for number in handout.cells(pair) { td .number { (number) } }
                        td dir="auto" { (printable(&pair.origin.note)) }
                    }
                }
            }
        }
    }
}

fn section(handout: &Handout, pair: &HandoutPair) -> Markup {
    let several = pair.references.len() > 1;
    // With several systems, each may be drawn with another reference.
    let drawn_reference = match &*pair.outputs {
        [only] if !handout.has_several_systems() => {
            let scored = only.scored.as_ref().ok();
            scored.map(ScoredCandidate::best_reference)
        }
        _ => None,
    };
    let name = printable(&pair.origin.name());
    let name = name[..1].to_uppercase() + &name[1..];
    html! {
        section #{ "row-" (pair.origin.row) } {
            h2 dir="auto" { (name) }
            @if !pair.origin.note.is_empty() { p .note dir="auto" { (printable(&pair.origin.note)) } }
            dl {
                @for (i, reference) in pair.references.iter().enumerate() {
                    @let drawn = several && drawn_reference == Some(i);
                    dt { "Reference" @if several { " " (i + 1) } @if drawn { ", drawn" } }
                    dd dir="auto" { (printable_lines(reference)) }
                }
                @for (system, output) in handout.systems.iter().zip(&pair.outputs) {
                    @if handout.has_several_systems() { dt dir="auto" { (printable(&system.name)) } } @else { dt { "Candidate" } }
                    dd dir="auto" { (printable_lines(&output.candidate)) }
                    @if let Some(human) = output.human {
                        dt { "Human score" }
                        dd { (human_score(human)) }
                    }
                }
                @for (name, value) in &pair.origin.columns {
                    dt dir="auto" { (printable(name)) }
                    dd dir="auto" { (printable_lines(value)) }
                }
            }
            @for (system, output) in handout.systems.iter().zip(&pair.outputs) {
                div .output {
                    @if handout.has_several_systems() { h3 dir="auto" { (system_heading(&system.name, output, several)) } }
                    @match &output.scored {
                        Ok(scored) => (drawing(handout, &name, scored)),
                        Err(why) => p .warning { (printable(why)) },
                    }
                }
            }
        }
    }
}

/// A system, and of several references the one that it is drawn with.
fn system_heading(name: &str, output: &HandoutOutput, several_references: bool) -> String {
    match &output.scored {
        Ok(scored) if several_references => {
            let reference = scored.best_reference() + 1;
            format!("{}, with reference {reference}", printable(name))
        }
        _ => printable(name),
    }
}

/// The scores, with each of several references and the best of them, and the picture with the reference of the highest F1.
fn drawing(handout: &Handout, name: &str, scored: &ScoredCandidate) -> Markup {
    let options = ExportOptions {
        palette: handout.palette,
        special: handout.special,
        ..ExportOptions::default()
    };
    html! {
        @match &scored.analyses[..] {
            [one] => p .scores { (numbers(&one.score())) },
            _ => dl { @for (name, score) in scored.scores_by_reference() { dt { (name) } dd .scores { (numbers(&score)) } } },
        }
        (figure(&scored.analyses[scored.best_reference()], &options, name))
    }
}

fn numbers(score: &Score) -> Markup {
    let numbers = ["P", "R", "F1"].into_iter().zip(score.numbers());
    html! { @for (name, number) in numbers { span { (name) " " b { (five_places(number)) } } " " } }
}
