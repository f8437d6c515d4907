//! The head that all written pages have.

use maud::{Markup, PreEscaped, html};

/// What stands in the head of a page in one file: its title, and its style sheet, which is not escaped.
#[must_use]
pub fn page_head(title: &str, style: &str) -> Markup {
    html! {
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1";
        meta name="generator" content=(concat!("bertscope ", env!("CARGO_PKG_VERSION")));
        title { (title) }
        style { (PreEscaped(style)) }
    }
}
