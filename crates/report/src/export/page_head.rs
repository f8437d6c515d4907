//! The head of all HTML pages.

use maud::{Markup, PreEscaped, html};

/// The contents of the head: the title, and the style sheet, which is not escaped.
pub fn page_head(title: &str, style: &str) -> Markup {
    html! {
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1";
        meta name="generator" content=(concat!("bertscope ", env!("CARGO_PKG_VERSION")));
        title { (title) }
        style { (PreEscaped(style)) }
    }
}
