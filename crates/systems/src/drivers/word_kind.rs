//! Kinds of words, by rules that need no model.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use serde::Serialize;

use bertscope_encoder::{Token, TokenizedText};
use bertscope_explain::words::{word_ranges, word_text};

/// The kind of a word, in the order of tables. Every word has exactly one.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, strum::EnumCount, strum::VariantArray,
)]
#[serde(rename_all = "kebab-case")]
pub enum WordKind {
    /// Any word that is of no other kind.
    Content,
    /// Capitalised, not at the start of a sentence, and not "I". Every German noun counts; lower-cased texts have
    /// none.
    Name,
    /// Contains a digit.
    Number,
    /// On our list of English function words.
    Function,
    /// Without letters and digits.
    Punctuation,
    /// Split by the tokenizer, or unknown to it.
    Pieces,
    /// A token that the model adds, such as `[SEP]`.
    Special,
    /// No word: a text without words, whose whole mean is 0 by convention.
    EmptyText,
}

impl WordKind {
    /// Its label in a table: `content words`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Special => "special tokens",
            Self::Punctuation => "punctuation",
            Self::Number => "numbers",
            Self::Name => "names",
            Self::Function => "function words",
            Self::Pieces => "split words",
            Self::Content => "content words",
            Self::EmptyText => "empty text",
        }
    }

    /// The first kind that applies.
    fn classify(word: &str, tokens: &[Token], capitals_mean_names: bool) -> Self {
        if tokens.iter().any(|token| token.special) {
            Self::Special
        } else if !word.contains(char::is_alphanumeric) {
            Self::Punctuation
        } else if word.contains(char::is_numeric) {
            Self::Number
        } else if capitals_mean_names && word.starts_with(char::is_uppercase) && word != "I" {
            Self::Name
        } else if is_function_word(&word.to_lowercase()) {
            Self::Function
        } else if tokens.len() > 1 || tokens.iter().any(|token| token.unknown) {
            Self::Pieces
        } else {
            Self::Content
        }
    }
}

/// English function words: articles, pronouns, prepositions, conjunctions, auxiliaries, particles, and the parts into
/// which tokenizers split "don't" and "we'll". The list is our own. Words of other languages count as content words.
static FUNCTION_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    include_str!("function_words.txt")
        .split_whitespace()
        .collect()
});

/// Whether a lower-case word is a function word.
fn is_function_word(word: &str) -> bool {
    FUNCTION_WORDS.contains(word)
}

/// A word of a text: its tokens, the form under which it is counted, and its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub tokens: Range<usize>,
    /// Its text in lower case; a special token is unchanged.
    pub text: String,
    pub kind: WordKind,
}

/// The words of a text, in order.
pub fn words(text: &TokenizedText) -> Vec<Word> {
    // In a text of capitals alone, a capital says nothing.
    let is_mixed = text.text.contains(char::is_lowercase);
    let mut starts_sentence = true;
    let mut words = Vec::new();
    for range in word_ranges(text) {
        let tokens = &text.tokens[range.clone()];
        let written = written_form(text, tokens);
        let kind = WordKind::classify(&written, tokens, is_mixed && !starts_sentence);
        starts_sentence = match kind {
            WordKind::Special => true,
            // A quote or bracket before the first word does not count as the start of the sentence.
            WordKind::Punctuation => starts_sentence || ends_sentence(&written),
            _ => ends_sentence(&written),
        };
        words.push(Word {
            tokens: range,
            text: match kind {
                WordKind::Special => written,
                _ => written.to_lowercase(),
            },
            kind,
        });
    }
    words
}

fn ends_sentence(word: &str) -> bool {
    word.ends_with(['.', '!', '?', ':', '…', '。'])
}

/// The word's characters in the text; for a token that covers no text, its piece.
fn written_form(text: &TokenizedText, tokens: &[Token]) -> String {
    let characters = match tokens {
        [first, .., last] => first.start..last.end,
        [token] if !token.special => token.start..token.end,
        _ => 0..0,
    };
    if characters.is_empty() {
        return word_text(tokens);
    }
    text.text
        .chars()
        .skip(characters.start)
        .take(characters.len())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_list_is_a_function_word() {
        assert_eq!(FUNCTION_WORDS.len(), 168);
        assert!(
            ["a", "whom", "yourselves"]
                .into_iter()
                .all(is_function_word)
                && !is_function_word("ferry")
        );
    }
}
