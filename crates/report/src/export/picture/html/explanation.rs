//! An explanation on an HTML page: its sheet, whose rows open to show their derivation.

use bertscope_sheet::html::sheet_in_file;
use maud::{Markup, html};

use crate::explanation::{Section, Span, Tone};

pub(super) fn section(section: &Section) -> Markup {
    html! {
        section .why {
            h2 { (section.title) }
            (sheet_in_file(&section.sheet))
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
