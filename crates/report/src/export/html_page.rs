//! What all HTML pages have in common.

use maud::{DOCTYPE, Markup, PreEscaped, html};

pub fn page(head: &Markup, body: &Markup) -> String {
    html! { (DOCTYPE) html lang="en" { head { (head) } body { (body) } } }.into_string()
}

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

/// The title, beside a button for the colours, which a script shows and obeys.
pub fn page_header(title: &str) -> Markup {
    html! {
        header {
            h1 dir="auto" { (title) }
            button #theme .needs-js type="button" aria-label="Switch between light and dark" { "Dark" }
        }
    }
}
