//! An explanation on the page: its rows, each of which opens to show how its numbers were computed.

use maud::{Markup, html};

use crate::explanation::{Section, SectionRow, Tone};
use crate::picture::label;

/// The section.
pub(super) fn section(section: &Section) -> Markup {
    html! {
        section .why {
            h2 { (section.title) }
            p { (label::clean(&section.lead)) }
            div .scroll {
                @for row in &section.rows {
                    @if row.derivation.is_empty() {
                        div .row { (text(row)) }
                    } @else {
                        details {
                            summary .row { (text(row)) }
                            ul { @for sentence in &row.derivation { li { (label::clean(sentence)) } } }
                        }
                    }
                }
            }
        }
    }
}

fn text(row: &SectionRow) -> Markup {
    html! {
        @for span in &row.spans {
            span .{ (class(span.tone)) } { (span.text) }
        }
    }
}

fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "plain",
        Tone::Quiet => "quiet",
        Tone::Strong | Tone::Accent => "strong",
        Tone::Warning => "warning",
        Tone::Up => "up",
        Tone::Down => "down",
        Tone::Bar => "bar",
        Tone::Rest => "rest",
    }
}
