//! Escaping for HTML and SVG. maud escapes `<`, `>`, `&` and quotes; here is what it leaves.

use bertscope_printable::printable;
use maud::{Markup, PreEscaped};
use serde::Serialize;

/// A text that is valid in XML: control characters become visible symbols, and characters that XML forbids become U+FFFD.
pub fn clean(text: &str) -> String {
    printable(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// Data for a `script` element: nothing in it ends the element.
///
/// # Panics
///
/// If the data cannot be written as JSON, such as a map whose keys are not strings.
pub fn script_json(data: &impl Serialize) -> Markup {
    let json = serde_json::to_string(data).expect("strings and numbers can be written");
    PreEscaped(json.replace('<', "\\u003c"))
}
