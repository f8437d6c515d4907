//! Names and numbers as the walkthrough writes them.

use super::part::Part;
use crate::label;
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::Token;

/// A token of a side, in quotation marks; special ones without.
pub(super) fn name(analysis: &Analysis, side: Side, index: usize) -> String {
    analysis.side(side).tokenized.tokens.get(index).map_or_else(String::new, quoted)
}

pub(super) fn quoted(token: &Token) -> String {
    let text = label::fit(&label::token(token), 24);
    if token.special { text } else { format!("“{text}”") }
}

/// A list of names: `a`, `a and b`, `a, b and c`; after `most` of them, the number of the rest.
pub(super) fn listed(names: &[String], most: usize) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        names if names.len() > most => format!("{} and {} more", names[..most].join(", "), names.len() - most),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Why P and R are 0 by convention; empty for ordinary pairs.
pub(super) fn by_convention(analysis: &Analysis) -> Vec<Part> {
    analysis.notes.iter().filter(|note| note.is_about_empty_text()).map(|note| Part::Watch(note.to_string())).collect()
}

/// A number to three places, without the zero before them.
pub(super) fn rough(x: f64) -> String {
    let text = format!("{:.3}", x.abs());
    let sign = if x <= -0.0005 { "−" } else { "" };
    format!("{sign}{}", text.strip_prefix('0').unwrap_or(&text))
}
