//! Names of tokens and words.

use crate::label::{fit, token};
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::Token;

pub(crate) fn token_name(analysis: &Analysis, side: Side, i: usize) -> String {
    token(&analysis.side(side).tokenized.tokens[i])
}

/// The name of a side, over the column of its words.
pub(crate) fn side_title(side: Side) -> &'static str {
    match side {
        Side::Candidate => "Candidate",
        Side::Reference => "Reference",
    }
}

/// A token in quotation marks; special ones without.
pub(crate) fn quote_token(own: &Token) -> String {
    let text = fit(&token(own), 24);
    if own.special {
        text
    } else {
        format!("“{text}”")
    }
}

/// The position of a token among those with the same label, from 1.
pub(crate) fn occurrence(tokens: &[Token], index: usize) -> usize {
    let label = token(&tokens[index]);
    tokens[..=index]
        .iter()
        .filter(|other| token(other) == label)
        .count()
}
