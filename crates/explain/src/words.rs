//! Words and other parts of a text as runs of tokens.

use std::ops::Range;

use serde::Serializer;

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

/// Whether a word has neither a letter nor a digit.
pub(crate) fn is_punctuation(word: &str) -> bool {
    !word.contains(char::is_alphanumeric)
}

/// Finds the tokens of parts of a text. The parts must be requested in ascending order, so that each character and each
/// token is visited once.
pub(crate) struct TokenFinder<'a> {
    text: &'a TokenizedText,
    /// The position in the text: its byte, and the number of characters before it.
    byte: usize,
    character: usize,
    /// The first token that may belong to the next part.
    token: usize,
}

/// Where a part of a text is.
pub(crate) struct TextPart {
    pub characters: Range<usize>,
    /// Empty if the part was truncated, or the tokenizer drops it.
    pub tokens: Range<usize>,
}

impl<'a> TokenFinder<'a> {
    pub(crate) fn new(text: &'a TokenizedText) -> Self {
        Self {
            text,
            byte: 0,
            character: 0,
            token: 0,
        }
    }

    pub(crate) fn find(&mut self, bytes: &Range<usize>) -> TextPart {
        let characters = self.character_at(bytes.start)..self.character_at(bytes.end);
        let tokens = &self.text.tokens;
        while let Some(token) = tokens.get(self.token)
            && (token.special || token.end <= characters.start || token.start == token.end)
        {
            self.token += 1;
        }
        let count = tokens[self.token..]
            .iter()
            .take_while(|token| !token.special && token.start < characters.end)
            .count();
        TextPart {
            characters,
            // A token that reaches into the next part belongs to both, so the search resumes from the first one.
            tokens: self.token..self.token + count,
        }
    }

    fn character_at(&mut self, byte: usize) -> usize {
        self.character += self.text.text[self.byte..byte].chars().count();
        self.byte = byte;
        self.character
    }
}

/// Serialises the tokens of a word as the list of their indices.
pub(crate) fn token_indices<S: Serializer>(
    tokens: &Range<usize>,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_seq(tokens.clone())
}
