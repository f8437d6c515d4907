//! Names of tokens and words.

use crate::label::{fit, token};
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::Token;

pub fn token_name(analysis: &Analysis, side: Side, i: usize) -> String {
    token(&analysis.side(side).tokenized.tokens[i])
}

/// The name of a side, over the column of its words.
pub fn side_title(side: Side) -> &'static str {
    side.pick("Reference", "Candidate")
}

/// A token in quotation marks; special ones without.
pub fn quote_token(own: &Token) -> String {
    let text = fit(&token(own), 24);
    if own.special {
        text
    } else {
        format!("“{text}”")
    }
}

/// The same for a token of a text; the second of the same name is `“the#2”`, as in lessons. Empty if there is no such token.
pub fn numbered_token(analysis: &Analysis, side: Side, index: usize) -> String {
    let tokens = &analysis.side(side).tokenized.tokens;
    let Some(own) = tokens.get(index) else {
        return String::new();
    };
    match occurrence(tokens, index) {
        nth if nth > 1 && !own.special => format!("“{}#{nth}”", fit(&token(own), 24)),
        _ => quote_token(own),
    }
}

/// The position of a token among those with the same label, from 1.
fn occurrence(tokens: &[Token], index: usize) -> usize {
    let label = token(&tokens[index]);
    tokens[..=index]
        .iter()
        .filter(|other| token(other) == label)
        .count()
}
