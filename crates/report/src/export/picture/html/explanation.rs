//! An explanation on an HTML page: its rows, each of which opens to show its derivation.

use maud::{Markup, html};

use crate::escaping::clean;
use crate::explanation::{Section, Span, Tone};

/// An explanation with more rows scrolls in its box.
pub const MAX_ROWS: usize = 80;

pub(super) fn section(section: &Section) -> Markup {
    html! {
        section .why {
            h2 { (section.title) }
            p { (clean(&section.lead)) }
            div .scroll .tall[section.rows.len() > MAX_ROWS] {
                @for row in &section.rows {
                    @if row.derivation.is_empty() {
                        div .row { (self::row(&row.spans)) }
                    } @else {
                        details {
                            summary .row { (self::row(&row.spans)) }
                            ul { @for sentence in &row.derivation { li { (clean(sentence)) } } }
                        }
                    }
                }
            }
        }
    }
}

/// A row of an explanation, each span with the class of its tone.
pub fn row(spans: &[Span]) -> Markup {
    html! {
        @for span in spans {
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
