//! Words: runs of tokens that belong to one word of the text.

use std::ops::Range;

use bertscope_encoder::{Token, TokenizedText};

/// The tokens of each word, in order. A special token is a word of its own.
pub fn word_ranges(text: &TokenizedText) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    for (i, token) in text.tokens.iter().enumerate() {
        match words.last_mut() {
            Some(word)
                if token.continues_word && !token.special && !text.tokens[word.start].special =>
            {
                word.end = i + 1;
            }
            _ => words.push(i..i + 1),
        }
    }
    words
}

/// The text of a word, from its tokens.
pub fn word_text(tokens: &[Token]) -> String {
    match tokens {
        [token] if token.special => token.piece.clone(),
        [token] => token.label().into_owned(),
        _ => tokens.iter().map(|token| token.text.as_str()).collect(),
    }
}
